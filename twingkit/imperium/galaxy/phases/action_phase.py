"""The action phase: turn after turn in initiative order until all have passed (IM-TURN-1 to 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from twingkit.core.acts import Act
from twingkit.core.play import CHECKPOINT, Script
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.galaxy.faction_abilities.turns import is_barred_by_chaos_mapping
from twingkit.imperium.galaxy.phases.ending import eliminate_players, raise_if_game_over
from twingkit.imperium.galaxy.phases.strategic_action import strategic_action
from twingkit.imperium.galaxy.table import abilities, acts
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, QuestionAllowingOffers
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action
from twingkit.imperium.galaxy.trade.offers import suggested_offers
from twingkit.imperium.galaxy.trade.transactions import with_offers
from twingkit.imperium.texts.fact_names import STRATEGY_CARDS, CardName

_CASE_WITHOUT_TARGET = {"uprising": "no_ready_planet"}
"""The refusals that say which target a card lacks, by card; the others say that it would change nothing."""


def component_action_answers(table: GameTable, seat: int) -> list[acts.UseAbility]:
    """Return the answers, such as `play lucky`, for the component actions that a player can take now."""
    return [ability.act for ability in abilities.usable_abilities(table, seat, abilities.Moment("action"))]


def unmet_action_requirement(table: GameTable, seat: int, ability: abilities.Ability) -> BrokenRule | None:
    """Return the requirement for use as an action that a player's card or ability does not meet (IM-TURN-5),
    as a broken rule; None if nothing or something else prevents its use.
    """
    if (
        "action" not in ability.windows
        or not abilities.has_script(ability.id)
        or not abilities.has_ability_ready(table, seat, ability)
    ):
        return None
    denial = abilities.rule_against_ability(table, seat, ability, abilities.Moment("action"))
    if denial is None or denial[0] != "IM-TURN-5":
        return None
    rule, case, facts = denial
    return rule, _CASE_WITHOUT_TARGET.get(ability.id, case) if case == "no_target" else case, facts


def take_cancellable_action(table: GameTable, seat: int, ability_id: str) -> Script[bool]:
    """Take a component action unless another player cancels it. Return True if it was cancelled, so that
    nothing happened (IM-TURN-5).
    """
    if (yield from abilities.use_cancellable_ability(table, seat, ability_id, abilities.Moment("action"))):
        return True
    yield from abilities.open_ability_window(table, abilities.Moment("action.end", seat))
    return False


_ANOTHER_ACTION_EFFECT = "another_action"
"""Granted by Fleet Logistics and Minister of War."""


class TurnChoice(QuestionAllowingOffers, GalaxyQuestion):
    """The question of which action a player takes: `activate 26`, `strategy 4`, `play lucky`, `use
    orbital_drop`, or `pass` (IM-TURN-1).

    After the first action of a turn, `pass` only skips the `further` action (IM-TURN-4).
    """

    __slots__ = ("is_further_action",)
    kind = "turn"
    rule = "IM-TURN-1"

    def __init__(self, table: GameTable, seat: int, *, is_further_action: bool = False) -> None:
        super().__init__(table, seat)
        self.is_further_action = is_further_action

    def options(self) -> Iterator[Act]:
        """Yield every legal answer."""
        table, player = self.table, self.table.players[self.player]
        for number, exhausted in sorted(player.strategy_cards.items()):
            if not exhausted:
                yield acts.Strategy(number)
        if player.tactic:
            yield from self._activations()
        yield from component_action_answers(table, self.player)
        yield from suggested_offers(table, self.player)
        if self.is_further_action or all(player.strategy_cards.values()):
            yield acts.PASS

    def _activations(self) -> list[Act]:
        return [
            acts.Activate(system.tile.number)
            for system in self.table.galaxy.systems
            if self.player not in self.table.command_tokens[system.index]
            and not is_barred_by_chaos_mapping(self.table, self.player, system.index)
        ]

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer; None if it is legal."""
        match answer:
            case acts.Pass():
                return None if self.is_further_action else self._rule_against_passing()
            case acts.Activate(number):
                return self._rule_against_activation(number)
            case acts.Strategy(number):
                return self._rule_against_strategic_action(number)
            case acts.Play() | acts.Use():
                return self._rule_against_component_action(answer)
            case _:
                raise self.bad_answer(answer)

    def _rule_against_passing(self) -> BrokenRule | None:
        cards = self.table.players[self.player].strategy_cards
        left = tuple(f"strategy_{number}" for number, exhausted in sorted(cards.items()) if not exhausted)
        return ("IM-TURN-2", "card_left", {"cards": left}) if left else None

    def _rule_against_strategic_action(self, number: int) -> BrokenRule | None:
        if number not in STRATEGY_CARDS:
            return "IM-STRAT-1", "no_card", {"found": QuotedFact(str(number)), "most": len(STRATEGY_CARDS)}
        exhausted = self.table.players[self.player].strategy_cards.get(number)
        if exhausted is False:
            return None
        return "IM-STRAT-1", "exhausted" if exhausted else "not_own", {"card": f"strategy_{number}"}

    def _rule_against_component_action(self, act: acts.UseAbility) -> BrokenRule | None:
        if act in component_action_answers(self.table, self.player):
            return None
        ability = abilities.abilities_by_id().get(act.ability)
        if ability is not None and act == ability.act:
            denial = unmet_action_requirement(self.table, self.player, ability)
            if denial is not None:
                return denial
        known = act.ability in rule_id_by_card_id()
        found = CardName(act.ability) if known else QuotedFact(one_line_excerpt(act.ability, 30))
        return "IM-TURN-5", "not_now", {"found": found}

    def _rule_against_activation(self, tile_number: str) -> BrokenRule | None:
        table = self.table
        known = {system.tile.number: system.index for system in table.galaxy.systems}
        if tile_number.zfill(2) not in known:
            facts = {
                "found": QuotedFact(one_line_excerpt(tile_number, 20)),
                "example": QuotedFact(next(iter(known))),
            }
            return "IM-TACT-1", "no_system", facts
        if not table.players[self.player].tactic:
            return "IM-TACT-1", "no_token", {}
        if self.player in table.command_tokens[known[tile_number.zfill(2)]]:
            return "IM-TACT-1", "token_there", {"number": tile_number}
        if is_barred_by_chaos_mapping(table, self.player, known[tile_number.zfill(2)]):
            return "IM-TECH-cm", "stormy", {}
        return None

    def parse_answer(self, text: str) -> Act:
        """Return the act of a text: a system by its two-digit tile number, even if a planet names it."""
        match super().parse_answer(text):
            case acts.Activate(place) if place in self.table.planet_controllers:
                return acts.Activate(self.table.tile_number(self.table.system_of(place)))
            case acts.Activate(number) if number.isdecimal():
                return acts.Activate(number.zfill(2))
            case act:
                return act

    def facts(self) -> Mapping[str, object]:
        """Return the command tokens in the tactic pool as a fact for the texts of the question."""
        return {"n": self.table.players[self.player].tactic}


