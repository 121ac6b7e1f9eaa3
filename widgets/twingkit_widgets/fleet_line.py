"""What belongs to the line of a fleet battle: what its signs mean, and the link that holds it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from twingkit_widgets.fleet_words import fleet_say
from twingkit_widgets.markup import Markup, el

PLACE = "voila/render/imperium-battle.ipynb"
"""Where the lab is on a site, seen from its start page."""


def grammar_html(lang: str) -> Markup:
    """What the signs of a line mean, for who wants to type one."""
    parts = ("side", "effects", "policy", "names")
    texts = [el("p", fleet_say(lang, f"lab.grammar_{part}")) for part in parts]
    example = el("p", el("code", fleet_say(lang, "lab.grammar_example"), cls="tk-code"))
    summary = el("summary", fleet_say(lang, "lab.grammar"))
    return el("details", summary, example, texts, cls="tk-lab-grammar tk-small", data_key="grammar")


def link_html(address: Mapping[str, str], lang: str) -> Markup:
    """What leads to a battle on a site of the kit, wherever that site is."""
    query = "&".join(f"{name}={quote(text, safe=':@!*,~')}" for name, text in address.items())
    text = el("p", fleet_say(lang, "lab.link_how"), " ", el("code", f"{PLACE}?{query}", cls="tk-code"))
    return el("details", el("summary", fleet_say(lang, "lab.link")), text, cls="tk-lab-link", data_key="link")
