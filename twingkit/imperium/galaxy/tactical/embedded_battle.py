"""A battle inside a game: units enter it, its questions go to the players, and the survivors return to the
table (IM-SPACE-15, IM-ASK-5)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.play import CHECKPOINT, Script
from twingkit.core.questions import ChanceQuestion, Question, Refusal
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX, Side
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.dice.volley import VolleyResult
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.battle.rules.force import NO_ROOM_MARK, Fight, counts_with_gained_units
from twingkit.imperium.battle.rules.questions import (
    AnnounceRetreat,
    AssignHits,
    CombatQuestion,
    PlayEffect,
    RollDice,
)
from twingkit.imperium.battle.rules.result import BattleResult
from twingkit.imperium.battle.rules.table import BattleTable, is_no_effect_case
from twingkit.imperium.battle.rules.target import ChooseTarget
from twingkit.imperium.box.effects import BattleEffect, effects_by_id
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.table import questions
from twingkit.imperium.galaxy.table.abilities import AbilityWindow, Moment
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.battle_effects import (
    add_tekklar_legion,
    can_pay_for_effect,
    can_use_effect,
    copied_unit_upgrades,
    usable_battle_effects,
    use_effect,
    use_hacan_flagship,
)
from twingkit.imperium.galaxy.trade.offers import Offer
from twingkit.imperium.galaxy.trade.transactions import bargain_in_combat
from twingkit.imperium.texts.rulebook import rulebook

FIGHTING_EFFECT: Final = "fighting"
"""The effect that is active while a battle is set up with effects from both hands."""


class BattleQuestion(Question[object]):
    """A question of a battle inside a game; `battle_question` is the battle's own question."""

    __slots__ = ("battle_question", "player_by_role", "table")

    def __init__(self, table: GameTable, seats: Sequence[int], question: CombatQuestion) -> None:
        super().__init__(seats[question.player])
        self.table, self.battle_question = table, question
        self.player_by_role = {role: SEATS[seat] for role, seat in zip(ROLES, seats, strict=True)}

    @property
    def kind(self) -> str:  # type: ignore[override] # that of the question inside
        """The kind of the battle's question."""
        return self.battle_question.kind

    @property
    def rule(self) -> str:  # type: ignore[override] # that of the question inside
        """The rule of the battle's question."""
        return self.battle_question.rule

    @property
    def has_unlisted_answers(self) -> bool:
        """True if the battle's question lists only some of its answers."""
        return self.battle_question.has_unlisted_answers

    def options(self) -> Iterator[object]:
        """Yield every legal answer."""
        return self.battle_question.options()

    def refusal(self, answer: object) -> Refusal | None:
        """Return the reason why an answer is illegal; None if it is legal."""
        refusal = self.battle_question.refusal(answer)
        if refusal is None:
            return None
        said = refusal.ruling
        return Refusal(
            said.rule, said.case, _facts_with_player_names(said.facts, self.player_by_role), said.book
        )

    def sentence(self) -> str:
        """Return the text of the question, with the names of the players."""
        case, facts = self.battle_question.case_and_facts()
        return rulebook().sentence("ask", case, _facts_with_player_names(facts, self.player_by_role))

    def random_answer(self, rng: random.Random) -> object:
        """Return a random legal answer."""
        return self.battle_question.random_answer(rng)

    def parse_answer(self, text: str) -> object:
        """Parse the text of an answer."""
        return self.battle_question.parse_answer(text)

    def format_answer(self, answer: object) -> str:
        """Return the text of an answer."""
        return self.battle_question.format_answer(answer)


class BattleDecision(BattleQuestion):
    """A decision that a player of a whole game makes during a battle; a trade offer may be made before it."""

    __slots__ = ()

    def refusal(self, answer: object) -> Refusal | None:
        """Return the reason why an answer is illegal; None if it is legal."""
        is_offer, wrong = questions.is_offer_and_refusal(self, self.table, answer)
        return wrong if is_offer else super().refusal(answer)

    def is_aside(self, answer: object) -> bool:
        """True if the answer is a trade offer, which is made before answering (IM-ASK-6)."""
        return questions.is_offer_and_refusal(self, self.table, answer)[0]

    def parse_answer(self, text: str) -> object:
        """Parse the text of an answer."""
        return questions.parse_offer(self, self.table, text) or super().parse_answer(text)

    def format_answer(self, answer: object) -> str:
        """Return the text of an answer."""
        return str(answer) if isinstance(answer, Offer) else super().format_answer(answer)


