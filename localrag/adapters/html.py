"""A web page's text -> its elements in order, scripts and navigation left out, by selectolax (Lexbor)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from localrag.text.word_sets import word_set

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_LEFT_OUT = word_set(
    "script style noscript template nav svg math iframe object embed canvas audio video map head"
    " button select datalist dialog input"
)
_ROLES_LEFT_OUT = word_set("navigation search contentinfo banner menu menubar toolbar")
_KEPT_ATTRIBUTES = ("colspan", "rowspan", "start", "href")
_MAIN = ("main", "[role=main]", "article")
_MAIN_SHARE = 0.4
"""Of a page's text that its main part must hold to be taken for it (guess)."""


class Opening(NamedTuple):
    """An element begins."""

    tag: str
    attributes: dict[str, str]


class Closing(NamedTuple):
    """The element that began last ends."""

    tag: str


Event = Opening | Closing | str
"""Text stands for itself."""


class WebPage(NamedTuple):
    """What a page shows."""

    title: str | None
    events: tuple[Event, ...]
    """Of its main part where it names one, else of its body; every opening has its closing."""


def read_html(text: str) -> WebPage:
    """The elements of a page; anything is a page, as for a browser."""
    from selectolax.lexbor import LexborHTMLParser

    parser = LexborHTMLParser(text)
    title = parser.css_first("title")
    root = _main(parser)
    events = tuple(_events(root)) if root is not None else ()
    return WebPage(title.text() if title is not None else None, events)


def _main(parser: LexborHTMLParser) -> LexborNode | None:
    body = parser.body
    if body is None:
        return None
    whole = _letters(body)
    for selector in _MAIN:
        found = parser.css(selector)
        if len(found) == 1 and _letters(found[0]) >= _MAIN_SHARE * whole:
            return found[0]
    return body


def _letters(root: LexborNode) -> int:
    return sum(len(event.split()) for event in _events(root) if isinstance(event, str))


def _events(root: LexborNode) -> Iterator[Event]:
    # By hand, not by calling itself: a page may nest deeper than Python may call.
    open_nodes: list[LexborNode] = []
    node: LexborNode | None = root
    while node is not None:
        down = None
        tag = node.tag or ""
        if tag == "-text":
            yield node.text_content or ""
        elif not tag.startswith(("-", "!", "_")) and not (open_nodes and _is_left_out(node, tag, open_nodes)):
            attributes = node.attributes
            kept = {name: value for name in _KEPT_ATTRIBUTES if (value := attributes.get(name))}
            yield Opening(tag, kept)
            down = node.child
            if down is not None:
                open_nodes.append(node)
            else:
                yield Closing(tag)
        if down is not None:
            node = down
            continue
        while node is not None and node.next is None and open_nodes:
            node = open_nodes.pop()
            yield Closing(node.tag or "")
        node = node.next if node is not None and open_nodes else None


def _is_left_out(node: LexborNode, tag: str, open_nodes: list[LexborNode]) -> bool:
    if tag in _LEFT_OUT:
        return True
    attributes = node.attributes
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    if (attributes.get("role") or "").lower() in _ROLES_LEFT_OUT:
        return True
    style = (attributes.get("style") or "").replace(" ", "").lower()
    if "display:none" in style or "visibility:hidden" in style:
        return True
    # The foot of a page, not of an article in it.
    return tag == "footer" and not any(one.tag in ("article", "section", "main") for one in open_nodes)
