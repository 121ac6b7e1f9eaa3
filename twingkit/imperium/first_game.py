"""A learner's first game of Twilight Imperium: the short game with its hidden rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from pathlib import Path

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.greedy import GreedyPolicy
from twingkit.imperium.galaxy.players.known_table import known_table
from twingkit.imperium.galaxy.players.tactical_options import EVEN_CHANCE, tactical_options
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import UseOrPass, abilities_by_id
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.tactical.space_step import cannons_reaching
from twingkit.imperium.galaxy.technology.cards import technologies_by_id
from twingkit.imperium.galaxy.technology.research import ResearchChoice
from twingkit.imperium.galaxy.trade.transactions import OfferReply
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.first_game.first_game import LEARNER_SEAT, FirstGameSettings

HERE = Path(__file__).parent


def _goal_progress(table: GameTable, seat: int) -> float | None:
    """Return a seat's victory points as a share of those needed to win; None if it has been eliminated."""
    player = table.players[seat]
    return None if player.is_eliminated else player.points / table.points_to_win


_RULES = tomllib.loads((HERE / "first_game_rules.toml").read_text(encoding="utf-8"))
"""The rules to explain by ability, action and kind of question."""

RULE_BY_ABILITY: Mapping[str, str] = _RULES["ability"]
"""The rules that explain unit abilities, by the abilities' names in card texts."""

_TOKENS_RULE = "IM-PAY-3"
"""The rule of the three pools: the question of a turn says what its tokens cost, so this rule comes last."""

_SPACE_COMBAT_RULES = ("IM-SPACE-6", "IM-SPACE-7", "IM-SPACE-4", "IM-SPACE-8", "IM-SPACE-10")
"""The rules to know before a decision in a space combat."""

_BARRAGE_RULE = "IM-SPACE-4"
"""The rule of Anti-Fighter Barrage, which matters only if somebody has fighters."""

GROUND_COMBAT_RULES = ("IM-INV-5", "IM-INV-6", "IM-INV-7")
"""The rules to know before a decision in a ground combat."""


@singledispatch
def _rules_needed_to_read(question: Question) -> Iterable[str]:
    """Return the ids of the rules that a learner should read before answering a question, the most urgent
    first.
    """
    return _RULES_BY_CLASS.get(type(question), ())


_RULES_BY_CLASS: Mapping[type, Sequence[str]] = {
    Build: ("IM-PROD-3",),
    OfferReply: ("IM-TRADE-4", "IM-ASK-6"),
    CastVotes: ("IM-AGENDA-5", "IM-AGENDA-7", "IM-AGENDA-1"),
    ResearchChoice: ("IM-TECH-2",),
}


@_rules_needed_to_read.register
def _(question: DivideTokens) -> Iterator[str]:
    if question.table.phase == "status":
        yield from ("IM-STATUS-5", "IM-STATUS-6")
        if not question.table.has_custodians:  # the agenda phase comes next
            yield "IM-AGENDA-1"
    elif not question.may_redistribute:
        yield "IM-STRAT-leadership"


@_rules_needed_to_read.register
def _(question: UseOrPass) -> Iterator[str]:
    return _named_abilities(ability.rule for ability in question.offered)


@_rules_needed_to_read.register
def _(question: BattleQuestion) -> Iterable[str]:
    table, system = question.table, question.table.active_system
    if system is None or not table.enemy_seats_with_ships(question.player, system):
        return GROUND_COMBAT_RULES
    fires = _is_barrage_possible(table, system)
    return [rule for rule in _SPACE_COMBAT_RULES if fires or rule != _BARRAGE_RULE]


def _is_barrage_possible(table: GameTable, system: int) -> bool:
    """Return whether a ship in a system can fire Anti-Fighter Barrage at another player's fighters."""
    return any(
        units["fighter"] and any(table.players[other].unit_type_on_board(name).barrage for name in ships)
        for seat, units in table.space[system].items()
        for other, ships in table.space[system].items()
        if other != seat
    )


@_rules_needed_to_read.register
def _(question: TurnChoice) -> Iterator[str]:
    """Yield the ids of the rules about each kind of action that a player can take now."""
    words = {option.word for option in question.options()}
    for word, rules in _RULES["action"].items():
        if word in words:
            yield from rules
    yield _TOKENS_RULE


@_rules_needed_to_read.register
def _(question: Move) -> Iterator[str]:
    """Yield the ids of the rules that matter for a move into the active system: shots, a battle, wormholes,
    nebulas, gravity rifts beside it, and transport of units.
    """
    table, seat, target = question.table, question.player, question.target
    if table.enemy_seats_with_ships(seat, target):
        yield from ("IM-SPACE-1", "IM-SPACE-6")
    if any(cannons_reaching(table, other, target) for other in table.other_seats(seat)):
        yield "IM-SPACE-2"
    if table.wormholes_in(target):
        yield "IM-MAP-2"
    if table.galaxy.systems[target].tile.anomaly == "nebula":
        yield "IM-MOVE-7"
    near = (table.galaxy.systems[system].tile for system in table.galaxy.systems_sharing_side[target])
    if any(tile.anomaly == "gravity_rift" for tile in near):
        yield "IM-MOVE-11"
    yield from ("IM-MOVE-4", "IM-FLEET-2")


