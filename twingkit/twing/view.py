"""The view of a player: open cards, the player's own hand, and announcements (TW-PLAY-1).

Hidden are the hands of others, the order of stacks, and in a record the cards that others drew. A view is a
plain value: two games that differ only in what a player cannot see give that player equal views.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.core.zones.views import fill_view
from twingkit.twing.rules.cards import Card, Creature, Spell, spells_by_power
from twingkit.twing.rules.fight import CreatureInBattle, Fight, FightSide, SupportCards
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import Objects
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.response_cards import ResponseCardHolder, ResponseCards
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.variants.variant import Variant


@attrs.frozen
class Hand(ResponseCardHolder):
    """The cards of a player's hand, as a view shows them to their owner."""

    spells: tuple[Spell, ...]
    response_cards: ResponseCards

    @classmethod
    def from_player(cls, player: Player) -> Hand:
        """Return the hand of a player, spells in order."""
        return cls(spells_by_power(player.hand), player.response_cards)


@attrs.frozen
class PublicPlayerInfo:
    """What everyone can see of a player: the size of the hand, the sorted entourage, objects, Ornicles."""

    seat: int
    character: str
    name: str
    hand_size: int
    entourage: tuple[Creature, ...]
    active_objects: Objects
    inactive_objects: Objects
    ornicles: int
    in_endgame: bool
    has_left: bool

    @classmethod
    def from_player(cls, player: Player) -> PublicPlayerInfo:
        """Return what everyone can see of a player."""
        cards = sorted(player.entourage, key=lambda card: (card.element, -card.power, card.mount))
        return fill_view(cls, player, entourage=tuple(cards))


@attrs.frozen
class SideView:
    """One side of a battle as everyone sees it; `lay` is None while the cards are face down."""

    seat: int
    role: str
    name: str
    lay: Lay | None
    creatures_in_battle: tuple[CreatureInBattle, ...]
    trapped_creatures: tuple[CreatureInBattle, ...]
    cards_played: tuple[str, ...]
    supports: tuple[SupportCards, ...]
    shown_face: int | None
    used_reroll_object: bool
    has_retired: bool

    @classmethod
    def from_side(cls, side: FightSide) -> SideView:
        """Return a side of a battle as everyone sees it."""
        return cls(
            side.seat,
            side.role,
            side.name,
            side.lay,
            tuple(side.creatures_in_battle),
            tuple(fighter for fighter, _ in side.trapped),
            tuple(side.cards_played),
            tuple(side.supports),
            side.shown_face,
            side.used_reroll_object,
            side.has_retired,
        )


@attrs.frozen
class PublicBattleView:
    """A battle as everyone sees it; `kind` is "battle", "duel" or "endgame", and the attacker's side comes
    first.

    `earlier_winners` are the winners of the earlier battles of a duel: 0 the challenger, 1 the other side,
    None nobody.
    """

    kind: str
    sides: tuple[SideView, ...]
    is_rolled: bool
    is_over: bool
    side_to_respond: int
    passes: int
    earlier_winners: tuple[int | None, ...] = ()

    @classmethod
    def from_fight(cls, fight: Fight, earlier_winners: tuple[int | None, ...] = ()) -> PublicBattleView:
        """Return the view of a battle; in a duel, with the winners of the duel's earlier battles."""
        sides = tuple(SideView.from_side(side) for side in fight.sides)
        return cls(
            fight.kind,
            sides,
            fight.is_rolled,
            fight.over,
            fight.responder_index,
            fight.passes,
            earlier_winners,
        )


@attrs.frozen
class GameView:
    """The part of a game that the player `player` (from 0) may know.

    `asked_seat` is the seat of the pending question and `question_kind` its kind (None and "" after the
    game); `question` is the question itself if it is this player's and not left to chance. `new_rulings` are
    the rulings since the last answer, without other players' hidden cards. Stacks are numbers of cards; the
    discard pile is open.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6 & cat")
    >>> game.answer("lay F5")
    >>> view = game.view(0)
    >>> view.asked_seat, view.question, view.battle.sides[0].lay.power
    (1, None, 5)
    """

    player: int
    variant: Variant
    turn_number: int
    active_seat: int
    direction: int
    bank: int
    staked_ornicles: int
    hand: Hand
    seats: tuple[PublicPlayerInfo, ...]
    object_display: tuple[str, ...]
    objects_left: int
    objects_under_stack: tuple[str, ...]
    stack_size: int
    discard_pile: tuple[Card, ...]
    events_left: int
    used_events: tuple[str, ...]
    battle: PublicBattleView | None
    asked_seat: int | None
    question_kind: str
    new_rulings: tuple[Ruling, ...]
    question: Question | None = attrs.field(eq=False, repr=False)
    object_colours: Mapping[str, str] = attrs.field(eq=False, repr=False)

    @classmethod
    def from_game(cls, game: Game, player: int) -> GameView:
        """Return the view of a player in a game or in a single battle."""
        table: TwingTable = game.table
        question = game.question
        asked = question if question and question.player == player else None
        return fill_view(
            cls,
            table,
            player=player,
            hand=Hand.from_player(table.players[player]),
            seats=tuple([PublicPlayerInfo.from_player(player) for player in table.players]),
            objects_left=table.object_stack.size,
            stack_size=table.stack.size,
            events_left=table.event_stack.size,
            battle=_battle_view(table),
            asked_seat=question.player if question else None,
            question_kind=question.kind if question else "",
            new_rulings=tuple(ruling.seen_by(player) for ruling in game.latest_rulings),
            question=None if asked and asked.is_chance else asked,  # what may be drawn is hidden
        )

    @property
    def direction_is_chosen(self) -> bool:
        """True once the direction of play is chosen (TW-SET-5, TW-VAR-14)."""
        chosen_after = {"first": 0, "after_first_turn": 1, "clockwise": -1}
        return self.turn_number > chosen_after[self.variant.direction]

    @property
    def own_seat(self) -> PublicPlayerInfo:
        """The seat of the player whose view this is."""
        return self.seats[self.player]


def _battle_view(table: TwingTable) -> PublicBattleView | None:
    fight = table.fight
    if fight is None:
        return None
    return PublicBattleView.from_fight(fight, table.earlier_winners())
