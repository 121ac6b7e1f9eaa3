"""The parts that a game fills in for its first game, and the deals that were found for it.

A game names a `FirstGame` in its entry (`GameEntry.first_game`); one that names none has a first game too:
from its first example for each number of players, with the rules in the order in which they act.

The texts are in a TOML file of the game, each in every language::

    [screen.table]              # the first screen: table, aim, turn, end, each with a title and a text
    title = { en = "…", de = "…" }
    text = { en = "…", de = "…" }

    [answer.draw]               # what an answer does, by its first word or its whole text
    en = "…"
    de = "…"

    [taken.respond]             # that the table answers questions of this kind for the learner: once
    en = "…"
    de = "…"

    [taken."respond ahead"]     # the same, in the case that the game names so (`FirstGame.case`)
    en = "…"
    de = "…"

    [taken."respond forced"]    # that it passes where nothing else is possible: once, if a word is due
    en = "…"
    de = "…"

    [tell.XY-TURN-2]            # what the teacher says of a rule, and what it calls it; else the rule does
    title = { en = "…", de = "…" }
    text = { en = "…", de = "…" }

`twingkit first-game GAME --write` writes the file of its deals: see `twingkit.learn.first_game.search`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import attrs

from twingkit.core.example_lines import example_by_player_count
from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Start
from twingkit.core.questions import Chance, Question, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.starts import parse_start
from twingkit.core.variants.start_lines import VARIANT, lines_of, variant_lines
from twingkit.core.variants.variant import AnyVariant
from twingkit.core.words import load_texts

Texts = Mapping[str, str]

SCREEN_PARTS = ("table", "aim", "turn", "end")
"""The parts of the first screen, in their order."""

NONE = ("\0",)
"""The beginning of no rule."""

SEAT = 0
"""The learner's seat in every first game."""


@attrs.frozen
class ScreenPart:
    """One part of the first screen: its title, and a few short sentences."""

    titles: Texts
    texts: Texts


@attrs.frozen
class RuleText:
    """The words of the teacher for a rule: a short text, and a title if it is not that of the rule."""

    texts: Texts
    titles: Texts | None = None


@attrs.frozen(kw_only=True)
class Deal:
    """One deal: the set-up lines, the seed of its cards, dice and opponents, and what was measured of it.

    `figures` are those of `twingkit.learn.first_game.search.DealMeasurements`, empty where nothing was
    searched.
    """

    players: int
    lines: tuple[str, ...]
    seed: int
    figures: Mapping[str, float] = attrs.field(factory=dict)

    def start(self, game: str) -> Start:
        """The start of the game. Raises `Fault` for lines that are none."""
        return parse_start("\n".join(self.lines), game)

    def with_variant(self, variant: AnyVariant) -> Deal:
        """The same deal by another variant, with the switches that the deal itself sets."""
        kind = type(variant)
        own = [kind.parse(line.partition(" ")[2]) for line in lines_of(VARIANT, self.lines)]
        changes = {change.switch.key: change.other for made in own for change in kind.box().diff(made)}
        lines = [line for line in self.lines if line not in lines_of(VARIANT, self.lines)]
        return attrs.evolve(self, lines=(*lines, *variant_lines(variant.with_values(**changes))))


def _nothing(*_: object) -> tuple[str, ...]:
    return ()


def _no_ruling(_asked: Question, _rule: str) -> None:
    return None


def _never(_view: object, _rule: str) -> bool:
    return False


def _no_answer(_game: Game) -> str:
    return ""


def _no_case(_game: Game) -> str:
    return ""


