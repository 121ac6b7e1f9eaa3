"""Tables of whole games, tables that differ from another in only one thing, and plans played on them: what
everybody does and what is rolled and drawn, in whatever order the engine asks.

    table = Tabletop.deal(rng, [Holding(hand=supply.spells(3, "FW")), Holding(hand=supply.spells(2))])
    table.with_holding(0, objects=("puppet",)).with_variant(price=3).text
    play = play_plan(table, "p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll 2", "p2: roll -1")

A player without a plan passes, keeps its objects, and takes the first thing that it may take.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling, Texts
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import AnswerOption, Item
from twingkit.learn.quiz.sentences import LEARNER
from twingkit.learn.quiz.staging import Plan, PlayedGame, wrong_values
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.holding import Holding
from twingkit.twing.notation.position import Position
from twingkit.twing.quiz.asking import Mistake, numbers
from twingkit.twing.quiz.phrases import COMMON, join_texts
from twingkit.twing.rules.cards import CHARACTERS, ELEMENTS, Card, face_text
from twingkit.twing.rules.response_cards import SPECIALS
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import BOX, Value, Variant


@attrs.frozen(kw_only=True)
class Tabletop:
    """A table of a whole game for a question: the characters by seat, the position (None if the game begins
    with the set-up), the variant.
    """

    characters: tuple[str, ...]
    position: Position | None = None
    variant: Variant = BOX

    @classmethod
    def deal(
        cls, rng: random.Random, holdings: Sequence[Holding], characters: Sequence[str] = (), **parts: Any
    ) -> Tabletop:
        """Deal a table where seat 0 has to choose its action; `parts` are those of a `Position`.

        The characters are random unless they are given.
        """
        chosen = tuple(characters or rng.sample(ELEMENTS, len(holdings)))
        usual: dict[str, Any] = {"turn": rng.randint(8, 40), "phase": "action", "as_is": True}
        position = Position(holdings=tuple(holdings), **usual | parts)
        return cls(characters=chosen, position=position)

    @property
    def text(self) -> str:
        """Return the text that `begin` reads."""
        head = [f"players {' '.join(self.characters)}"]
        if self.variant != BOX:
            head.append(f"variant {self.variant}")
        return "\n".join([*head, *(self.position.lines() if self.position else ())])

    def start(self) -> Game:
        """Return the game that `begin` would begin. Raise `Refusal` for an impossible position."""
        return Game(GameStart(self.characters, self.variant, load_box(), self.position), rolls="ask")

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """Return the holding of each seat."""
        return self.position.holdings if self.position else tuple(Holding() for _ in self.characters)

    @property
    def display(self) -> tuple[str, ...]:
        """Return the objects that lie face up and can be bought."""
        return self.position.display if self.position else ()

    @property
    def visible_objects(self) -> list[str]:
        """Return every object that can be seen."""
        return [*self.display, *(name for own in self.holdings for name in (*own.objects, *own.aside))]

    @property
    def direction(self) -> int:
        """Return the direction of play: 1 for clockwise, -1 for counterclockwise."""
        return self.position.direction if self.position else 1

    @property
    def names(self) -> tuple[str, ...]:
        """Return the keys of the characters' names by seat."""
        return tuple(CHARACTERS[element] for element in self.characters)

    def with_holding(self, seat: int, **parts: Any) -> Tabletop:
        """Return the same table with other cards or objects for one seat."""
        return self._with(seat, attrs.evolve(self.holdings[seat], **parts))

    def without_player(self, seat: int) -> Tabletop:
        """Return the same table after a player has left the game."""
        return self._with(seat, Holding(out=True))

    def _with(self, seat: int, holding: Holding) -> Tabletop:
        return self.with_position_parts(holdings=(*self.holdings[:seat], holding, *self.holdings[seat + 1 :]))

    def with_foreign_character(self, seat: int = 0) -> Tabletop:
        """Return the same table with a character of another element for a player; with four players all are
        taken.
        """
        free = [element for element in ELEMENTS if element not in self.characters]
        if not free:
            return self
        characters = (*self.characters[:seat], free[0], *self.characters[seat + 1 :])
        return attrs.evolve(self, characters=characters)

    def with_reversed_direction(self) -> Tabletop:
        """Return the same table with the opposite direction of play."""
        return self.with_position_parts(direction=-self.direction)

    def with_position_parts(self, **parts: Any) -> Tabletop:
        """Return the same table with other parts of the position."""
        assert self.position is not None
        return attrs.evolve(self, position=attrs.evolve(self.position, **parts))

    def with_variant(self, **switches: Value) -> Tabletop:
        """Return the same table in a variant."""
        return attrs.evolve(self, variant=self.variant.with_values(**switches))


