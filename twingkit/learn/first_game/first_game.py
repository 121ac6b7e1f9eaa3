"""The first game that a game defines, and the deals found by the search.

A game names a `FirstGameSettings` in its entry (`GameEntry.first_game`). Other games have a default one:
their first example for each number of players, with rules explained in the order in which they act.

The texts are in a TOML file of the game, each in every language::

    [screen.table]              # the first screen: table, aim, turn, end, each with a title and a text
    title = { en = "…", de = "…" }
    text = { en = "…", de = "…" }

    [answer.draw]               # what an answer does, by its first word or its whole text
    en = "…"
    de = "…"

    [taken.respond]             # the table answers such questions for the learner: said once, or each time
    en = "…"
    de = "…"

    [taken."respond ahead"]     # the same, in this case (`FirstGameSettings.automatic_answer_case`)
    en = "…"
    de = "…"

    [taken."respond forced"]    # it passes if nothing else is possible: said once, if needed
    en = "…"
    de = "…"

    [tell.XY-TURN-2]            # the teacher's text and title for a rule; default: the rule's own
    title = { en = "…", de = "…" }
    text = { en = "…", de = "…" }

`twingkit first-game GAME --write` writes the file of deals: see `twingkit.learn.first_game.search`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from twingkit.core.questions import Question, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.starts import parse_start
from twingkit.core.variants.start_lines import VARIANT_KEY, lines_with_key, variant_lines
from twingkit.core.variants.variant import BaseVariant
from twingkit.core.words import load_texts

Texts = Mapping[str, str]

SCREEN_PARTS = ("table", "aim", "turn", "end")
"""The parts of the first screen, in order."""

MATCHES_NO_RULE = ("\0",)
"""A rule prefix that matches no rule."""

LEARNER_SEAT = 0
"""The learner's seat in every first game."""


@attrs.frozen
class FirstScreenPart:
    """One part of the first screen: a title and a few short sentences."""

    titles: Texts
    texts: Texts


@attrs.frozen
class RuleExplanation:
    """The teacher's explanation of a rule: a short text, and a title if it differs from the title of the
    rule.
    """

    texts: Texts
    titles: Texts | None = None


@attrs.frozen(kw_only=True)
class Deal:
    """One deal for a first game: the set-up lines, the seed of its cards, dice and opponents, and its
    measurements.

    `measurements` are the fields of `twingkit.learn.first_game.search.DealMeasurements`; empty if no search
    was made.
    """

    player_count: int
    setup_lines: tuple[str, ...]
    seed: int
    measurements: Mapping[str, float] = attrs.field(factory=dict)

    def start(self, game: str) -> Start:
        """Return the start of the game. Raises `Fault` if the set-up lines are not valid."""
        return parse_start("\n".join(self.setup_lines), game)

    def with_variant(self, variant: BaseVariant) -> Deal:
        """Return the same deal under another variant; the deal's own switches are kept."""
        kind = type(variant)
        own = [kind.parse(line.partition(" ")[2]) for line in lines_with_key(VARIANT_KEY, self.setup_lines)]
        changes = {change.switch.key: change.second_value for made in own for change in kind.box().diff(made)}
        lines = [
            line for line in self.setup_lines if line not in lines_with_key(VARIANT_KEY, self.setup_lines)
        ]
        return attrs.evolve(self, setup_lines=(*lines, *variant_lines(variant.with_values(**changes))))