@attrs.frozen(kw_only=True)
class FirstGame:
    """The first game of a game; everything has a default that any game can use.

    `lines` are the set-up lines by the number of players, if they are not the game's examples. `often` are
    the rules that practice asks most: the end tells some that did not come up. `shown` are rules that the
    first screen tells; `silent` rules (ids, or their beginnings) that are not worth a word
    while one plays, `unsaid` those whose refusals are not (`XY-USE-2.name_` for some of its cases: what is
    wrong with the form of an answer is no rule worth teaching). `tells` are the words of the teacher for
    rules. `offered(question)` are the rules without which one cannot read what a question offers, the most
    urgent first: they are told before what has happened. `because(question, rule)` says what on the table
    makes a rule matter now that has not acted: names and numbers. `asked` are the rules that one needs for a
    kind of question, beside the one that asks, `quiet` those that are told at such a question where there is
    nothing else to tell, one at a time. `before` names the rule without which another says nothing: what a
    duel is comes before what it brings. `brief` are rules on a word that is read on a button, told in a
    sentence: one of them is told as soon as it is offered, though others fill the room. With `prompt`, a rule
    that has acted waits for the next question and no longer: told later it is out of place, and mostly it
    acts again. `early(view, rule)` is true of a rule that concerns nobody yet, by what the learner sees: how
    one loses an object where nobody owns one.
    `routine(game)` is the answer to a question that is not worth asking the learner, "" for one that is.
    `case(game)` is the reason for it, in a word, where questions of one kind have several.
    `gained(game, seat)` are the rules of the things that a player has got in a game: who owned a thing has
    met its rule; `displayed(game)` those of things that lay open with what they do, to be read by
    all. `fewest` is the number of players that a rule needs, where that is more than two: the end
    says so beside a rule that could not come up.

    `points(table, seat)` says how far a seat is on its way to the goal, from 0 to 1. `base` is the player
    that the teaching opponent is made of, `open` the part of the goal by which it stays within reach,
    `abilities` are the first words of answers of which it shows each kind once. With `by_place` each throw
    comes from the seed and its place in the record alone. `length` is the number of answers that a good first
    game asks of the learner, at most; `arc` are rules that act on the learner in a good one. `beginners` is
    the number of players like learners that try each deal in a search: more where games differ more.
    """

    screen: Mapping[str, ScreenPart] = attrs.field(factory=dict)
    answers: Mapping[str, Texts] = attrs.field(factory=dict)
    deals: Mapping[int, Deal] = attrs.field(factory=dict)
    often: tuple[str, ...] = ()
    lines: Mapping[int, tuple[str, ...]] = attrs.field(factory=dict)
    shown: Collection[str] = ()
    silent: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    tells: Mapping[str, RuleText] = attrs.field(factory=dict)
    offered: Callable[[Question], Iterable[str]] = _nothing
    because: Callable[[Question, str], Ruling | None] = _no_ruling
    asked: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    quiet: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    before: Mapping[str, str] = attrs.field(factory=dict)
    brief: Collection[str] = ()
    prompt: bool = False
    early: Callable[[Any, str], bool] = _never  # each game has its view
    routine: Callable[[Game], str] = _no_answer
    case: Callable[[Game], str] = _no_case
    taken: Mapping[str, Texts] = attrs.field(factory=dict)
    gained: Callable[[Game, int], Iterable[str]] = _nothing
    displayed: Callable[[Game], Iterable[str]] = _nothing
    fewest: Mapping[str, int] = attrs.field(factory=dict)
    points: Callable[[Any, int], float] | None = None  # each game has its table
    base: str = "greedy"
    open: float = 0.25
    abilities: Collection[str] = ()
    by_place: bool = False
    length: int = 120
    arc: tuple[str, ...] = ()
    beginners: int = 3

    @classmethod
    def load(cls, texts: Path, deals: Path, **parts: Any) -> FirstGame:  # each field has its type
        """The first game of a file of texts and a file of deals; raises `Fault` naming a text that is
        missing."""
        data = load_texts(texts)

        def text(*place: str) -> Texts:
            """The text at a place of the file."""
            entry: object = data
            for name in place:
                entry = entry.get(name) if isinstance(entry, Mapping) else None
            if not isinstance(entry, Mapping):
                raise Fault("first_game.no_text", file=texts.name, text=".".join(place))
            return entry

        screen = {
            name: ScreenPart(text("screen", name, "title"), text("screen", name, "text"))
            for name in SCREEN_PARTS
        }
        tells = {
            rule: RuleText(text("tell", rule, "text"), words.get("title"))
            for rule, words in data.get("tell", {}).items()
        }
        answers = data.get("answer", {})
        said = {"screen": screen, "answers": answers, "tells": tells, "taken": data.get("taken", {})}
        return cls(**said, deals=load_deals(deals), often=load_frequent_rules(deals), **parts)

    def is_silent(self, rule: str) -> bool:
        """True if a rule is told on the first screen, or not worth a word."""
        return rule in self.shown or rule.startswith(self.silent or NONE)

    def is_suppressed(self, refusal: Refusal) -> bool:
        """True if a refusal is not worth a word: of its rule, or of this case of it."""
        return f"{refusal.rule}.{refusal.case}".startswith(self.unsaid or NONE)

    def answer_text(self, answer: str) -> str:
        """Return what an answer does, in a few words; "" if the game does not say."""
        texts = self.answers.get(answer) or self.answers.get(answer.partition(" ")[0])
        return texts[language()] if texts else ""


def single_answer(asked: Question | None) -> str:
    """The only answer that a question has; "" if there are more, or if chance decides.

    >>> from twingkit import twing
    >>> single_answer(twing.battle_game("F: F5 vs W: W4").question)
    'lay F5'
    """
    if asked is None or isinstance(asked, Chance):
        return ""
    options = list(islice(asked.options(), 2))
    return asked.format_answer(options[0]) if len(options) == 1 else ""


def load_deals(path: Path) -> dict[int, Deal]:
    """The deals of a file, by the number of players; none if there is no such file."""
    if not path.exists():
        return {}
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["deal"]
    return {
        row["players"]: Deal(
            players=row["players"], lines=tuple(row["lines"]), seed=row["seed"], figures=row["figures"]
        )
        for row in rows
    }


def load_frequent_rules(path: Path) -> tuple[str, ...]:
    """The rules that practice asks most, as a file of deals says; none if there is no such file."""
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return tuple(data.get("often", ()))


def first_game_of(entry: GameEntry) -> FirstGame:
    """The first game of a game: as it fills it in, else with a deal for each number of players of its
    examples.

    >>> from twingkit.core.games import game_by_id
    >>> sorted(first_game_of(game_by_id("ember")).deals)
    [2, 3, 4, 5]
    """
    return _first_game(entry.id)


@cache
def _first_game(game: str) -> FirstGame:
    entry = game_by_id(game)
    own: FirstGame = entry.load("first_game") or FirstGame()
    lines = own.lines or {
        players: tuple(parse_start(line, entry.id).lines())
        for players, line in example_by_player_count(entry).items()
    }
    unsearched = {
        players: Deal(players=players, lines=setup, seed=1)
        for players, setup in sorted(lines.items())
        if players not in own.deals
    }
    return attrs.evolve(own, deals={**own.deals, **unsearched})
