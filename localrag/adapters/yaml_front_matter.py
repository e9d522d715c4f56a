"""A YAML text -> a table of plain values, by PyYAML's safe loader without aliases."""

from __future__ import annotations

import functools
from typing import Any

MAX_CHARS = 65_536
"""Guess: front matter is a screen at most; PyYAML reads about 100 kB a second."""


class YamlError(ValueError):
    """The text is not a table, or uses what is not allowed here."""


def load_table(text: str) -> dict[str, object]:
    """The table that a YAML text holds; an empty text holds an empty one.

    Dates stay dates; a date that is in no calendar stays a text. Keys become texts.

    Raises:
        YamlError: Not YAML, not a table, longer than ``MAX_CHARS``, nested too deeply, or with an alias
            (which a small text can use to stand for a huge value).
    """
    if len(text) > MAX_CHARS:
        raise YamlError(f"longer than {MAX_CHARS} characters")
    import yaml

    try:
        value = yaml.load(text, Loader=_loader())
    except yaml.YAMLError as error:
        raise YamlError(" ".join(str(error).split())) from error
    except (ValueError, RecursionError) as error:
        raise YamlError(str(error)) from error
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise YamlError("not a table of keys and values")
    return {str(key): item for key, item in value.items()}


# Any: a subclass made of a library class that is imported only when it is needed.
@functools.cache
def _loader() -> Any:
    import yaml

    class _PlainLoader(yaml.SafeLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            """A node; an alias is refused."""
            if self.check_event(yaml.events.AliasEvent):
                raise YamlError("an alias is not allowed")
            return super().compose_node(parent, index)

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            """A table; one that says a thing twice is refused."""
            keys = [str(self.construct_object(key, deep=True)) for key, _ in node.value]
            if len(keys) != len(set(keys)):
                raise YamlError("a key stands twice")
            return super().construct_mapping(node, deep=deep)

        def construct_yaml_timestamp(self, node: Any) -> Any:
            """A date, or the text of one that is in no calendar."""
            try:
                return super().construct_yaml_timestamp(node)
            except ValueError:
                return self.construct_scalar(node)

    _PlainLoader.add_constructor("tag:yaml.org,2002:timestamp", _PlainLoader.construct_yaml_timestamp)
    return _PlainLoader
