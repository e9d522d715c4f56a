"""A word's root -> the roots of words that people use for the same thing when they ask about rules."""

from __future__ import annotations

from functools import lru_cache

from localrag.evidence.words import root

_GROUPS = """
accident incident collision crash mishap
accommodation lodging hotel lodgings
address street residence
agree consent approve approval authorise permission sanction clearance okay
allow permit may let entitled authorised
annual yearly annually
answer reply respond response
appeal challenge contest dispute object objection
applicant claimant requester
application request claim
appoint nominate designate name
archive store retain keep preserve retention
assess evaluate appraise review examine
assistant deputy aide
attend visit come appear
automobile car vehicle van truck lorry
ban prohibit forbid bar disallow outlaw
begin start commence onset
boss supervisor manager superior head lead leader
break pause rest
breach violation infringement contravention offence non-compliance noncompliance
break damage tear
building premises site facility property location
buy purchase procure acquire order
call phone telephone ring
camera cctv recording footage video film
cancel withdraw revoke rescind annul call-off
cash money funds
cause reason ground grounds
certificate attestation
change alter amend modify adjust revise update
charge fee cost price tariff rate
cheap inexpensive
check inspect examine verify test control
child minor kid
choose select pick
client customer
close shut end finish conclude
colleague coworker co-worker
committee board panel
company firm business enterprise
complain complaint grievance
complete finish done
confidential secret classified restricted
confirm verify validate
contact reach notify
contractor subcontractor consultant
copy duplicate replacement
correct fix remedy rectify repair mend put-right
court tribunal judge
damage harm loss
data information
dead deceased died death
deadline time-limit limit due period window
decide determine decision rule ruling
declare state report
delay postpone defer late
delete erase destroy remove dispose
deliver hand submit send
deny refuse reject decline
department division unit section
deputy substitute stand-in
desk counter office reception
destroy shred dispose
dismiss fire sack
document paper record file form
document papers paperwork
doctor physician
drive operate steer
duty obligation responsibility
duration length
earn receive paid
email e-mail mail message
emergency urgent
employ hire recruit
employee staff worker personnel
employer workplace
enough sufficient adequate suffice
enter access entry
envelope packet
equipment gear kit
error mistake fault
excuse exempt exemption waive waiver
exempt exception
expense cost expenditure outlay
expire lapse run-out
expires valid validity
extend prolong extension longer
extra additional more
fake false forged falsified untrue bogus wrong
fee charge dues
file lodge submit
fill complete
final last
find discover detect
fine penalty sanction
fire burn
first initial
fuel petrol diesel gas
gift present hospitality
give grant award issue
go travel journey trip
guest visitor
hand-in submit file
happen occur arise
harm injure injury hurt
help assist support aid
hide conceal
hospital clinic
house home dwelling
ill sick illness
immediately at-once forthwith straightaway
important essential vital
inform notify tell advise
instalment installment partial
instruction order direction
interview questioning hearing
job work post position
join enrol register
keep retain hold store
kilometre kilometer km mileage
lab laboratory
law statute act legislation
lawyer solicitor counsel attorney
leave holiday vacation absence
lend loan borrow
letter post mail
licence license permit
limit cap ceiling maximum
listen hear
live reside
lose lost missing
machine device apparatus
many number count
maximum most limit
meal food lunch dinner
measure reading value
meet fulfil satisfy
member people person participant
mend repair fix
minimum least
mistake error
mobile phone telephone
must required need obliged shall
name identity
need require must
notice letter order
number amount quantity
obtain get receive
often frequently frequency
old previous former earlier
overtime extra-hours
own private personal
owner holder proprietor
park parking
part portion
pass succeed
pay payment paid reimburse reimbursement remunerate
pay-back refund reimburse repay
people persons individuals staff members
photograph photo picture image
police constable
post mail
prevent stop avoid
private personal own
problem trouble fault symptom
proof evidence verification
protect safeguard
provide supply give
punish penalise penalty
qualify eligible eligibility entitled
quick fast soon rapid speedy
quit resign resignation
receive get obtain arrive
record log register entry
reduce lower cut decrease
refer referral pass send
refund reimburse repay
register enrol record
remove take seize
renew renewal extend
rent lease
reopen resume
repeat recurrence again return
replace substitute exchange
report notify inform
representative agent
request ask apply
rest break pause
return give-back bring-back
reward bonus
risk danger hazard
rule regulation provision requirement
salary wage pay
sample specimen
save store
school college
secret confidential
sell sale
send dispatch mail post forward
serve deliver
share split divide
show demonstrate
sign signature countersign approve
skip omit waive bypass
spread divide
spill leak discharge
steal theft
stop halt cease suspend
storage store
suspect suspicion
take remove
talk speak
tank vessel container
teach train
test examination exam assessment
ticket fare
time period duration
tool instrument
train course training
travel journey trip
unfair biased bias
unhappy dissatisfied
use utilise employ
valid effective in-force
vehicle car van lorry
wage salary
warn warning caution
waste rubbish refuse
worker employee
write written writing
wrong incorrect false
yard depot site
"""
"""General English of offices and authorities, by hand; some rows after sample questions were missed."""


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for row in _GROUPS.strip().splitlines():
        keys = {root(word) for word in row.split()}
        for key in keys:
            groups.setdefault(key, set()).update(keys)
    return {key: frozenset(others - {key}) for key, others in groups.items()}


def related(key: str) -> frozenset[str]:
    """Roots of words that may be used for the same thing, without the word's own; none for most words."""
    return _table().get(key, frozenset())