@_rules_needed_to_read.register
def _(question: CommitForces) -> Iterator[str]:
    """Yield the ids of the rules about what follows a landing: shots and ground combat on defended planets,
    control of undefended ones.
    """
    table, seat, planets = question.table, question.player, question.landable_planets
    defenders = {
        name
        for other in table.other_seats(seat)
        for planet in planets
        for name in (*GROUND_FORCES, "pds")
        if table.units_on_planet(other, planet)[name]
    }
    if defenders:
        yield "IM-INV-5"
    if "pds" in defenders:
        yield "IM-INV-4"
    yield from ("IM-INV-11", "IM-INV-3")


@_rules_needed_to_read.register
def _(question: ItemChoice) -> Iterable[str]:
    """Return the ids of the rules that a player must know to choose a strategy card, an objective or a
    technology.
    """
    if question.kind == "take":
        goods = ("IM-PICK-2",) if question.table.card_goods else ()
        has_card = question.table.players[question.player].strategy_cards
        return (*goods, *(("IM-STRAT-1", "IM-STATUS-1", "IM-INV-13") if has_card else ("IM-PICK-4",)))
    return _CHOICE_RULES.get(question.kind, _RULES_BY_CLASS.get(type(question), ()))


_CHOICE_RULES: Mapping[str, Sequence[str]] = {
    "score": ("IM-OBJ-1", "IM-OBJ-2"),
    "secondary": ("IM-PAY-3", "IM-PAY-1"),
    "tactic_tokens": ("IM-PAY-3",),
}
"""The rules to know for the kinds of choices."""


def _named_abilities(cards: Iterable[str]) -> Iterator[str]:
    """Yield the ids of the rules of the unit abilities that the texts of these cards name."""
    texts = [rulebook()[card].text("en") for card in cards]
    yield from (rule for name, rule in RULE_BY_ABILITY.items() if any(name in text for text in texts))


def _rules_of_rolled_abilities(game: Game) -> Iterator[str]:
    """Yield the ids of the rules of unit abilities that have fired in a game; the steps of the battle state
    these rules, too.
    """
    for rule, case, _ in game.table.rulings or ():
        if case == "rolled" and rule in _RULES["rolled_ability"]:
            yield _RULES["rolled_ability"][rule]


_BATTLE_ROUNDS = 2
"""The number of rounds in which a learner fights a first space combat."""


def attack_on_learner(game: Game, base: GreedyPolicy) -> str:
    """Return an opponent's answer that starts an attack on the learner's ships outside their home system; ""
    if none is possible or the learner has already fought in space.

    Of several attacks it begins the most even one.
    """
    question, table = game.question, game.table
    if (
        not isinstance(question, TurnChoice)
        or table.round > _BATTLE_ROUNDS
        or not table.players[question.player].tactic
    ):
        return ""
    learner = SEATS[LEARNER_SEAT]
    fought = (entry.question for entry in game.transcript if isinstance(entry.question, BattleQuestion))
    if any(learner in one.player_by_role.values() and one.rule.startswith("IM-SPACE-") for one in fought):
        return ""
    candidate_options = [
        tactical_option
        for tactical_option in tactical_options(known_table(table, question.player), question.player)
        if LEARNER_SEAT in table.enemy_seats_with_ships(question.player, tactical_option.system)[:1]
        and tactical_option.system != table.home_system(LEARNER_SEAT)
        and tactical_option.plan
    ]
    if not candidate_options:
        return ""
    base.tactical_option = min(
        candidate_options, key=lambda tactical_option: abs(tactical_option.win_probability - EVEN_CHANCE)
    )
    base.activated_system = base.tactical_option.system
    return str(acts.Activate(table.tile_number(base.activated_system)))


FIRST_GAME = FirstGameSettings.load(
    HERE / "first_game.toml",
    HERE / "first_deals.toml",
    setup_lines={3: ("imperium short",)},
    progress_to_goal=_goal_progress,
    max_lead=0.3,
    rolls_by_place=True,
    max_answers=160,
    teaching_answer=attack_on_learner,
    desired_rules={"IM-SPACE-1": _BATTLE_ROUNDS, "IM-INV-3": _BATTLE_ROUNDS, "IM-AGENDA-3": 0},
    beginner_count=4,
    unexplained_rules=(
        *("IM-SET-", "IM-ODDS-", "IM-VAR-", "IM-LINE-", "IM-ACT-", "IM-SPACE-15", "IM-STATUS-8"),
        *(f"{_BARRAGE_RULE}.nothing", "IM-STATUS-1.nothing"),
        # the cards have these texts
        *(f"IM-TECH-{technology}" for technology in technologies_by_id()),
        *(f"IM-AGENDA-{agenda}" for agenda in agendas_by_id()),
        *(ability.rule for ability in abilities_by_id().values() if "action" in ability.windows),
    ),
    rules_for_options=_rules_needed_to_read,
    displayed_rules=_rules_of_rolled_abilities,
    max_needed_rules=3,
    rules_by_question=_RULES["question"],
    filler_rules=_RULES["filler"],
)
"""The course through a learner's first game, a short game in which the opponents stay close to the last
player.
"""
