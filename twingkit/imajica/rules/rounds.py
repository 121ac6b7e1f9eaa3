"""Play round after round: the four phases, victory and going out (IJ-ORDER, IJ-COME, IJ-REC, IJ-OUT)."""

from __future__ import annotations

import attrs

from twingkit.core.play import CHECKPOINT, Script
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imajica.rules import answers, card_moves, events, values
from twingkit.imajica.rules.ally import play_ally_phase_turn
from twingkit.imajica.rules.autarch import play_autarch_turn
from twingkit.imajica.rules.drawing import draw_cards
from twingkit.imajica.rules.questions import NameCharacters
from twingkit.imajica.rules.table import SEATS, ImajicaTable

PHASES = ("coming", "autarch", "ally", "reconciliation")
"""The phases of a round (IJ-ORDER-1)."""

CARDS_PER_ROUND = 2
"""Number of cards that each Autarch draws per round (IJ-COME-1)."""

MAX_ROUNDS_WITHOUT_DESTINY = 10
"""Number of successive rounds without any Destiny after which everybody is out (IJ-OUT-3)."""


@attrs.frozen
class ImajicaResult:
    """The result of a game: the winner's seat (None for a draw) and how the game ended.

    `end_reason` is "victory" or "destiny" (the others are out). `site_counts` is the number of Sites by seat
    that each Autarch controlled at the end of the last round, before anybody went out.
    """

    winner: int | None
    end_reason: str
    rounds: int
    site_counts: tuple[int, ...]


class Advance(NameCharacters):
    """The question which characters an Autarch moves from the reserve to the active area: `advance gentle
    dowd`, or `pass` (IJ-REC-1).
    """

    __slots__ = ()
    act_class = answers.Advance
    kind = act_class.word
    rule = "IJ-REC-1"

    def broken_character_rule(self, token: str) -> BrokenRule | None:
        """Return the rule that keeps a character in the reserve, or None."""
        piece = self.table.pieces.get(token)
        if piece is None or not piece.is_character or piece.controller != self.player:
            return "IJ-REC-1", "nowhere", {"found": QuotedFact(token[:30])}
        if piece.area != "reserve":
            return "IJ-REC-1", "not_reserve", {"card": piece}
        if piece.pivoted:
            return "IJ-REC-1", "pivoted", {"cards": (piece,)}
        return values.broken_barring_rule(self.table, piece, "advance")


def play_rounds(table: ImajicaTable) -> Script[ImajicaResult]:
    """Play rounds until the game is over; return the `ImajicaResult`."""
    if table.phase == "setup":
        _begin_round(table, first=True)
    while True:
        yield CHECKPOINT
        if table.phase == "coming":
            yield from _play_coming_phase(table)
            _next_phase(table)
        elif table.turns_left:
            yield from _turn(table)
        elif table.phase != "reconciliation":
            _next_phase(table)
        else:
            result = finish_round(table)
            if result is not None:
                table.phase = "over"
                return result
            _begin_round(table)


def _begin_round(table: ImajicaTable, first: bool = False) -> None:
    """Start a round; the lead moves one place to the left (IJ-ORDER-2)."""
    table.round += 1
    if not first:
        table.leader = next_leader(table)
    table.phase, table.current, table.turns_left = "coming", table.leader, ()
    table.record(events.RoundBegins(SEATS[table.leader], table.round))


def next_leader(table: ImajicaTable) -> int:
    """Return the seat that leads the next round (IJ-ORDER-2)."""
    count = len(table.players)
    places = [(table.leader + step) % count for step in range(1, count + 1)]
    return next(seat for seat in places if not table.players[seat].is_out)


def _next_phase(table: ImajicaTable) -> None:
    table.phase = PHASES[PHASES.index(table.phase) + 1]
    table.turns_left = tuple(table.seats_from(table.leader))
    table.current = table.leader


def _turn(table: ImajicaTable) -> Script:
    seat, *left = table.turns_left
    table.current = seat
    if table.phase == "autarch":
        yield from play_autarch_turn(table, seat)
    elif table.phase == "ally":
        yield from play_ally_phase_turn(table, seat)
    else:
        yield from play_advance_turn(table, seat)
    table.turns_left = tuple(left)


def _play_coming_phase(table: ImajicaTable) -> Script:
    """Play phase 1: unpivot everything, then everybody draws two cards (IJ-COME-1)."""
    for piece in table.pieces.values():
        piece.pivoted = piece.acted = False
    table.log_rule("IJ-COME-1", "unpivoted", table.leader)
    for seat in table.seats_from(table.leader):
        table.current = seat
        yield from draw_cards(table, seat, CARDS_PER_ROUND, "IJ-COME-1", "drawn")


