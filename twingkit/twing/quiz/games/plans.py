"""Tables of whole games, variations of them, and plans of answers that are played on them.

    hands = [Holding(hand=supply.take_spells(3, "FW")), Holding(hand=supply.take_spells(2))]
    table = QuizTable.deal(rng, hands)
    table.with_holding(0, objects=("puppet",)).with_variant(price=3).setup_text
    play = play_plan(table, "p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll 2", "p2: roll -1")

A plan has everybody's answers, rolls and draws; the engine asks for them in any order. A player without a
plan passes, keeps the same active objects, and takes the first thing offered.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling, TextByLanguage
from twingkit.core.variants.switches import Value
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import AnswerOption, QuizItem, Reason
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts, sum_texts
from twingkit.learn.quiz.sentences import LEARNER_SEAT
from twingkit.learn.quiz.staging import AnswerPlan, PlayedGame, mistakes_by_forgetting
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.holding import Holding
from twingkit.twing.notation.position import Position
from twingkit.twing.quiz.explanations import explain_ruling, explanation_ruling
from twingkit.twing.quiz.options import FORGOTTEN, number_options
from twingkit.twing.quiz.phrases import COMMON_PHRASES, Phrases
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, ELEMENTS, Card, face_text
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
from twingkit.twing.rules.typed_rulings import ObjectBought
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import BOX, Variant


@attrs.frozen(kw_only=True)
class QuizTable:
    """A table of a whole game on which a question is based: characters by seat, position, and variant."""

    characters: tuple[str, ...]
    position: Position | None = None
    variant: Variant = BOX

    @classmethod
    def deal(
        cls, rng: random.Random, holdings: Sequence[Holding], characters: Sequence[str] = (), **parts: Any
    ) -> QuizTable:
        """Deal a table at which seat 0 has to choose its action; `parts` are fields of `Position`.

        The characters are random unless they are given.
        """
        chosen = tuple(characters or rng.sample(ELEMENTS, len(holdings)))
        usual: dict[str, Any] = {"turn": rng.randint(8, 40), "phase": "action", "as_is": True}
        position = Position(holdings=tuple(holdings), **usual | parts)
        return cls(characters=chosen, position=position)

    @property
    def setup_text(self) -> str:
        """The set-up lines of the table, as `Game.begin` reads them."""
        head = [f"players {' '.join(self.characters)}"]
        if self.variant != BOX:
            head.append(f"variant {self.variant}")
        return "\n".join([*head, *(self.position.lines() if self.position else ())])

    def start_game(self) -> Game:
        """Start the game of this table. Raises `Refusal` for an impossible position."""
        return Game(GameStart(self.characters, self.variant, load_box(), self.position), rolls="ask")

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """The holding of each seat."""
        return self.position.holdings if self.position else tuple(Holding() for _ in self.characters)

    @property
    def display(self) -> tuple[str, ...]:
        """The objects that lie face up and can be bought."""
        return self.position.display if self.position else ()

    @property
    def visible_objects(self) -> list[str]:
        """All objects that are owned or lie in the display."""
        return [*self.display, *(name for own in self.holdings for name in (*own.objects, *own.aside))]

    @property
    def direction(self) -> int:
        """The direction of play: 1 for clockwise, -1 for counterclockwise."""
        return self.position.direction if self.position else 1

    @property
    def character_name_keys(self) -> tuple[str, ...]:
        """The keys of the characters' names by seat."""
        return tuple(CHARACTER_BY_ELEMENT[element] for element in self.characters)

    def with_holding(self, seat: int, **parts: Any) -> QuizTable:
        """Return the same table with other cards or objects for one seat."""
        return self._with(seat, attrs.evolve(self.holdings[seat], **parts))

    def without_player(self, seat: int) -> QuizTable:
        """Return the same table after a player has left the game."""
        return self._with(seat, Holding(out=True))

    def _with(self, seat: int, holding: Holding) -> QuizTable:
        return self.with_position_parts(holdings=(*self.holdings[:seat], holding, *self.holdings[seat + 1 :]))

    def with_foreign_character(self, seat: int = 0) -> QuizTable:
        """Return the same table with a character of another element for a player."""
        free = [element for element in ELEMENTS if element not in self.characters]
        if not free:
            return self
        characters = (*self.characters[:seat], free[0], *self.characters[seat + 1 :])
        return attrs.evolve(self, characters=characters)

    def with_reversed_direction(self) -> QuizTable:
        """Return the same table with the opposite direction of play."""
        return self.with_position_parts(direction=-self.direction)

    def with_position_parts(self, **parts: Any) -> QuizTable:
        """Return the same table with other parts of the position."""
        assert self.position is not None
        return attrs.evolve(self, position=attrs.evolve(self.position, **parts))

    def with_variant(self, **switches: Value) -> QuizTable:
        """Return the same table in a variant."""
        return attrs.evolve(self, variant=self.variant.with_values(**switches))


