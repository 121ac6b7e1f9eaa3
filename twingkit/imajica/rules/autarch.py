"""Phase 2: the turns of the Autarch phase, with Sites, Paths, and one Dictate or reassignment (IJ-AUT).

`lay slew`, `path mud-road on ferry-market`, `play census`, `reassign gentle>slew judith>reserve`, or `end`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from twingkit.core.acts import Act
from twingkit.core.play import Script
from twingkit.core.rulebook import HiddenFact, QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.rules import acts, answers, events, windows
from twingkit.imajica.rules.answers import Move
from twingkit.imajica.rules.card_moves import current_hold_by_site, lose_unheld_sites
from twingkit.imajica.rules.drawing import draw_cards
from twingkit.imajica.rules.questions import TurnQuestion
from twingkit.imajica.rules.table import SEATS, ImajicaTable
from twingkit.imajica.rules.table import Act as AnnouncedAct


class AutarchTurn(TurnQuestion):
    """The question for an Autarch in its turn of phase 2: lay a Site or Path, play a Dictate, reassign
    Allies, or end (IJ-AUT-1 to 4).
    """

    __slots__ = ()
    kind = "autarch"
    rule = "IJ-AUT-3"
    playable_kind = "dictate"

    @property
    def has_unlisted_answers(self) -> bool:
        """True if more than two Allies can be reassigned: larger reassignments are not listed."""
        return len({move.token for move in self.moves()}) > 2

    def options(self) -> Iterator[Act]:
        """Yield legal answers; reassignments only of one or two Allies."""
        yield answers.END
        yield from self.single_steps()
        yield from self.uses()
        yield from self._reassignments()

    def single_steps(self) -> Iterator[Act]:
        """Yield the Sites and Paths that may be laid."""
        table, seat = self.table, self.player
        for name in dict.fromkeys(table.players[seat].hand):
            kind = table.cards[name].kind
            if kind == "site" and broken_site_rule(table, seat, name) is None:
                yield answers.LaySite(name)
            for site in table.circle_or_held_sites() if kind == "path" else ():
                if rule_against_laying_path(table, seat, name, site.token) is None:
                    yield answers.LayPath(name, site.token)

    def moves(self) -> list[Move]:
        """Return the legal moves of a reassignment (IJ-AUT-4)."""
        table, seat = self.table, self.player
        sites = [site.token for site in table.circle_or_held_sites(seat)]
        moves = []
        for piece in table.characters(seat):
            places = [*sites, *(["reserve"] if piece.is_holder else [])] if piece.area != "reserve" else []
            moves += [Move(piece.token, place) for place in places if place != piece.site]
        return moves

    def _reassignments(self) -> Iterator[Act]:
        moves = self.moves()
        yield from (answers.Reassign((move,)) for move in moves)
        for first, second in combinations(moves, 2):
            if first.token != second.token:
                yield answers.Reassign((first, second))

    def broken_deed_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids laying a card or a reassignment, or None."""
        table, seat = self.table, self.player
        match answer:
            case answers.LaySite(card):
                return broken_site_rule(table, seat, card)
            case answers.LayPath(card, site):
                return rule_against_laying_path(table, seat, card, site)
            case answers.Reassign(moves) if 0 < len(moves) == len({move.token for move in moves}):
                return next(
                    filter(None, (broken_reassignment_rule(table, seat, move) for move in moves)), None
                )
            case _:
                raise self.bad_answer(answer)

    def random_answer(self, rng: random.Random) -> Act:
        """Return a random legal answer, preferring Sites and Paths."""
        laying = list(self.single_steps())
        if laying and rng.random() < 0.7:
            return rng.choice(laying)
        moves = self.moves() if rng.random() < 0.2 else []
        reassignments = [answers.Reassign((move,)) for move in moves]
        return rng.choice([answers.END, *self.uses(), *reassignments])


def broken_site_rule(table: ImajicaTable, seat: int, card_id: str) -> BrokenRule | None:
    """Return the rule that forbids laying a Site, or None (IJ-AUT-1, IJ-UNIQ-1)."""
    card = table.cards.get(card_id)
    if card is None or card_id not in table.players[seat].hand:
        return "IJ-CARD-1", "not_held", {"card": card or QuotedFact(card_id[:30])}
    if card.kind != "site":
        return "IJ-AUT-1", "no_site", {"card": card}
    if card.is_unique and table.face_up_copy(card_id) is not None:
        return "IJ-UNIQ-1", "in_play", {"card": card}
    return None


def rule_against_laying_path(table: ImajicaTable, seat: int, card_id: str, site: str) -> BrokenRule | None:
    """Return the rule that forbids laying a Path, or None (IJ-AUT-2, IJ-UNIQ-1)."""
    card, place = table.cards.get(card_id), table.pieces.get(site)
    homes = set(card.home_dominions) if card is not None else set()
    if card is None or card_id not in table.players[seat].hand:
        return "IJ-CARD-1", "not_held", {"card": card or QuotedFact(card_id[:30])}
    if card.kind != "path":
        return "IJ-AUT-2", "no_path", {"card": card}
    if table.face_up_copy(card_id) is not None:
        return "IJ-UNIQ-1", "in_play", {"card": card}
    if not any(homes.intersection(other.card.home_dominions) for other in table.circle_or_held_sites()):
        return "IJ-AUT-2", "nowhere", {"card": card, "n": card.home_dominions[0]}
    if place is None or not place.is_site or place.area != "circle":
        return "IJ-AUT-2", "no_site", {"found": QuotedFact(site[:30])}
    if not homes.intersection(place.card.home_dominions):
        return "IJ-AUT-2", "dominion", {"card": card, "site": place, "n": card.home_dominions[0]}
    return None