@attrs.frozen(kw_only=True)
class FirstGameSettings:
    """The settings of a game for a beginner's first game; every field has a default that works for any game.

    - `setup_lines`: the set-up lines by number of players, if they are not the examples of the game.
      `frequent_rules`: the rules that practice asks most; the end of the game lists those that did not come
      up.
    - `first_screen_rules`: rules that the first screen explains. `unexplained_rules`: rules (ids or prefixes)
      that are never explained during play, or cases of rulings (`XY-USE-2.nothing`) that explain nothing.
      `unexplained_refusals`: rules (or cases, such as `XY-USE-2.name_`)
      whose refusals are not worth explaining, such as mistakes in the form of an answer. `rule_texts`: the
      teacher's words for rules.
    - `rules_for_options(question)`: the rules needed to read the options of a question, the most
      urgent first; they are explained before what has happened. `reason_for_rule(question, rule)`: why a rule
      that has not acted matters now (names, numbers). `rules_by_question`: further rules that a kind of
      question needs. `filler_rules`: rules for such a question when there is nothing else to explain, one at
      a time.
    - `prerequisite_by_rule`: for a rule, the rule that must be explained first (a duel before its reward).
      `explains_promptly`: if True, a rule that has acted waits only until the next question.
      `max_needed_rules`: the largest number of rules explained at once that the question needs.
      `is_rule_too_early(view, rule)`: True if a rule concerns nobody yet, in the learner's view.
    - `automatic_answer(game)`: the answer to a question not worth asking the learner, or "".
      `automatic_answer_case(game)`: the reason for it in one word, if one kind of question has several.
      `repeated_announcements`: the kinds of questions whose automatic answers are announced each time.
    - `acquired_rules(game, seat)`: the rules of things that a player has acquired; they count as met.
      `displayed_rules(game)`: the rules of things that lie open with their text, or that the log tells by
      another rule. `min_players_by_rule`: the number of players that a rule needs, if more than two.
    - `progress_to_goal(table, seat)`: how far a seat is on its way to the goal, from 0 to 1, or None for a
      seat that is out of the game. `base_player`: the player that the teaching opponent is based on.
      `max_lead`: the largest lead of that opponent, as a part of the goal. `ability_words`: first words of
      answers; that opponent shows one answer of each kind. `teaching_answer(game, base)`: that opponent's
      answer in place of its base player's, or "". `rolls_by_place`: if True, each throw depends only on the
      seed and its place in the record.
    - `max_answers`: the largest number of answers that a good first game asks of the learner.
      `desired_rules`: rules that act on the learner in a good first game, each with the last turn in which it
      should act first (as `LookaheadFunctions.turn_number` counts; 0: any turn). `beginner_count`: the number
      of simulated beginners that try each deal in a search.
    """

    first_screen: Mapping[str, FirstScreenPart] = attrs.field(factory=dict)
    texts_by_answer: Mapping[str, Texts] = attrs.field(factory=dict)
    deals: Mapping[int, Deal] = attrs.field(factory=dict)
    frequent_rules: tuple[str, ...] = ()
    setup_lines: Mapping[int, tuple[str, ...]] = attrs.field(factory=dict)
    first_screen_rules: Collection[str] = ()
    unexplained_rules: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    unexplained_refusals: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    rule_texts: Mapping[str, RuleExplanation] = attrs.field(factory=dict)
    rules_for_options: Callable[[Question], Iterable[str]] = lambda question: ()
    reason_for_rule: Callable[[Question, str], Ruling | None] = lambda question, rule: None
    rules_by_question: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    filler_rules: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    prerequisite_by_rule: Mapping[str, str] = attrs.field(factory=dict)
    explains_promptly: bool = False
    max_needed_rules: int = 5
    is_rule_too_early: Callable[[Any, str], bool] = lambda view, rule: False  # each game has its view
    automatic_answer: Callable[[Game], str] = lambda game: ""
    automatic_answer_case: Callable[[Game], str] = lambda game: ""
    automatic_answer_texts: Mapping[str, Texts] = attrs.field(factory=dict)
    repeated_announcements: Collection[str] = ()
    acquired_rules: Callable[[Game, int], Iterable[str]] = lambda game, seat: ()
    displayed_rules: Callable[[Game], Iterable[str]] = lambda game: ()
    min_players_by_rule: Mapping[str, int] = attrs.field(factory=dict)
    progress_to_goal: Callable[[Any, int], float | None] | None = None  # each game has its table
    base_player: str = "greedy"
    max_lead: float = 0.25
    ability_words: Collection[str] = ()
    teaching_answer: Callable[[Game, Any], str] = lambda game, base: ""  # each game has its players
    rolls_by_place: bool = False
    max_answers: int = 120
    desired_rules: Mapping[str, int] = attrs.field(factory=dict)
    beginner_count: int = 3

    @classmethod
    def load(cls, texts: Path, deals: Path, **parts: Any) -> FirstGameSettings:  # each field has its type
        """Load the first-game settings from a file of texts, whose table `settings` may hold further fields,
        and a file of deals.

        Raises a `Fault` naming the text that is missing.
        """
        data = load_texts(texts)

        def text(*place: str) -> Texts:
            entry: object = data
            for name in place:
                entry = entry.get(name) if isinstance(entry, Mapping) else None
            if not isinstance(entry, Mapping):
                raise Fault("first_game.no_text", file=texts.name, text=".".join(place))
            return entry

        screen = {
            name: FirstScreenPart(text("screen", name, "title"), text("screen", name, "text"))
            for name in SCREEN_PARTS
        }
        tells = {
            rule: RuleExplanation(text("tell", rule, "text"), words.get("title"))
            for rule, words in data.get("tell", {}).items()
        }
        answers = data.get("answer", {})
        return cls(
            first_screen=screen,
            texts_by_answer=answers,
            rule_texts=tells,
            automatic_answer_texts=data.get("taken", {}),
            deals=load_deals(deals),
            frequent_rules=load_most_asked_rules(deals),
            **data.get("settings", {}),
            **parts,
        )

    def is_unexplained(self, rule: str) -> bool:
        """True if a rule is not explained during play: the first screen explains it, or nothing does."""
        return rule in self.first_screen_rules or rule.startswith(self.unexplained_rules or MATCHES_NO_RULE)

    def is_unexplained_refusal(self, refusal: Refusal) -> bool:
        """True if a refusal is not worth explaining, because of its rule or its case."""
        return f"{refusal.rule}.{refusal.case}".startswith(self.unexplained_refusals or MATCHES_NO_RULE)

    def answer_text(self, answer: str) -> str:
        """Return a short description of an answer's effect; "" if the game has none."""
        texts = self.texts_by_answer.get(answer) or self.texts_by_answer.get(answer.partition(" ")[0])
        return texts[language()] if texts else ""


