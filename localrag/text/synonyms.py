"""A word's family key -> the keys of words that may stand for it."""

from __future__ import annotations

from localrag.text.inflection import family_key

_GROUPS = """
file submit lodge send
begin start commence
end finish terminate conclude
give provide supply
receive get obtain
allow permit authorise authorize
forbid prohibit ban
buy purchase
help assist aid support
employee worker staff
person individual people
require need demand
show display demonstrate indicate
tell inform notify
ask request
answer reply respond
make create produce
choose select pick
change alter modify amend
big large
small little
near close
fast quick rapid
car automobile
doctor physician
child kid
movie film
author writer
write author
song track
show series programme program
launch release
found establish create
use utilise utilize employ
contain include comprise
happen occur
die death
born birth
live reside
job position post
firm company business
kill murder
increase grow rise
decrease fall decline reduce
illness disease
important significant
begin open
cause lead result
method approach technique
effect impact influence
goal aim objective
main primary principal
country nation
law statute act
rule regulation
cost price
pay payment
weight weigh heavy
height high
length long
age old
time period
site place location
store keep hold
build construct
play perform
sing singer
act actor star
direct director
produce producer
compose composer
lead leader
win winner
own owner
teach teacher
run operate
name call title
american america
british britain
"""


def _table() -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for row in _GROUPS.strip().splitlines():
        keys = {family_key(word) for word in row.split()}
        for key in keys:
            groups.setdefault(key, set()).update(keys)
    return {key: frozenset(others) for key, others in groups.items()}


_SYNONYMS = _table()


def may_stand_for(family: str) -> frozenset[str]:
    """Family keys that may stand for this one, itself included."""
    return _SYNONYMS.get(family, frozenset((family,)))