class _DecisionWithOffers(questions.QuestionAllowingOffers, BattleDecision):
    """A battle decision about units only (losses, retreats, fire), before which offers are possible."""

    __slots__ = ()


class BattleDice(BattleQuestion, ChanceQuestion[object]):
    """A roll of dice during a battle that is part of a whole game."""

    __slots__ = ()
    result_key = "rolled"

    def outcomes(self) -> Sequence[tuple[object, float]]:
        """Return all possible rolls with their probabilities; equivalent rolls are combined."""
        return self.battle_question.assumed_outcomes()


_QUESTIONS_OF_GAME: Mapping[type[CombatQuestion], type[BattleQuestion]] = {
    RollDice: BattleDice,
    PlayEffect: BattleDecision,  # about using a card, which a deal before it could remove
}
"""The classes of the game's questions for those of a battle; offers may come before all others."""


@attrs.frozen
class BattleSeats:
    """The seats of a battle, attacker first, and which of them can retreat.

    `bombardment_declared` is True if the attacker has already declared bombardment (IM-INV-10).
    """

    seats: tuple[int, int]
    can_retreat: tuple[bool, bool] = (False, False)
    bombardment_declared: bool = False


def battle_side(
    table: GameTable,
    seat: int,
    kind: str,
    *forces: PlacedUnits,
    extra_effect_ids: tuple[str, ...] = (),
    planet: str = "",
    includes_cards: bool = True,
) -> Side:
    """Return one side of a battle: a player's units with all effects that the player can use.

    `extra_effect_ids` are effects of the system; without `includes_cards`, hand cards are left out, as other
    players see it. A ground battle is about a `planet`.
    """
    counts: dict[str, int] = {}
    for units in forces:
        for name in units:
            if name == DOCK:
                continue
            written = table.players[seat].unit_type_on_board(name).name
            hurt = units.hurt.get(name, 0)
            for text, count in ((written, units[name] - hurt), (written + DAMAGED_SUFFIX, hurt)):
                if count:
                    counts[text] = counts.get(text, 0) + count
    uses = usable_battle_effects(table, seat, kind, extra_effect_ids, planet, includes_cards=includes_cards)
    return Side(counts, table.players[seat].faction, uses, copied_upgrades=copied_unit_upgrades(table, seat))


