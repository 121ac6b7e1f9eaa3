"""The part of a game that an Autarch can know: everything open, and its own hand (IJ-AREA-2).

Hidden are the hands of rivals, the order of each Destiny, and Paths that are unread, unless the Autarch owns
them or has looked at them. A view does not say who is asked in a window either (IJ-TIME-3). It is a plain
value: if two games differ only in what an Autarch cannot see, that Autarch's views of them are equal.
"""

from __future__ import annotations

import attrs

from twingkit.core.play import Game
from twingkit.core.rulebook import SPECTATOR
from twingkit.core.zones.views import fill_view
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.seizure import needs_maestro
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import current_value, influence, missing_influence

STATS_BY_KIND = {"character": ("magic", "strength", "prime"), "site": ("resistance",)}
"""Values that each kind of card has in play."""


@attrs.frozen
class PieceView:
    """A card in play as an Autarch sees it: id ("" for a hidden Path), place, and current values.

    `current_values` are Magic, Strength and Prime of a character (and its influence if it holds a Site or
    takes part in a seizure), or the Resistance of a Site. `missing_influence` is the influence that the
    Holders of a Site lack (IJ-HOLD-3).
    """

    token: str
    card_id: str
    owner: int
    controller: int
    area: str
    site_or_host: str
    pivoted: bool
    damage: int
    current_values: tuple[int, ...]
    missing_influence: int = 0

    @classmethod
    def of(cls, table: ImajicaTable, piece: Piece, viewer: int, number: int) -> PieceView:
        """Return a card as an Autarch sees it; a hidden Path is named by its `number`."""
        figures = [current_value(table, piece, stat) for stat in STATS_BY_KIND.get(piece.card.kind, ())]
        fight = table.fight
        seizes = fight is not None and fight.kind == "seizure" and piece.token in fight.involved
        place = piece.site if piece.is_holder else fight.target_token if fight and seizes else ""
        if place in table.pieces:
            figures.append(influence(table, piece, table.pieces[place]))
        credit = missing_influence(table, piece) if piece.is_site and piece.area == "state" else 0
        hidden = piece.area == "path" and not can_see_path(table, viewer, piece)
        return cls(
            token=f"path {number}" if hidden else _token(table, viewer, piece),
            card_id="" if hidden else piece.card.id,
            owner=piece.owner,
            controller=piece.controller,
            area=piece.area,
            site_or_host=piece.site or piece.host,
            pivoted=piece.pivoted,
            damage=piece.damage,
            current_values=tuple(figures),
            missing_influence=credit,
        )


def can_see_path(table: ImajicaTable, viewer: int, path: Piece) -> bool:
    """Return whether an Autarch knows a Path: as owner, by looking at it, or after reading (IJ-AREA-2)."""
    if path.known or viewer == path.owner:
        return True
    return viewer != SPECTATOR and path.token in table.players[viewer].seen_paths


def _token(table: ImajicaTable, viewer: int, piece: Piece) -> str:
    """Return the token that an Autarch sees; a Path's number does not reveal a hidden second copy."""
    if piece.area != "path":
        return piece.token
    twins = [path for path in table.pieces.paths.values() if path.card.id == piece.card.id]
    first = next(path for path in twins if can_see_path(table, viewer, path))
    return piece.card.id if first is piece else piece.token


@attrs.frozen
class PublicPlayerInfo:
    """What everybody sees of an Autarch: the sizes of hand and Destiny, the In Ovo, and whether the Autarch
    is out.

    These are the sizes of hand and Destiny, the In Ovo (its top card last), and whether the Autarch is out.
    """

    seat: int
    name: str
    hand_count: int
    destiny_count: int
    ovo: tuple[str, ...]
    removed: tuple[str, ...]
    is_out: bool


@attrs.frozen
class GameView:
    """The game as one Autarch sees it: the own hand, all visible cards, and the state of the turn and the
    fight.

    `hand` is the Autarch's own hand. `waiting_cards` are announced cards not yet carried out. `fight`
    is the current challenge or seizure: its kind, its target or Site, the attackers, "vs", and the other
    side. `fight_totals` are the current sums of both sides and, in a seizure, the Resistance;
    `needs_maestro` says whether a Maestro secures the Site with less (IJ-AFF-1).
    """

    player: int
    hand: tuple[str, ...]
    seats: tuple[PublicPlayerInfo, ...]
    pieces: tuple[PieceView, ...]
    phase: str
    round: int
    leader: int
    current: int
    waiting_cards: tuple[str, ...]
    fight: tuple[str, ...]
    fight_totals: tuple[int, ...]
    needs_no_influence: bool
    variant: str

    @classmethod
    def of(cls, game: Game, player: int) -> GameView:
        """Return the view of a seat, counted from 0."""
        table: ImajicaTable = game.table
        fight = table.fight
        return fill_view(
            cls,
            table,
            table.players[player],
            player=player,
            seats=tuple(fill_view(PublicPlayerInfo, one) for one in table.players),
            pieces=tuple(
                PieceView.of(table, piece, player, number)
                for number, piece in enumerate(table.pieces.values())
            ),
            waiting_cards=tuple(act.card.id for act in (*table.waiting_acts, *table.acts_in_progress)),
            fight=()
            if fight is None
            else (fight.kind, fight.target_token, *fight.attackers, "vs", *fight.defenders),
            fight_totals=() if fight is None else totals_and_resistance(table, fight),
            needs_no_influence=fight is not None and needs_maestro(table, fight),
            variant=str(table.variant),
        )


def totals_and_resistance(table: ImajicaTable, fight: Fight) -> tuple[int, ...]:
    """Return the current sums of both sides of a fight and, in a seizure, the Resistance of the Site."""
    sides = (
        [table.pieces[token] for token in side if token in table.pieces]
        for side in (fight.attackers, fight.defenders)
    )
    focus = table.pieces.get(fight.target_token)
    if fight.kind == "challenge" or focus is None:
        return tuple(sum(current_value(table, piece, "strength") for piece in side) for side in sides)
    own, other = (sum(influence(table, piece, focus) for piece in side) for side in sides)
    return own, other, current_value(table, focus, "resistance")