def play_action_phase(table: GameTable) -> Script:
    """Let players take turns until all have passed; the status phase is next. Raises `GameOver` when a player
    has the points to win."""
    while not all(table.players[seat].has_passed for seat in table.seats_from(0)):
        if table.players[table.current].has_passed:
            table.current = next_seat_in_order(table, table.initiative_order)
            continue
        yield CHECKPOINT
        order = table.initiative_order
        yield from take_turn(table, table.current)
        table.end_effects("turn")
        table.turns_this_phase += 1
        table.current = next_seat_in_order(table, order)
    table.phase = "status"
    table.current = table.speaker


def next_seat_in_order(table: GameTable, order: Sequence[int]) -> int:
    """Return the seat that follows in this initiative order, skipping eliminated players but not those who
    have passed."""
    place = order.index(table.current)
    following = (*order[place + 1 :], *order[:place], table.current)
    return next(seat for seat in following if not table.players[seat].is_eliminated)


def take_turn(table: GameTable, seat: int) -> Script:
    """Let a player take a turn: an action or passing, then further actions granted by cards (IM-TURN-1,
    4).
    """
    yield from abilities.open_ability_window(table, abilities.Moment("turn.start", seat))
    done = 0
    while not done or (
        not table.players[seat].has_passed
        and done <= len(table.effect_subjects(_ANOTHER_ACTION_EFFECT, seat))
    ):
        done += yield from with_offers(table, seat, take_action(table, seat, is_first_action=not done))
        eliminate_players(table)
        raise_if_game_over(table)
        if table.players[seat].is_eliminated or table.has_effect("turn_ended", seat):
            return
    yield from abilities.open_ability_window(table, abilities.Moment("turn.end", seat))
    raise_if_game_over(table)


def take_action(table: GameTable, seat: int, *, is_first_action: bool = True) -> Script[int]:
    """Let a player take an action or pass; return the number of actions used: 0 for a first action that was
    cancelled and does not count, otherwise 1.

    A first component action that is cancelled does not count: another action follows (IM-TURN-5). Skipping a
    further action is not passing (IM-TURN-4).
    """
    act: Act = yield TurnChoice(table, seat, is_further_action=not is_first_action)
    match act:
        case acts.Pass() if not is_first_action:
            table.announce("IM-TURN-4", "no_further", seat)
        case acts.Pass():
            table.players[seat].has_passed = True
            table.announce("IM-TURN-2", "passed", seat)
        case acts.Activate(number):
            yield from tactical_action(table, seat, table.galaxy.system(number).index)
        case acts.Strategy(card):
            yield from strategic_action(table, seat, card)
        case acts.Play(ability) | acts.Use(ability):
            cancelled = yield from take_cancellable_action(table, seat, ability)
            if cancelled and is_first_action:
                table.announce("IM-TURN-5", "another", seat)
                return 0
    return 1
