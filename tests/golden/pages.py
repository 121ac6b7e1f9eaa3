"""Golden pages: what every page of the site shows, as text, in all languages.

`python tests/golden/pages.py` writes them anew; with names of pages (`learn play`) only those. A file is one
notebook of the site in one language; a section of it is one address. Shown is what a person sees and can do:
the visible text, a line for each block; in brackets what controls do, where links lead, the values of fields,
and what a screen reader is told. Ids, classes and drawings are left out. A panel that an earlier address
shows just so is only named, and of a very long one the beginning stands there with a sum of the rest.

The notebooks themselves are run, so that no module of the pages is named here.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import random
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

from twingkit import links, twing
from twingkit_widgets.play.panel import MatchPanel

FOLDER = Path(__file__).parent / "pages"
NOTEBOOKS = Path(__file__).parents[2] / "notebooks" / "site"
LANGUAGES = ("en", "de")
LONGEST = 300
"""A panel with more lines is cut."""
KEPT = 40
"""So many lines of it are kept."""

SHARED = ("lang=xx", "nothing=here&also")
"""What every page is asked besides its own addresses: a language that is none, parameters that it lacks."""

DUEL = "duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap"
ENDGAME = "endgame F: F5 F3 + F4 & cat vs W: W6 @ cup & trap vs L: shield L4"
SUPPORTED = "F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3"
SITUATION = "F: hand F5 F3 + F4 & cat vs W: hand W6 ?*2 + W3"
BATTLE = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"
SPACE = "space: 2 cruiser+ 3 dreadnought @ sol,mb:2 vs 4 fighter 1 carrier @ nebula"
GROUND = "ground: 1 cruiser 2 dreadnought 3 infantry vs 1 mech 1 pds"

POSITION = """players F W L
p1 hand F5 F3 W2 cat*2 trap; entourage F4M F4; objects boots,bra,cup; ornicles 3; endgame
p2 hand cat W6 W4; entourage W3; ornicles 1
p3 hand L4 L2 trap; objects hat
table turn 12; to-move p1; phase action; display puppet,socks
"""

LESSONS = (
    "elements-and-cards",
    "first-battle",
    "mounts-and-creatures",
    "orn-die",
    "own-element",
    "shield",
    "cats-and-miromon",
    "traps",
    "nine-objects",
    "the-turn",
    "ornicles-and-ritual",
    "duels",
    "supporting",
    "events",
    "end-game",
    "rulebooks-disagree",
    "whole-game",
)


def _battles(line: str, *more: str) -> tuple[str, ...]:
    link = f"battle={links.to_link(line)}"
    return (link, *(f"{link}&{each}" for each in more))


def _packed() -> Iterator[str]:
    """Links to games: a record, a position and seats of it, and words that hold none."""
    record = links.pack(twing.new_game(2, seed=7).record)
    position = links.pack(POSITION)
    yield f"game={record}"
    yield f"game={record}&seat=p2&opponents=greedy"
    yield f"game={position}"
    yield f"game={position}&seat=p3"
    yield f"game={position}&seat=p4"
    yield f"game={record[:-9]}"
    yield "game=%3Cb%3E"
    yield f"game={links.pack('no game at all')}"


ADDRESSES: Mapping[str, tuple[str, ...]] = {
    "index": ("", "show=about", "show=nothing"),
    "learn": ("", *(f"lesson={name}" for name in LESSONS), "lesson=no-such-lesson"),
    "practice": (
        "topic=elements-and-cards",
        "",
        *(f"topic={name}" for name in LESSONS[1:]),
        "item=shield:winner:17",
        "item=shield:winner",
        "item=nothing:winner:17",
        "topic=no-such-topic",
    ),
    "play": (
        "seed=7&opponents=greedy",
        "players=3&variant=short&opponents=steady&seed=7",
        "players=4&seed=11",
        "players=5&seed=7",
        "variant=long&seed=7",
        "opponents=nobody&seed=7",
        "seed=-1",
        *_packed(),
    ),
    "imperium-play": (
        "seed=7",
        "battle=space:_2_cruiser_vs_1_dreadnought&seat=defender&opponents=stated&seed=7",
        f"battle={links.to_link(SPACE)}&seed=7",
        f"battle={links.to_link(GROUND)}&seat=defender&opponents=random&seed=7",
        "battle=space:_2_cruser_vs_1_dreadnought&seed=7",
        "seat=p1&seed=7",
    ),
    "battle-lab": (
        "",
        *(f"view={view}" for view in ("advice", "worth", "whatif", "tree", "charts", "nothing")),
        *(f"view=charts&chart={chart}" for chart in ("worth", "margins", "nothing")),
        "battle=F:_F5_F3_~_F4_vs_W:_W6_W4",
        *_battles(BATTLE, "view=advice", "view=worth", "view=tree"),
        *_battles(DUEL),
        *_battles(ENDGAME),
        *_battles(SUPPORTED),
        "battle=endgame_F:_F5_F3_~_F4_!_cat_vs_W:_W6_@_cup_!_trap_vs_L:_shield_L4",
        "battle=endgame_F:_F5_vs_W:_W6_vs_L:_shield_L4",
        "situation=F:_hand_F5_F3_~_F4_vs_W:_hand_W6_%3F*2",
        f"situation={links.to_link(SITUATION)}",
        f"situation={links.to_link(SITUATION)}&view=worth",
        "situation=F:_F5%3B_hand_F3_vs_W:_W6&view=worth",
        "situation=F:_hand_F5_vs",
        "battle=F: F5 vs W:_W4",
        "battle=F:_F5_vs",
        "battle=F:_F5_~_F4M-F5_vs_W:_W6",
        "battle=duel_F:_F5",
        "battle=%3Cb%3E%3C/b%3E",
    ),
    "reference": (
        "",
        "name=twing.odds_many",
        "name=imperium.odds",
        "name=charts.card_worth",
        "name=twing.nothing",
        "search=heat",
        "search=nothinglikeit",
    ),
    "rulebook": (
        "",
        "rule=TW-BAT-16",
        "rule=TW-BAT-5",
        "rule=TW-DUEL-3",
        "rule=TW-VAR-8",
        "rule=TW-OBJ-2",
        "rule=TW-BAT-99",
        "search=cat",
        "search=nothinglikeit",
        "show=glossary",
        "show=glossary&term=entourage",
        "show=glossary&term=nothing",
        "show=gallery",
        "show=summary",
        "show=nothing",
    ),
    "readings": ("", "rule=TW-VAR-8", "rule=TW-VAR-9", "rule=TW-VAR-999"),
    "imperium-readings": ("", "rule=IM-VAR-1", "rule=IM-VAR-2", "rule=IM-VAR-99"),
    "imperium-practice": (
        "",
        "topic=combat-rolls",
        "item=retreat:may:17",
        "item=planets:control:4",
        "topic=nothing",
    ),
    "imperium-learn": ("", "lesson=space-battle", "lesson=landing", "lesson=no-such-lesson"),
    "imperium-battle": (
        "",
        *(f"view={view}" for view in ("steps", "casualties", "retreat", "needs", "invasion", "nothing")),
        "battle=space:_2_cruiser_vs_1_dreadnought",
        "battle=ground:_1_cruiser_2_dreadnought_3_infantry_vs_1_mech_1_pds",
        *_battles(SPACE, "view=steps", "view=casualties", "view=retreat", "view=needs", "view=invasion"),
        *_battles(GROUND, "view=steps", "view=needs", "view=invasion"),
        *_battles("invasion: 1 carrier 2 dreadnought 4 infantry vs 2 cruiser 2 infantry 1 pds"),
        "view=retreat&retreat=1:30",
        "battle=space:_2_cruiser_vs",
        "battle=space: 2_cruiser_vs_1_dreadnought",
        "battle=space:_2_nothing_vs_1_dreadnought",
    ),
    "ember-learn": ("", "lesson=sets-and-runs", "lesson=the-call", "lesson=no-such-lesson"),
    "ember-practice": ("", "topic=nothing"),
    "ember-readings": ("", "rule=EM-ABIL-4", "rule=EM-CALL-7", "rule=EM-VAR-99"),
    "ember-play": (
        "seed=7",
        "players=3&length=20&opponents=steady&seed=7",
        "players=5&seed=11",
        "variant=wilds=1&seed=7",
        "players=6&seed=7",
        "length=31&seed=7",
    ),
    "ember-hand": (
        "",
        *(f"view={view}" for view in ("soon", "keep", "refresh", "nothing")),
        "view=keep&needs=dragon:2",
        "battle=ember:_p1_hand_A5_E5_F5_%2A~_p2_hand_5~_pool_phoenix_imp~_to_move_p1_draw",
        "battle=A6_E6_F8",
        "battle=A6_A6",
        "battle=A14",
    ),
    "ember-rules": (
        "",
        "rule=EM-CONJ-2",
        "rule=EM-NONE-1",
        "search=archmage",
        "show=gallery",
        "show=gallery&term=wizards",
        "show=glossary",
        "show=glossary&term=lesser",
        "show=nothing",
    ),
    "imajica-learn": ("", "lesson=first-site", "lesson=victory", "lesson=no-such-lesson"),
    "imajica-practice": ("", "topic=seizing", "topic=nothing"),
    "imajica-play": (
        "seed=7",
        "seed=7&opponents=random",
        "players=2&form=three&deck=teeth&seed=3",
        "players=6&opponents=random&seed=11",
        "players=9&seed=7",
        "deck=mine&seed=7",
    ),
    "imajica-step": ("", "example=5", "example=99", "line=imajica:_p1_active_gentle~_p2_active_dowd"),
    "imajica-stop": (
        "",
        *(f"view={view}" for view in ("send", "defend", "call", "victory", "nothing")),
        "variant=secure=gt",
        "variant=secure=never",
        "battle=imajica:_p1_active_gek-a-gek_gek-a-gek~_p2_active_gideon_irish_toll-guard~_"
        "challenge_gideon_with_gek-a-gek_gek-a-gek%242~_p2_holds_5&view=defend",
        "battle=imajica:_p1_active_irish:pivoted~_p2~_circle_slew~_seize_slew_with_irish",
        "battle=imajica:_p1_active_gentle~_p2_active_gentle",
        "battle=imajica:_p1~_p2~_p2_holds_99",
    ),
    "imajica-decks": (
        "",
        *(f"view={view}" for view in ("list", "file", "nothing")),
        "deck=imajica_deck:_3_gentle,_2_dog-alley,_nobody,_slew",
        "deck=imajica_deck:_many_slew",
    ),
    "imajica-readings": (
        "",
        "rule=IJ-AFF-1",
        "rule=IJ-DECK-3",
        "rule=IJ-HOLD-1",
        "rule=IJ-TIME-7",
        "rule=IJ-VAR-9",
    ),
    "imajica-rules": (
        "",
        "rule=IJ-SEIZE-4",
        "rule=IJ-DECK-1",
        "rule=IJ-NONE-1",
        "search=maestro",
        "show=gallery",
        "show=gallery&term=site",
        "show=gallery&term=site-4",
        "show=gallery&term=decks",
        "show=glossary",
        "show=glossary&term=maestro",
        "show=nothing",
    ),
    "imperium-rules": (
        "",
        "rule=IM-UNIT-3",
        "rule=IM-SPACE-7",
        "rule=IM-INV-2",
        "rule=IM-NONE-1",
        "search=retreat",
        "search=nothinglikeit",
    ),
}
"""The addresses of each notebook: those of its query strings, without the language."""

INLINE = frozenset(
    (
        "a",
        "abbr",
        "b",
        "br",
        "code",
        "em",
        "i",
        "kbd",
        "mark",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "u",
        "wbr",
    )
)
TERM = "data-term"
"""The attribute of a word that explains itself when it is tapped: shown as the plain text that it is."""
SILENT = frozenset(("svg", "style", "script"))
TOLD = (
    "href",
    "src",
    "alt",
    "title",
    "aria-label",
    "aria-pressed",
    "aria-expanded",
    "aria-checked",
    "aria-current",
)
FIELDS = (
    "name", "type", "value", "placeholder", "min", "max", "step", "checked", "selected", "disabled", "hidden"
)  # fmt: skip
DONE = (
    "role",
    "aria-disabled",
    "data-act",
    "data-value",
    "data-frame",
    "data-shortcut",
    "data-delete",
    "data-drag",
)
DONE += ("data-drop", "data-copy", "data-picture")
SAID = (*TOLD, *FIELDS, *DONE)
USUAL = {("button", "type", "button"), ("div", "role", "group")}
COUNTER = re.compile(r"\b(tk-panel)-\d+\b|\b(tk-[a-z-]*?)-?[0-9a-f]{3,}\b")

PACKED = re.compile(r"\bgame=([A-Za-z0-9_-]{20,})")


TAG = re.compile(r"""<(/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""", re.IGNORECASE)
"""A tag as the panels write them; what is between two tags is text."""
ATTRIBUTE = re.compile(r"""([^\s"'=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?""")
DRAWING = re.compile(r"<svg\b(?:(?!<svg\b|</svg>).)*+</svg>", re.DOTALL)
"""A drawing that has none in it."""


class Reader:
    """Reads HTML as lines: text, and in brackets what controls and links do.

    Much faster than `html.parser`, and only for what is written as the panels write it.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.silent = ""
        self.in_term = False

    def read(self, html: str) -> list[str]:
        """The lines of a piece of HTML."""
        drawings = 1
        while drawings:
            html, drawings = DRAWING.subn("", html)
        place = 0
        for tag in TAG.finditer(html):
            self.text(html[place : tag.start()])
            place = tag.end()
            ends, name, attributes = tag.groups()
            if ends:
                self.end(name.lower())
            else:
                self.begin(name.lower(), attributes)
        self.text(html[place:])
        self.end_line()
        return self.lines

    def end_line(self) -> None:
        """What follows stands in a line of its own."""
        text = " ".join(self.line.split())
        if text:
            self.lines.append(text)
        self.line = ""

    def begin(self, tag: str, attributes: str) -> None:
        """A tag that begins an element, or is one."""
        if self.silent:
            return
        if tag in SILENT:
            self.silent = tag
            return
        given = {
            name.lower(): unescape(value[1:-1] if value[:1] in ('"', "'") else value)
            for name, value in ATTRIBUTE.findall(attributes)
        }
        if TERM in given:
            self.in_term = True
            return
        if tag not in INLINE:
            self.end_line()
        elif tag == "br":
            self.line += " / "
        told = [name for name in SAID if name in given and (tag, name, given[name]) not in USUAL]
        if told:
            words = "; ".join(f"{name}={given[name]}" for name in told)
            self.line += " [" + COUNTER.sub(r"\1\2-N", words) + "] "

    def end(self, tag: str) -> None:
        """A tag that ends an element."""
        if self.silent:
            if tag == self.silent:
                self.silent = ""
        elif self.in_term:
            self.in_term = False
        elif tag not in INLINE:
            self.end_line()

    def text(self, text: str) -> None:
        """The text between two tags."""
        if text and not self.silent:
            self.line += unescape(text)


def shown(html: str) -> list[str]:
    """What a piece of HTML shows, in lines."""
    return Reader().read(html)


@contextmanager
def asked(query: str) -> Iterator[None]:
    """Something asks for a page with this query string; what is left to chance comes out the same."""
    before = {name: os.environ.get(name) for name in ("QUERY_STRING", "TWINGKIT_LANG")}
    state = random.getstate()
    os.environ["QUERY_STRING"] = query
    os.environ.pop("TWINGKIT_LANG", None)
    random.seed(7)
    try:
        yield
    finally:
        random.setstate(state)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def made(notebook: str, query: str) -> Any:
    """The page that a notebook of the site makes of a query string: the value of its last line."""
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    source = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    *before, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        raise TypeError(f"{notebook}: the last line is no value")
    names: dict[str, Any] = {}
    with asked(query):
        exec(compile(ast.Module(before, []), notebook, "exec"), names)
        return eval(compile(ast.Expression(last.value), notebook, "eval"), names)


def panels(page: Any) -> Iterator[tuple[str, list[str]]]:
    """The panels of a page, from the top, each with what it shows."""
    frame = page.frame
    yield "head", [f"title: {frame.title}", f"link: {frame.share}", f"status: {frame.status}"]
    yield "frame", shown(frame.html)
    if page.faults is not None:
        yield "faults", shown(page.faults.html)
    for number, panel in enumerate(page.panels, 1):
        status = [f"status: {panel.status}"] if panel.status else []
        yield f"panel {number}", [*status, *shown(panel.html)]
        if isinstance(panel, MatchPanel) and panel.match.pause == "start":
            panel.do("go_on")
            yield f"panel {number}, begun", shown(panel.html)


def readable(line: str) -> str:
    """A line with a sum in place of a packed game, which not every computer packs the same."""
    return PACKED.sub(lambda found: f"game={_sum_of_game(found.group(1))}", line)


def _sum_of_game(word: str) -> str:
    try:
        return hashlib.sha256(links.unpack(word).encode()).hexdigest()[:12]
    except links.LinkError:
        return "damaged"


def cut(lines: list[str]) -> list[str]:
    """The lines, or of very many the first ones and a sum of the rest."""
    if len(lines) <= LONGEST:
        return lines
    rest = "\n".join(lines[KEPT:]).encode()
    return [*lines[:KEPT], f"… {len(lines) - KEPT} more lines, sha256 {hashlib.sha256(rest).hexdigest()}"]


def told(notebook: str, lang: str) -> str:
    """What a notebook of the site shows at all of its addresses."""
    seen: dict[str, str] = {}
    out: list[str] = []
    for query in (*ADDRESSES[notebook], *SHARED):
        address = query if "lang=" in query else "&".join(filter(None, (query, f"lang={lang}")))
        out.append(readable(f"## {notebook}.ipynb?{address}"))
        for name, lines in panels(made(notebook, address)):
            lines = [readable(line) for line in lines]
            text = "\n".join(lines)
            if text in seen:
                out.append(f"# {name}: just as at {seen[text]}")
            else:
                seen[text] = readable(f"?{address}")
                out += [f"# {name}", *cut(lines)]
        out.append("")
    return "\n".join(out)


def path(notebook: str, lang: str) -> Path:
    """Where a golden page is."""
    return FOLDER / f"{notebook}.{lang}.txt"


def main() -> None:
    """Write the golden pages of the notebooks that are named, or of all."""
    for notebook in sys.argv[1:] or ADDRESSES:
        for lang in LANGUAGES:
            path(notebook, lang).write_text(told(notebook, lang), encoding="utf-8")
    print(f"{len(list(FOLDER.glob('*.txt')))} files")


if __name__ == "__main__":
    main()