class BattleInGame(BattleTable):
    """The state of a battle between two players (attacker first) inside a whole game; its log names the
    players.

    The game has the effect `FIGHTING_EFFECT` from its creation on, until the effects that last so long end.
    """

    settles_control = False
    lets_player_choose_rerolls = True

    def __init__(self, game: GameTable, battle: Battle, seats: Sequence[int]) -> None:
        super().__init__(Fight.from_battle(battle))
        game.start_effect(FIGHTING_EFFECT, seats[0], FIGHTING_EFFECT)
        self.game = game
        self.player_by_role = {role: SEATS[seat] for role, seat in zip(ROLES, seats, strict=True)}
        self.rulings = None if game.rulings is None else []
        self.seats = tuple(seats)
        self.start_window: AbilityWindow | None = None
        """The window of the game at the start of this combat, shared with the battle's abilities."""
        self.way_out: Callable[[int, bool], bool] = lambda side_index, anywhere: True
        """For a side, and for a card that leads anywhere: whether its ships find a way out."""

    def open_start_window(self, window: str, system: int, planet: str = "") -> Script:
        """Open the window of the game at the start of this combat; its mandatory abilities happen.

        The others are used in turn with the battle's own abilities (IM-SPACE-3, IM-TIME-2).
        """
        moment = Moment(window, self.seats[0], system, planet, number=self.seats[1])
        self.start_window = AbilityWindow(self.game, moment)
        yield from self.start_window.use_mandatory_abilities()

    def use_ability_of_game(self, side_index: int) -> Script[bool]:
        """Let a player use one ability of the game at the start of the combat; return True if one was
        used.
        """
        if self.start_window is None or self.round:
            return False
        used = yield from self.start_window.take_turn(self.seats[side_index])
        if used:
            add_tekklar_legion(self.game, self, self.seats)
            self.game.end_effects("combat")
        return used

    def can_announce_retreat(self, side_index: int) -> bool:
        """Return whether a side has a system to which it could retreat if it announced a retreat now."""
        return self.way_out(side_index, False)

    def can_retreat(self, side_index: int, without_presence: bool = False) -> bool:
        """Return whether a side can retreat; log it if an announced retreat is impossible."""
        free = self.way_out(side_index, without_presence)
        if not (free or without_presence):
            self.game.announce("IM-SPACE-13", "no_way", SEATS.index(self.player_by_role[ROLES[side_index]]))
        return free

    def record_ruling(self, rule: str, case: str, **facts: object) -> None:
        """Record the effect of a rule and log it in the game.

        Unplayed hand cards stay hidden (IM-VIEW-1), and abilities without an effect are not logged. An
        unused ability that its player cannot pay for is logged as such.
        """
        super().record_ruling(rule, case, **facts)
        unsaid = is_no_effect_case(case) and rule in battle_effect_rules(include_public=case != "passed")
        if not unsaid:
            if case == "passed" and isinstance(effect := facts.get("effect"), BattleEffect):
                seat = SEATS.index(self.player_by_role[str(facts["side"])])
                case = case if can_pay_for_effect(self.game, seat, effect.id) else "unpaid"
            self.game.record_ruling(rule, case, **_facts_with_player_names(facts, self.player_by_role))


@cache
def battle_effect_rules(*, include_public: bool) -> frozenset[str]:
    """Return the ids of the rules about action cards and promissory notes with an effect in battles. These
    cards are hidden in hands.

    With `include_public`, technologies and abilities are included, which all players see.
    """
    held = ("action", "promissory")
    return frozenset(
        effect.rule for effect in effects_by_id().values() if include_public or effect.source in held
    )


def _facts_with_player_names(facts: Mapping[str, object], names: Mapping[str, str]) -> dict[str, object]:
    """Return facts with player names in place of roles, plus the player name of each role; `names` maps roles
    to names.
    """
    named_facts = {name: names.get(fact, fact) if type(fact) is str else fact for name, fact in facts.items()}
    return {**names, **named_facts}


def public_battle_line(battle: Battle) -> str:
    """Return the notation of a battle as all players know it, without hidden action cards."""
    known = [
        attrs.evolve(side, effects=[use for use in side.effects if use.effect.source != "action"])
        for side in battle.sides
    ]
    return str(attrs.evolve(battle, attacker=known[0], defender=known[1]))


def without_unaffordable_effects(table: GameTable, battle: Battle, seats: Sequence[int]) -> Battle:
    """Return a battle without the effects that its players, attacker first, cannot pay for now."""
    for side_index, seat in enumerate(seats):
        uses = [use for use in battle.sides[side_index].effects if can_use_effect(table, seat, use)]
        battle = battle.with_side(side_index, effects=uses)
    return battle


def run_embedded_battle(
    table: GameTable,
    battle_script: Script,
    battle_seats: BattleSeats,
    between_steps: Callable[[], Script] | None = None,
) -> Script[None]:
    """Run the script of a battle inside a whole game, asking its players for dice and decisions.

    Losses follow the battle policy unless the variant asks the players (IM-ASK-5). Before the first combat
    roll the attacker may make an offer, unless another question has allowed one (IM-TRADE-3). `between_steps`
    runs in the game whenever the battle pauses.
    """
    answer: object = None
    could_not_offer = True
    while True:
        try:
            asked = battle_script.send(answer)
        except StopIteration:
            return
        answer = None
        if between_steps is not None:
            yield from between_steps()
        if asked is CHECKPOINT:
            continue
        if not isinstance(asked, CombatQuestion):  # of an ability that only the game has
            answer = yield asked
            continue
        if could_not_offer and isinstance(asked, RollDice) and asked.step == "combat":
            could_not_offer = False
            yield from bargain_in_combat(table, battle_seats.seats[0])
        answer = _automatic_answer(table, battle_seats, asked)
        if answer is None:
            question_class = _QUESTIONS_OF_GAME.get(type(asked), _DecisionWithOffers)
            if question_class is _DecisionWithOffers and not asked.player:
                could_not_offer = False
            answer = yield question_class(table, battle_seats.seats, asked)
            answer = yield from _carry_out(table, battle_seats.seats[asked.player], asked, answer)