def broken_reassignment_rule(table: ImajicaTable, seat: int, move: Move) -> BrokenRule | None:
    """Return the rule that forbids one move of a reassignment, or None (IJ-AUT-4)."""
    token, place = move
    piece, site = table.pieces.get(token), table.pieces.get(place)
    if piece is None or not piece.is_character or piece.controller != seat:
        return "IJ-AUT-4", "nowhere", {"found": QuotedFact(token[:30])}
    if piece.area == "reserve":
        return "IJ-AUT-4", "reserve", {"card": piece}
    if place == "reserve":
        if not piece.is_holder:
            return "IJ-AUT-4", "active", {"card": piece}
    elif site is None or not site.is_site or site.area != "state" or site.controller != seat:
        destination = site if site is not None and site.is_site else QuotedFact(place[:30])
        return "IJ-AUT-4", "no_site", {"found": destination}
    elif place == piece.site:
        return "IJ-AUT-4", "stays", {"card": piece}
    return None


def play_autarch_turn(table: ImajicaTable, seat: int) -> Script:
    """Play one turn of the Autarch phase (IJ-AUT-1 to 3)."""
    yield from windows.play_opening_window(table)
    while True:
        answer: Act = yield AutarchTurn(table, seat)
        match answer:
            case answers.LaySite(card):
                yield from _lay_site(table, seat, card)
                continue
            case answers.LayPath(card, site):
                lay_path(table, seat, card, site)
                continue
            case answers.Reassign(moves):
                stands: bool = yield from _announce_reassignment(table, seat, moves)
                if stands:
                    reassign_allies(table, seat, moves)
                else:
                    table.log_rule("IJ-TIME-7", "no_moves", seat)
                yield from windows.carry_out_postponed_flashes(table)
            case answers.Use() as use:
                act = acts.announced_act(table, seat, use, "dictate")
                yield from windows.perform_unless_countered(table, act, flashes_may_answer=True)
            case _:
                table.record(events.DidNothing(SEATS[seat]))
        break
    yield from windows.run_flash_window(table, "ends")


def _lay_site(table: ImajicaTable, seat: int, name: str) -> Script:
    """Put a Site from the hand into the Circle and draw a card for it (IJ-AUT-1)."""
    table.players[seat].remove_face_up("hand", name)
    table.put(table.cards[name], seat, "circle")
    table.record(events.SiteLaid(SEATS[seat], table.cards[name]))
    yield from draw_cards(table, seat, 1, "IJ-AUT-1", "drawn")


def lay_path(table: ImajicaTable, seat: int, card_id: str, site: str) -> None:
    """Lay a Path from a seat's hand face down on a Site; other players learn only that it fits the Site
    (IJ-AUT-2).
    """
    table.players[seat].remove_unseen(
        "hand",
        [card_id],
        may_have_been=lambda card: rule_against_laying_path(table, seat, card, site) is None,
    )
    table.put(table.cards[card_id], seat, "path", site)
    card = HiddenFact(table.cards[card_id], seat, "hidden_card")
    table.log_rule("IJ-AUT-2", "laid", seat, card=card, site=table.pieces[site])


def _announce_reassignment(table: ImajicaTable, seat: int, moves: Sequence[Move]) -> Script:
    """Announce a reassignment and wait for answers; return whether it was not countered (IJ-TIME-2, 7)."""
    words = tuple(word for move in moves for word in move)
    cards = tuple(table.pieces[token] for token in words[::2])
    places = tuple(table.pieces.get(place, "the_reserve") for place in words[1::2])
    table.log_rule("IJ-AUT-4", "announced", seat, cards=cards, places=places)
    deed = AnnouncedAct(seat, "dictate", cards[0].card, words[0], targets=words, by_power=True)
    stands: bool = yield from windows.await_counters(table, deed)
    return stands


def reassign_allies(table: ImajicaTable, seat: int, moves: Iterable[Move]) -> None:
    """Move all named Allies at once, then check whether the Sites are still held (IJ-AUT-4, IJ-HOLD-4).

    Moves that are no longer possible are skipped (IJ-TIME-8).
    """
    before = current_hold_by_site(table)
    for move in moves:
        if broken_reassignment_rule(table, seat, move):
            table.log_rule("IJ-TIME-8", "no_move", seat, found=QuotedFact(str(move)))
            continue
        token, place = move
        piece = table.pieces[token]
        left = table.pieces.get(piece.site, piece)
        piece.area, piece.site = ("reserve", "") if place == "reserve" else ("state", place)
        event = events.MovedToReserve if place == "reserve" else events.CharacterMoved
        table.record(event(SEATS[seat], piece, table.pieces.get(place, piece), left))
    lose_unheld_sites(table, before)