ANSWER_SORTS = {
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
"""Kinds of questions, and the names that a plan uses for their answers."""


RESPONSES = (*SPECIALS, "hat", "shamrock")
DEFAULT_ANSWERS = {"support": "pass", "respond": "pass", "active": "keep"}
"""The answers of players without a plan, by kind of question."""


READINGS: Mapping[str, Mapping[str, Value]] = {
    "TW-BAT-9/late": {"spiral": "event_first"},
    "TW-BAT-17/ties": {"ties": "defender"},
    "TW-BAT-18/shield": {"shield_reward": "endgame"},
    "TW-BAT-21/attack": {"own_creatures": "battle"},
    "TW-BAT-21/supporter": {"supporter_home": True},
    "TW-BAT-22/shield": {"shield_stakes": False},
    "TW-DUEL-2/decided": {"stop_when_decided": True},
    "TW-DUEL-2/ornicles": {"duel_ornicles": False},
    "TW-DUEL-3/stake": {"duel_stake": "defender"},
    "TW-END-2/announced": {"elimination": "announcement"},
    "TW-END-4/all": {"endgame_losses": "all"},
    "TW-END-4/most": {"endgame_losses": "majority"},
    "TW-END-8": {"endgame_ornicle": True},
    "TW-TURN-2": {"refill_when": "turn"},
    "TW-TURN-6": {"unlimited_bank": True},
}
"""The variant in which a rule does not apply, or (with its case after a slash) is interpreted in another way.
"""


def ornicles(play: Play) -> int:
    """Return the number of Ornicles that the learner has in the end."""
    return int(play.game.table.players[0].ornicles)


@attrs.frozen(slots=False, eq=False)
class Play(PlayedGame):
    """A table and the game that was played on it by a plan, up to a kind of question if one was given;
    `lines` are the answers as the plan gave them.
    """

    table: Tabletop
    lines: tuple[str, ...]
    plan: tuple[str, ...]
    until: str

    @property
    def setup(self) -> str:
        """Return the text that `begin` reads."""
        return self.table.text

    def replay_on(self, table: Tabletop) -> Play | None:
        """Play the same plan on another table."""
        return play_plan(table, *self.plan, until=self.until)

    def without_rules(self, *rules: str) -> list[Forgotten]:
        """Play the same plan without each of these rules, or with another interpretation of it: see
        `READINGS`.
        """
        return [(self.replay_on(self.table.with_variant(**READINGS[rule])), rule) for rule in rules]

    def without_own_element(self, *seats: int) -> list[Forgotten]:
        """Play the same plan with a character of another element in a seat: TW-BAT-15 forgotten."""
        return [(self.replay_on(self.table.with_foreign_character(seat)), "TW-BAT-15") for seat in seats]

    def kept_cards(self, drawn: Sequence[Card], since: int = 0, seat: int = 0) -> tuple[Card, ...]:
        """Return those of the cards drawn by a player since a line that the player still has in hand or
        entourage.
        """
        gained = cards_of(self.game, seat) - cards_of(self.game_at(since), seat)
        still_there = []
        for card in drawn:
            if gained[card]:
                gained[card] -= 1
                still_there.append(card)
        return tuple(still_there)

    def lost_creatures(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """Return those of the creatures, given as tokens, that the learner no longer has in the entourage."""
        before = [card.token for card in self.table.holdings[0].entourage]
        tokens_now = [card.token for card in self.game.table.players[0].entourage]
        return tuple(token for token in tokens if tokens_now.count(token) < before.count(token))

    def rulings(self, since: int = 0) -> list[Ruling]:
        """Return the rulings from an index on that the learner may know, without the one on whose turn is
        next.
        """
        rulings = super().rulings(since)
        return [ruling.seen_by(LEARNER) for ruling in rulings if ruling.case != "turn"]

    def about_you(self, *rules: str, since: int = 0, enemy: bool = False) -> list[Ruling]:
        """Return the rulings of some rules about the learner, or with `enemy` about the learner's
        opponent."""
        keys = ("side", "enemy") if enemy else ("side",)
        name = self.table.names[LEARNER]
        every = self.cited_rulings(*rules, since=since)
        return [ruling for ruling in every if name in (ruling.facts.get(key) for key in keys)]

    def make_item(self, place: int | str, texts: Texts, *parts: Any, **more: Any) -> Item | None:
        """Make the question before the answer at an index, beginning with who the learner is."""
        return super().make_item(
            place, join_texts(COMMON("player.are", side=self.table.names[0]), texts), *parts, **more
        )

    def count_options(
        self,
        rng: random.Random,
        forgotten: Iterable[Forgotten],
        had: int | None = None,
        read: Callable[[Play], int] = ornicles,
        also: Iterable[Mistake] = (),
    ) -> tuple[AnswerOption, ...]:
        """Return the options of the question “How many are there in the end?”; one of them is the number at
        the beginning (`had`; by default the Ornicles that the learner had).
        """
        start = self.table.holdings[0].ornicles if had is None else had
        return numbers(rng, read(self), [*wrong_values(read, forgotten), *also, Mistake(start)])


Forgotten = staging.Forgotten[Play]
"""A play in which a rule does not apply (None if it could not be played), and that rule."""


def cards_of(game: Game, seat: int) -> Counter[Card]:
    """Return the cards of a player, in hand and entourage."""
    player = game.table.players[seat]
    return Counter([*player.hand, *player.entourage, *player.held.cards])


def play_plan(table: Tabletop, *lines: str, until: str = "") -> Play | None:
    """Play the table up to the first question that the plan does not answer, or to one of the kind `until`;
    return None if it cannot be played.
    """
    plan = Plan(ANSWER_SORTS, _default_answer)
    for line in lines:
        seat, _, planned = line.partition(": ")
        plan.add(seat, _sort(planned), planned)
    game = staging.play_plan(table.start, plan, until)
    return None if game is None else Play(game, table, tuple(plan.given), lines, until)


def lay_lines(seat: int, lay: str, *faces: int) -> list[str]:
    """Return the lines of a player who lays these cards and, unless they are a shield, rolls these faces."""
    rolled = () if lay.startswith("shield") else faces
    return [f"p{seat + 1}: lay {lay}", *(f"p{seat + 1}: roll {face_text(face)}" for face in rolled)]


def _sort(answer: str) -> str:
    """Return the kind of an answer, given by its first word."""
    word = answer.partition(" ")[0]
    if word in RESPONSES:
        return "respond"
    return word if word in ANSWER_SORTS.values() else "act"


def _default_answer(question: Question, sort: str) -> str | None:
    """Return the answer of a player without a plan, who takes the first thing that it may take."""
    return question.format_answer(next(question.options())) if sort == "take" else DEFAULT_ANSWERS.get(sort)