def play_advance_turn(table: ImajicaTable, seat: int) -> Script:
    """Play one turn of phase 4: move characters from the reserve to the active area (IJ-REC-1)."""
    question = Advance(table, seat)
    answer: answers.Pass | answers.Advance = answers.PASS
    if question.nameable_tokens():
        answer = yield question
    if isinstance(answer, answers.Advance):
        moved = [table.pieces[token] for token in answer.tokens]
        for piece in moved:
            card_moves.move_character(table, piece, "active")
        table.log_rule("IJ-REC-1", "advanced", seat, cards=tuple(moved))
    if pivoted := tuple(piece for piece in table.characters(seat, "reserve") if piece.pivoted):
        table.log_rule("IJ-REC-1", "pivoted", seat, cards=pivoted)


# -- the end


def has_winning_sites(table: ImajicaTable, seat: int) -> bool:
    """Return whether an Autarch controls enough unpivoted Sites to win (IJ-REC-2, IJ-SHORT-1)."""
    return len(values.scored_dominions(table, seat)) >= values.dominion_count_to_win(table)


def count_unpivoted_sites(table: ImajicaTable, seat: int) -> int:
    """Return the number of unpivoted Sites that an Autarch controls."""
    return sum(not site.pivoted for site in table.circle_or_held_sites(seat))


def seats_winning_now(table: ImajicaTable) -> list[int]:
    """Return the seats that would win now: of those with enough Dominions, the ones with the most unpivoted
    Sites; several of them are tied (IJ-REC-2).
    """
    winners = [seat for seat in table.seats_from(table.leader) if has_winning_sites(table, seat)]
    most = max((count_unpivoted_sites(table, seat) for seat in winners), default=0)
    return [seat for seat in winners if count_unpivoted_sites(table, seat) == most]


def finish_round(table: ImajicaTable) -> ImajicaResult | None:
    """Finish a round: check victory and exhausted Destinies, end temporary effects; return the result if the
    game is over (IJ-REC-2, 3, IJ-OUT-1, 3).
    """
    seats = table.seats_from(table.leader)
    sites = tuple(len(list(table.circle_or_held_sites(player.seat))) for player in table.players)
    best, goal = seats_winning_now(table), values.dominion_count_to_win(table)
    if best:
        won = len(best) == 1
        table.log_rule("IJ-REC-2", "wins" if won else "tie", best[0], n=count_unpivoted_sites(table, best[0]))
        if won:
            return ImajicaResult(best[0], "victory", table.round, sites)
    for seat in seats:
        count = len(values.scored_dominions(table, seat))
        if count < goal <= len(values.controlled_dominions(table, seat, unpivoted_only=True)):
            table.log_rule("IJ-SHORT-1", "once", seat, n=count, goal=goal)
    gone = [seat for seat in seats if table.players[seat].exhausted]
    if _count_stalled_round(table, seats):
        table.log_rule("IJ-OUT-3", "dry", table.leader, n=MAX_ROUNDS_WITHOUT_DESTINY)
        gone = seats
    counts = {seat: count_unpivoted_sites(table, seat) for seat in seats}
    for seat in gone:
        eliminate_autarch(table, seat)
    left = table.seats_from(table.leader)
    if len(left) == 1:
        table.log_rule("IJ-OUT-1", "left", left[0])
        return ImajicaResult(left[0], "destiny", table.round, sites)
    if not left:
        top = [seat for seat in seats if counts[seat] == max(counts.values())]
        alone = table.variant.all_out == "most_sites" and len(top) == 1
        table.log_rule("IJ-OUT-1", "most" if alone else "all", top[0], n=counts[top[0]])
        return ImajicaResult(top[0] if alone else None, "destiny", table.round, sites)
    card_moves.end_temporary_changes(table, ["round"])
    card_moves.lose_sites_after_expiry(table)
    return None


def _count_stalled_round(table: ImajicaTable, seats: list[int]) -> bool:
    """Count a round that ends without any Destiny; return whether there were too many such rounds in a
    row.
    """
    table.rounds_without_destiny = (
        0
        if any(table.players[seat].destiny.shuffled_count for seat in seats)
        else table.rounds_without_destiny + 1
    )
    return table.rounds_without_destiny == MAX_ROUNDS_WITHOUT_DESTINY


def eliminate_autarch(table: ImajicaTable, seat: int) -> None:
    """Eliminate an Autarch: discard its characters, and return Sites left without Holders; its other
    permanent cards stay (IJ-OUT-2).
    """
    player = table.players[seat]
    table.log_rule("IJ-OUT-1", "out", seat)
    for piece in list(table.characters()):
        if piece.owner == seat and piece.token in table.pieces:
            card_moves.discard_from_play(table, piece)
    before = card_moves.current_hold_by_site(table)
    for site in list(table.circle_or_held_sites(seat)):
        if not table.holders(site.token):
            card_moves.lose_unheld_sites(table, before)
    player.is_out = True
    player.gone = sorted([*player.hand, *player.destiny.all_cards()])
    player.hand, player.known_pieces, player.destiny = [], [], DeckWithKnownEnds()