PLAN_NAME_BY_QUESTION = {
    "act": "act",
    "attack": "lay",
    "defend": "lay",
    "roll": "roll",
    "draw": "draw",
    "pick_object": "object",
    "pick_event": "event",
    "pick_spell": "spell",
    "take_object": "take",
    "switch": "active",
    "support": "support",
    "before_roll": "respond",
    "interrupt": "respond",
    "respond": "respond",
    "discard_element": "discard",
    "discard_spell": "discard",
    "discard_creature": "discard",
}
"""The name that a plan uses for the answers to each kind of question."""


_RESPONSE_WORDS = (*RESPONSE_CARD_KINDS, "hat", "shamrock")
DEFAULT_ANSWERS = {"support": "pass", "respond": "pass", "active": "keep"}
"""The answers of players without a plan, by kind of question."""


def final_ornicles(play: PlayedTable) -> int:
    """Return the number of Ornicles that the learner has at the end of a play."""
    return int(play.game.table.players[0].ornicles)


@attrs.frozen(slots=False, eq=False)
class PlayedTable(PlayedGame):
    """A quiz table together with the game played from its position by planned answers and rolls.

    `until` is the question kind at which the play stopped ("" for the end), `answer_lines` are the answers as
    the plan gave them.
    """

    table: QuizTable
    answer_lines: tuple[str, ...]
    plan: tuple[str, ...]
    until: str

    @property
    def setup_text(self) -> str:
        """The set-up lines of the table, as `Game.begin` reads them."""
        return self.table.setup_text

    def replay_on(self, table: QuizTable) -> PlayedTable | None:
        """Play the same plan on another table; return None if that is impossible."""
        return play_plan(table, *self.plan, stop_kind=self.until)

    def plays_without_rules(self, *rules: str) -> list[Forgotten]:
        """Replay the plan without each of these rules in turn (see `forgotten.toml`); return each play
        with its rule.
        """
        return [
            (self.replay_on(self.table.with_variant(**FORGOTTEN["variants"][rule])), rule) for rule in rules
        ]

    def plays_without_own_element(self, *seats: int) -> list[Forgotten]:
        """Replay the plan with a character of another element in each of these seats in turn; return each
        play with the mistake that it shows.

        TW-BAT-15 is forgotten where it helps that player, and otherwise applied to spells of any element.
        """
        helped = self.seats_in_rulings("side", "TW-BAT-15 own_element")
        return [
            (
                self.replay_on(self.table.with_foreign_character(seat)),
                "TW-BAT-15" if seat in helped else "TW-BAT-15/foreign",
            )
            for seat in seats
        ]

    def kept_cards(self, drawn: Sequence[Card], since: int = 0) -> tuple[Card, ...]:
        """Return the cards of `drawn` that the learner has gained since the answer `since` and still has."""
        gained = _learner_cards(self.game) - _learner_cards(self.game_at(since))
        still_there = []
        for card in drawn:
            if gained[card]:
                gained[card] -= 1
                still_there.append(card)
        return tuple(still_there)

    def lost_creatures(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """Return the creatures, given as tokens, that the learner has lost from the entourage."""
        before = [card.token for card in self.table.holdings[0].entourage]
        tokens_now = [card.token for card in self.game.table.players[0].entourage]
        return tuple(token for token in tokens if tokens_now.count(token) < before.count(token))

    def rulings(self, answer_count: int = 0) -> list[Ruling]:
        """Return the rulings after the first `answer_count` answers, as the learner may know them, without
        those that start a turn.
        """
        rulings = super().rulings(answer_count)
        return [ruling.seen_by(LEARNER_SEAT) for ruling in rulings if ruling.case != "turn"]

    def reason_as_explanation(self, reason: Reason) -> Reason:
        """Return a ruling reworded as an explanation with the numbers and names at this table; return any
        other reason unchanged.
        """
        if not isinstance(reason, Ruling):
            return reason
        return explain_ruling(reason, self.rulings(), facts=_facts_at_table(self, reason))

    def with_count(
        self,
        why: Sequence[Reason],
        since: int | str,
        case: str = "ornicles",
        get_count: Callable[[Player], int] = lambda player: player.ornicles,
    ) -> list[Reason]:
        """Return reasons preceded by a sum: the number of Ornicles (or of what `get_count` counts) that the
        learner had at `since`, and its changes since.
        """
        game = self.game_at(self.answer_index(since) if isinstance(since, str) else since)
        counts = [get_count(game.table.players[LEARNER_SEAT])]
        for line in self.answer_lines[len(game) :]:
            counts.append(get_count(game.give_answers(line).table.players[LEARNER_SEAT]))
        changes = [after - before for before, after in pairwise(counts) if after != before]
        facts = {"n": counts[0], "sum": sum_texts([counts[0], *changes])}
        return [explanation_ruling(why[0].rule, case if changes else f"{case}_same", **facts), *why]

    def seats_in_rulings(self, fact: str, *rules: str) -> tuple[int, ...]:
        """Return the seats of the players that a fact of the rulings of some rules names, in their order."""
        names = self.table.character_name_keys
        return tuple(names.index(ruling.facts[fact]) for ruling in self.cited_rulings(*rules))

    def rulings_about_learner(
        self, *rules: str, answer_count: int = 0, also_against: bool = False
    ) -> list[Ruling]:
        """Return the rulings of these rules about the learner or, with `also_against`, also against the
        learner.
        """
        keys = ("side", "enemy") if also_against else ("side",)
        name = self.table.character_name_keys[LEARNER_SEAT]
        every = self.cited_rulings(*rules, answer_count=answer_count)
        return [ruling for ruling in every if name in (ruling.facts.get(key) for key in keys)]

    def make_item(
        self, index_or_kind: int | str, texts: TextByLanguage, *parts: Any, **more: Any
    ) -> QuizItem | None:
        """Make the question asked before the answer at an index, preceded by the learner's character."""
        return super().make_item(
            index_or_kind,
            join_texts(COMMON_PHRASES("player.are", side=self.table.character_name_keys[0]), texts),
            *parts,
            **more,
        )

    def final_count_options(
        self,
        rng: random.Random,
        forgotten: Iterable[Forgotten],
        count_before: int | None = None,
        get_count: Callable[[PlayedTable], int] = final_ornicles,
        more_mistakes: Iterable[Mistake] = (),
    ) -> tuple[AnswerOption, ...]:
        """Return the options of the question “How many are there in the end?”

        One of them is the number at the beginning (`count_before`, by default the learner's Ornicles).
        """
        start = self.table.holdings[0].ornicles if count_before is None else count_before
        return number_options(
            rng,
            get_count(self),
            [*mistakes_by_forgetting(get_count, forgotten), *more_mistakes, Mistake(start)],
        )


def play_direction_text(table: QuizTable) -> TextByLanguage:
    """Return the name of the direction of play at a table, for insertion into a sentence."""
    return Phrases("telling")(f"seats.{_DIRECTION_NAMES[table.direction]}")


_DIRECTION_NAMES = {1: "clockwise", -1: "counterclockwise"}


def _facts_at_table(play: PlayedTable, ruling: Ruling) -> dict[str, object]:
    """Return facts for the explanation of a ruling that the table before the question shows."""
    table, facts = play.table, dict[str, object]()
    holdings = dict(zip(table.character_name_keys, table.holdings, strict=True))
    mine, theirs = (holdings.get(ruling.facts.get(key, "")) for key in ("side", "enemy"))
    if mine is not None:
        facts |= {"had": mine.ornicles, "owned": (*mine.objects, *mine.aside)}
    if ruling.rule == "TW-BAT-1" and ruling.case == "declared":
        known = mine is table.holdings[LEARNER_SEAT]  # other hands are hidden
        facts |= {"cards": mine.spells} if known and mine else {"case": ""}
    elif ruling.rule == "TW-BAT-6" and "card" in ruling.facts:
        facts["element"] = ruling.facts["card"].element
    elif ruling.rule in ("TW-DUEL-1", "TW-DUEL-3") and theirs is not None:
        facts["owned"] = (*theirs.objects, *theirs.aside)
    elif isinstance(bought := ruling.event, ObjectBought) and mine is not None:
        facts |= {"left": mine.ornicles - bought.n, "sum": sum_texts([mine.ornicles, -bought.n])}
    elif ruling.rule == "TW-OBJ-2":
        facts["owned"] = play.game.table.players[LEARNER_SEAT].owned_objects
    elif ruling.rule == "TW-OBJ-4" and ruling.case == "captured":
        facts["own"] = ruling.facts["card"].element
    elif ruling.case in ("displayed", "gained"):
        facts["open"] = tuple(play.game.table.object_display)
    elif ruling.case in ("turn", "spell_passed"):
        facts["way"] = play_direction_text(table)
    return facts


Forgotten = staging.GameWithoutRule[PlayedTable]
"""A play in which a rule was forgotten (None if it could not be played), and that rule."""


def _learner_cards(game: Game) -> Counter[Card]:
    """Return the cards in the learner's hand and entourage, with the number of copies of each."""
    player = game.table.players[LEARNER_SEAT]
    return Counter([*player.hand, *player.entourage, *player.response_cards.cards])


def play_plan(table: QuizTable, *lines: str, stop_kind: str = "") -> PlayedTable | None:
    """Play the planned lines of answers on a quiz table until the first unplanned question or one of the kind
    `stop_kind`.

    Return None if the plan cannot be played.
    """
    plan = AnswerPlan(PLAN_NAME_BY_QUESTION, _default_answer)
    for line in lines:
        seat, _, planned = line.partition(": ")
        plan.add(seat, _answer_sort(planned), planned)
    game = staging.play_plan(table.start_game, plan, stop_kind)
    return None if game is None else PlayedTable(game, table, tuple(plan.given_answers), lines, stop_kind)


def lay_plan_lines(seat: int, lay: str, *faces: int) -> list[str]:
    """Return plan lines in which a player lays cards and then rolls the given faces (none behind a
    shield).
    """
    rolled = () if lay.startswith("shield") else faces
    return [f"p{seat + 1}: lay {lay}", *(f"p{seat + 1}: roll {face_text(face)}" for face in rolled)]


def _answer_sort(answer: str) -> str:
    """Return the kind of an answer, as given by its first word."""
    word = answer.partition(" ")[0]
    if word in _RESPONSE_WORDS:
        return "respond"
    return word if word in PLAN_NAME_BY_QUESTION.values() else "act"


def _default_answer(question: Question, sort: str) -> str | None:
    return question.format_answer(next(question.options())) if sort == "take" else DEFAULT_ANSWERS.get(sort)