def _automatic_answer(table: GameTable, battle_seats: BattleSeats, question: CombatQuestion) -> object:
    """Return the answer to a decision that is made automatically, such as losses (IM-ASK-5); None if the
    player is asked.
    """
    follows_policy = table.variant.losses == "policy"
    match question:
        case AnnounceRetreat() if not battle_seats.can_retreat[question.player]:
            return acts.STAY
        case FireDecision() if battle_seats.bombardment_declared:
            return acts.PLAY
        case AssignHits() if follows_policy:
            return question.default_answer()
        case ChooseTarget() if follows_policy and question.case:
            return question.default_answer()
        case PlayEffect() if not can_use_effect(table, battle_seats.seats[question.player], question.use):
            return acts.PASS
    return None


def _carry_out(table: GameTable, seat: int, question: CombatQuestion, answer: object) -> Script[object]:
    """Use the effect or improve the roll that a player answers, and return the answer for the battle."""
    match question, answer:
        case PlayEffect(), acts.Play():
            return acts.PLAY if (yield from use_effect(table, seat, question.use)) else acts.CANCELLED
        case RollDice(), VolleyResult():
            return (yield from use_hacan_flagship(table, seat, question, answer))
    return answer


def add_battle_stats_entry(
    table: GameTable, battle_table: BattleTable, seats: tuple[int, int], winner_seat: int | None, place: str
) -> None:
    """Note a finished combat in the statistics log; `place` is the number of a tile or the id of a planet."""
    result, battle = BattleResult.from_table(battle_table), battle_table.fight.battle
    table.add_stats_entry(
        "battle",
        table.round,
        battle.kind,
        place,
        seats,
        winner_seat,
        result.rounds,
        tuple(destroyed_units(battle_table, side_index).total() for side_index in (0, 1)),
        tuple(result.losses(side_index) for side_index in (0, 1)),
        result.retreated,
        public_battle_line(battle),
    )


def remaining_units(battle_table: BattleTable, side_index: int, before: PlacedUnits) -> PlacedUnits:
    """Return the units of a side after the battle; units that took no part are unchanged."""
    after = before.copy()
    roster, force = battle_table.rosters[side_index], battle_table.forces[side_index]
    fought: dict[str, tuple[int, int]] = {}
    for unit, fresh, hurt in zip(roster.units, force.fresh, force.damaged, strict=True):
        whole, damaged = fought.get(unit.unit_class, (0, 0))
        fought[unit.unit_class] = whole + fresh, damaged + hurt
    for name, (whole, damaged) in fought.items():
        after.take(name, after[name], after.hurt.get(name, 0))
        after.put(name, whole + damaged, damaged)
    return after


def destroyed_units(battle_table: BattleTable, side_index: int) -> Counter[str]:
    """Return the units of a side destroyed so far, by class, without replaced units and units removed for
    lack of capacity."""
    roster, force = battle_table.rosters[side_index], battle_table.forces[side_index]
    destroyed: Counter[str] = Counter()
    for kind, count in enumerate(
        counts_with_gained_units(battle_table.fight, battle_table.state, side_index)
    ):
        unit = roster.units[kind]
        destroyed[unit.unit_class] += (
            count - force.count(kind) - force.used_effects.count(f"{NO_ROOM_MARK}{unit.name}")
        )
    return destroyed


def run_battle_steps(battle_table: BattleTable, *listed: Callable[[BattleTable], Script]) -> Script[None]:
    """Run the steps of a battle one after another on its table."""
    for step in listed:
        yield from step(battle_table)