def single_answer(question: Question | None) -> str:
    """Return the only possible answer to a question; "" if there are several, or if chance answers.

    >>> from twingkit import twing
    >>> single_answer(twing.battle_game("F: F5 vs W: W4").question)
    'lay F5'
    """
    if question is None or question.is_chance:
        return ""
    options = list(islice(question.options(), 2))
    return question.format_answer(options[0]) if len(options) == 1 else ""


def load_deals(path: Path) -> dict[int, Deal]:
    """Load the deals in a file, and return them by their number of players; empty if there is no such
    file.
    """
    if not path.exists():
        return {}
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["deal"]
    return {
        row["players"]: Deal(
            player_count=row["players"],
            setup_lines=tuple(row["lines"]),
            seed=row["seed"],
            measurements=row["figures"],
        )
        for row in rows
    }


def load_most_asked_rules(path: Path) -> tuple[str, ...]:
    """Return the rules most often asked about in practice, loaded from a file of deals; empty if there is no
    such file.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return tuple(data.get("often", ()))


def first_game_settings(entry: GameEntry) -> FirstGameSettings:
    """Return the first-game settings of a game: those that it defines, or a default with one deal for each
    number of players in the game's examples.

    >>> from twingkit.core.games import game_by_id
    >>> sorted(first_game_settings(game_by_id("ember")).deals)
    [2, 3, 4, 5]
    """
    return _first_game(entry.id)


@cache
def _first_game(game: str) -> FirstGameSettings:
    entry = game_by_id(game)
    own: FirstGameSettings = entry.load("first_game") or FirstGameSettings()
    lines = own.setup_lines or {
        players: tuple(parse_start(line, entry.id).setup_lines())
        for players, line in example_by_player_count(entry).items()
    }
    unsearched = {
        players: Deal(player_count=players, setup_lines=setup, seed=1)
        for players, setup in sorted(lines.items())
        if players not in own.deals
    }
    return attrs.evolve(own, deals={**own.deals, **unsearched})
