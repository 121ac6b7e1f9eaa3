"""What the reference lists: every name that the kit offers to analysts, by what one wants to do.

`entries()` reads the sources (see `reference_source`); a name is written as one uses it after
`from twingkit import twing, charts, arena`: `twing.odds_many`, `charts.odds`, `arena.play`; what `twingkit`
itself offers stands alone: `Game`. A name that two modules offer is listed once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from math import log
from pathlib import Path

import attrs

from twingkit_widgets.reference_source import PACKAGE, Member, Place, Written, place_of, public, read
from twingkit_widgets.search_marks import folded, terms
from twingkit_widgets.wording import LANGUAGES, Words

SAME = ("odds", "many", "game", "worth")
"""Words of the kit that have others beside them in `reference_words.toml`."""

WORDS = Words(Path(__file__).with_name("reference_words.toml"))

QUESTION = 3
"""A search of so many words is a question: nobody expects each of them in the text."""

TELLING = 0.6
"""Of a question, those entries are found that have so much of what the best one tells."""

CLOSENESS = (4, 3, 1, 1, 3)
"""How much a word tells in the name, the summary, the text, the members, the group's title."""

LETTERS = 5
"""Only words of more letters are looked for without their ending."""

HOMES = ("", "twing", "charts", "arena", "policies", "play", "cluster", "odds")
"""The modules of `twingkit` whose `__all__` is for analysts; the first one is the package itself."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "battle": (
        "twing.odds",
        "twing.odds_given",
        "twing.margins",
        "twing.line_odds",
        "twing.odds_now",
        "twing.faces_but",
        "Odds",
        "Distribution",
        "twing.BudgetError",
    ),
    "many": (
        "twing.odds_many",
        "twing.power_grid",
        "twing.cats_grid",
        "twing.grid",
        "twing.sample_battles",
        "twing.sample_situations",
        "twing.BatchError",
    ),
    "play": (
        "twing.advise",
        "twing.response_tree",
        "twing.best_line",
        "twing.first_responses",
        "twing.best_response",
        "twing.best_answer",
        "twing.best_defences",
        "twing.shields_best",
        "twing.shield_or_spells",
    ),
    "worth": (
        "twing.card_worth",
        "twing.held_worth",
        "twing.held_spread",
        "twing.own_element_worth",
        "twing.own_element_odds",
        "twing.points_worth",
    ),
    "what_if": ("twing.what_if", "twing.with_power", "twing.with_object"),
    "unknown": (
        "twing.odds_unknown",
        "twing.hidden_hands",
        "twing.Situation",
        "twing.as_situation",
        "twing.Holder",
        "twing.Gone",
        "twing.UnknownOdds",
    ),
    "duels": (
        "twing.duel_odds",
        "twing.supported_odds",
        "twing.endgame_odds",
        "twing.best_duel_plan",
        "twing.duel_table",
        "twing.duel_results",
        "twing.duel_costs",
        "twing.Duel",
        "twing.Duellist",
        "twing.DuelError",
        "twing.DuelBudgetError",
        "twing.support_settled",
        "twing.SupportedBattle",
        "twing.Supporter",
        "twing.endgame_pairings",
        "twing.endgame_results",
        "twing.endgame_game",
        "twing.EndgameAttack",
        "twing.EndgameStart",
        "twing.EndgameBudgetError",
    ),
    "games": (
        "arena.play",
        "twing.effects",
        "twing.means",
        "twing.differences",
        "twing.starters",
        "twing.seats",
        "twing.per_game",
        "twing.played_and_won",
        "twing.players_won",
        "twing.own_element_played",
        "twing.defences_played",
        "twing.spread",
        "arena.Results",
        "arena.load",
        "arena.Run",
        "arena.Stopped",
        "arena.GameFailed",
        "arena.DamagedPart",
        "policies.play",
        "policies.seat_players",
        "policies.RandomPolicy",
        "policies.Policy",
        "cluster.connected",
        "cluster.Cluster",
    ),
    "files": (
        "charts.odds",
        "charts.heat_map",
        "charts.save",
        "charts.advice",
        "charts.card_worth",
        "charts.curves",
        "charts.margins",
        "charts.response_tree",
        "charts.duel",
        "charts.endgame",
        "charts.effects",
        "charts.means",
        "charts.shares",
        "charts.spread",
        "charts.scaling",
        "charts.description",
        "charts.save_table",
        "charts.load_table",
        "charts.plain",
        "charts.CONFIG",
    ),
    "lines": (
        "twing.Battle",
        "twing.read_line",
        "twing.OBJECTS",
        "twing.Side",
        "twing.Lay",
        "twing.Spell",
        "twing.Creature",
        "twing.Unit",
        "twing.NotationError",
        "twing.BattleError",
        "twing.ELEMENTS",
        "twing.FACES",
        "twing.SUN",
        "twing.CROSS",
        "twing.SPIRAL",
        "twing.face_text",
    ),
    "records": (
        "twing.new_game",
        "twing.battle_game",
        "Game",
        "Question",
        "Roll",
        "Refusal",
        "BadAnswer",
        "RecordError",
        "play.Entry",
        "play.RECORD_HEAD",
        "twing.View",
        "twing.Position",
        "twing.GameResult",
        "twing.BattleStart",
        "twing.GameStart",
        "play.Start",
        "play.Table",
        "play.Script",
        "play.Chance",
        "play.CHECKPOINT",
        "play.register",
    ),
    "rules": (
        "twing.rulebook",
        "twing.Variant",
        "twing.load_box",
        "Rulebook",
        "Rule",
        "Ruling",
        "UnknownRule",
        "twing.VariantError",
        "twing.BOX",
        "twing.PRESETS",
        "twing.Box",
        "twing.BoxError",
    ),
}
"""What one wants to do, in the order of the list, and the names for it, the first ones first."""

REST = "records"
"""The group of a name that stands in none."""

CLOSE = 0.5
"""How much alike a name must look to be offered for one that does not exist, from 0 to 1."""


@attrs.frozen
class Entry:
    """A name of the reference: as it is used, where to import it from, what its source says, its group."""

    name: str
    home: str
    written: Written
    group: str

    @property
    def short(self) -> str:
        """The name without its module."""
        return self.name.rpartition(".")[2]

    @property
    def place(self) -> Place:
        """Where it is written."""
        return self.written.place

    @property
    def kind(self) -> str:
        """What it is: a kind of `reference_source`."""
        return self.written.kind

    @property
    def signature(self) -> str:
        """How it is called."""
        return self.written.signature

    @property
    def summary(self) -> str:
        """What it is or does, in a sentence."""
        return self.written.summary

    @property
    def doc(self) -> str:
        """Its docstring."""
        return self.written.doc

    @property
    def members(self) -> tuple[Member, ...]:
        """What a class can do."""
        return self.written.members


@cache
def entries() -> Mapping[str, Entry]:
    """Every name by itself, in the order of the list."""
    found = {entry.name: entry for entry in _found()}
    return {name: found[name] for names in _order(found).values() for name in names}


def _found() -> Iterator[Entry]:
    seen: set[Place] = set()
    group_of = {name: group for group, names in GROUPS.items() for name in names}
    for home in HOMES:
        module = f"{PACKAGE}.{home}".rstrip(".")
        for name in public(module):
            place = place_of(module, name)
            if place is None or place in seen:
                continue
            seen.add(place)
            whole = f"{home}.{name}".lstrip(".")
            yield Entry(whole, module, read(place), group_of.get(whole, REST))


def _order(found: Mapping[str, Entry]) -> dict[str, list[str]]:
    """The names of each group that there are, then those that stand in no group."""
    order = {group: [name for name in names if name in found] for group, names in GROUPS.items()}
    listed = {name for names in order.values() for name in names}
    order[REST] += [name for name in found if name not in listed]
    return order


def places() -> Mapping[Place, Entry]:
    """Every entry by where it is written."""
    return {entry.place: entry for entry in entries().values()}


def meant(text: str, near: Entry | None = None) -> Entry | None:
    """The entry that a piece of code names: `odds_many`, `twing.odds_many`, `odds_many(lines)`, or
    `batch.odds_many` by the module in which it is written; None for anything else.

    A short name that several modules have is the one of the same module as `near`, or the first one.

    >>> meant("odds_many(lines)").name, meant("lines")
    ('twing.odds_many', None)
    """
    name = text.partition("(")[0].strip()
    known = entries()
    if name in known:
        return known[name]
    module, _, last = name.rpartition(".")
    short = [
        entry
        for entry in known.values()
        if entry.short == last and module in ("", entry.place.module.rpartition(".")[2])
    ]
    same = [entry for entry in short if near and entry.home == near.home]
    return next(iter([*same, *short]), None)


def nearest(wanted: str, most: int = 3) -> list[Entry]:
    """The entries whose names look most like a name that does not exist.

    >>> [entry.name for entry in nearest("twing.ods_many")][:1]
    ['twing.odds_many']
    """
    by_short: dict[str, Entry] = {}
    for entry in entries().values():
        by_short.setdefault(entry.short.lower(), entry)
    close = get_close_matches(wanted.lower().rpartition(".")[2], by_short, most, CLOSE)
    return [by_short[name] for name in close]


def search(wanted: str, titles: Mapping[str, str]) -> list[Entry]:
    """The entries with every word of a search, the best first: in the name, the summary, then the text.

    `titles` are the names of the groups in the reader's language: they count as words of their entries. A
    word beside others counts in its other forms too (`computed`, `computing`). In a question of many words,
    or if no entry has every word, those are found that have the most telling ones, and where they tell most.

    >>> [entry.name for entry in search("odds many", {})][0]
    'twing.odds_many'
    >>> [entry.name for entry in search("compute many battles at once", {"many": "Many battles"})][0]
    'twing.odds_many'
    """
    words = terms(wanted)
    if not words:
        return []
    if len(words) > 1:
        words = [tuple(dict.fromkeys((*forms, *map(_stem, forms), *_same(forms)))) for forms in words]
    where = [_where(words, entry, titles) for entry in entries().values()]
    known = [sum(found[place] is not None for found in where) for place in range(len(words))]
    whole, some = [], []
    for at, (entry, found) in enumerate(zip(entries().values(), where, strict=True)):
        there = [spot for spot in found if spot is not None]
        if len(there) == len(found):
            exact = wanted.strip().lower() not in (entry.name.lower(), entry.short.lower())
            whole.append((exact, sum(there), at, entry))
        told = sum(
            CLOSENESS[spot] * log(len(where) / known[place])
            for place, spot in enumerate(found)
            if spot is not None
        )
        some.append((-told, at, entry))
    if whole and len(words) < QUESTION:
        return [entry for *_, entry in sorted(whole, key=lambda each: each[:3])]
    most = min(told for told, *_ in some)
    found_some = [each for each in some if each[0] < 0 and each[0] <= TELLING * most]
    return [entry for *_, entry in sorted(found_some, key=lambda each: each[:2])]


def _same(forms: Sequence[str]) -> list[str]:
    """The words of the kit for what a person calls otherwise, in any language."""
    return [
        word
        for word in SAME
        if any(
            form in folded(WORDS.say(lang, f"alias.{word}"))[0].split()
            for lang in LANGUAGES
            for form in forms
        )
    ]


def _stem(word: str) -> str:
    """A longer word without its commonest English ending."""
    return re.sub("(?:ing|ed|es|e|s)$", "", word) if len(word) > LETTERS else word


def _members_text(entry: Entry) -> str:
    return " ".join(f"{member.name} {member.summary}" for member in entry.members)


def _where(words: Sequence[tuple[str, ...]], entry: Entry, titles: Mapping[str, str]) -> list[int | None]:
    """In which text of an entry each word stands first, by its number; None if in none."""
    said = (entry.name, entry.summary, entry.doc, _members_text(entry), titles.get(entry.group, ""))
    texts = [folded(text)[0] for text in said]
    return [
        next((at for at, text in enumerate(texts) if any(form in text for form in forms)), None)
        for forms in words
    ]
