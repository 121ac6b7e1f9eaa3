"""The actions of the Ally phase, and the rules that forbid them (IJ-ALLY).

`call judith`, `challenge gentle with gek-a-gek gek-a-gek.2`, `seize slew with sartori`, `retreat
dowd`, a card or a power (`rules/acts.py`), or `end`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from twingkit.core.acts import Act
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.rules import answers, values
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import TurnQuestion, are_sets_unlisted, listed_sets
from twingkit.imajica.rules.table import ImajicaTable

_MIN_PRIME_AGAINST_VASSAL = 5
"""Minimum Prime to challenge a Vassal (IJ-AFF-2)."""


class AllyTurn(TurnQuestion):
    """The question for an Autarch in its turn of the Ally phase: call Allies, act with them, or end the turn
    (IJ-ALLY-1, 4).
    """

    __slots__ = ("acted",)
    kind = "ally"
    rule = "IJ-ALLY-4"
    playable_kind = "action"
    deeds = (answers.Seize, answers.Challenge)

    def __init__(self, table: ImajicaTable, seat: int, acted: bool) -> None:
        super().__init__(table, seat)
        self.acted = acted

    @property
    def has_unlisted_answers(self) -> bool:
        """True if there are so many characters that not every set of them is listed."""
        ready = [piece.token for piece in self.table.ready_characters(self.player) if not piece.acted]
        return are_sets_unlisted(ready)

    def options(self) -> Iterator[Act]:
        """Yield legal answers; with many characters not every set of them is listed."""
        yield answers.END
        yield from self._calls()
        yield from self.uses()
        table, seat = self.table, self.player
        for deed in (answers.Challenge, answers.Seize):
            for target in self._targets(deed):
                able = [piece.token for piece in able_characters(table, seat, deed, target)]
                for tokens in listed_sets(able):
                    yield deed(target, tokens)
        yield from self._retreats()

    def single_steps(self) -> Iterator[Act]:
        """Yield the legal calls and retreats."""
        yield from self._calls()
        yield from self._retreats()

    def _calls(self) -> Iterator[Act]:
        for name in self.table.hand_ids_of_kind(self.player, "character"):
            if broken_call_rule(self.table, self.player, name, self.acted) is None:
                yield answers.Call(name)

    def _targets(self, deed: type[answers.Deed]) -> list[str]:
        if deed is answers.Seize:
            return [site.token for site in self.table.circle_or_held_sites()]
        active = self.table.characters(area="active")
        return [piece.token for piece in active if piece.controller != self.player]

    def _retreats(self) -> Iterator[Act]:
        for piece in self.table.ready_characters(self.player):
            if not piece.acted:
                yield answers.Retreat(piece.token)

    def broken_deed_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids a call, a retreat or a fight, or None."""
        table, seat = self.table, self.player
        match answer:
            case answers.Call(card):
                return broken_call_rule(table, seat, card, self.acted)
            case answers.Retreat(token):
                return broken_actor_rule(table, seat, token)
            case answers.Deed(target, tokens) if 0 < len(tokens) == len(set(tokens)):
                return next(broken_fight_rules(table, seat, type(answer), target, tokens), None)
            case _:
                raise self.bad_answer(answer)

    def random_answer(self, rng: random.Random) -> Act:
        """Return a random legal answer: draw the kind of action first, then one of that kind."""
        calls = list(self._calls())
        if calls and rng.random() < 0.9:
            return rng.choice(calls)
        ready = [piece.token for piece in self.table.ready_characters(self.player) if not piece.acted]
        if ready and rng.random() < 0.8:
            deed = rng.choice((answers.Challenge, answers.Seize, answers.Seize))
            targets = self._targets(deed)
            if targets:
                tokens = rng.sample(ready, rng.randint(1, len(ready)))
                answer = deed(rng.choice(targets), tuple(tokens))
                if self.broken_rule(answer) is None:
                    return answer
        retreats = self._retreats() if rng.random() < 0.1 else ()
        rest: list[Act] = [*self.uses(), *retreats, answers.END]
        return rng.choice(rest)


# -- what is forbidden


def broken_call_rule(table: ImajicaTable, seat: int, card_id: str, acted: bool) -> BrokenRule | None:
    """Return the rule that forbids calling a character, or None (IJ-ALLY-1 to 3, IJ-UNIQ-1)."""
    player = table.players[seat]
    card = table.cards.get(card_id)
    if card is None or card_id not in player.hand:
        return "IJ-CARD-1", "not_held", {"card": card or QuotedFact(card_id[:30])}
    if card.kind != "character":
        return "IJ-ALLY-1", "no_character", {"card": card}
    if card.is_unique and table.face_up_copy(card_id) is not None:
        return "IJ-UNIQ-1", "in_play", {"card": card}
    if acted:
        return "IJ-ALLY-1", "first", {"card": card}
    if player.has_called_home:
        return "IJ-ALLY-3", "alone", {"card": card}
    prime, limit = values.calling_prime(table, seat, card), values.prime_limit(table, seat)
    if player.prime_spent + prime > limit and not can_call_from_dominion(table, seat, card_id):
        cases = ("too_much", "too_much_cheaper"), ("not_alone", "not_alone_cheaper")
        at_home = _is_at_home(table, seat, card_id)
        case = (
            "above_limit"
            if limit < prime == card.prime and not at_home
            else cases[at_home][prime != card.prime]
        )
        facts = {"card": card, "n": prime, "left": limit - player.prime_spent, "most": limit}
        return "IJ-ALLY-2", case, {**facts, "printed": card.prime}
    return None


def can_call_from_dominion(table: ImajicaTable, seat: int, card_id: str) -> bool:
    """Return whether a character can be called under the exception for one Ally per turn from a Dominion that
    the seat controls (IJ-ALLY-3).
    """
    return not table.players[seat].called_count and _is_at_home(table, seat, card_id)


def _is_at_home(table: ImajicaTable, seat: int, name: str) -> bool:
    return bool(set(table.cards[name].home_dominions) & values.controlled_dominions(table, seat))


def broken_actor_rule(table: ImajicaTable, seat: int, token: str) -> BrokenRule | None:
    """Return the rule that forbids an Ally from acting, or None (IJ-ALLY-4, 6, IJ-HOLD-1, IJ-PIV-1)."""
    piece = table.pieces.get(token)
    if piece is None or not piece.is_character:
        return "IJ-ALLY-4", "nowhere", {"found": QuotedFact(token[:30])}
    if piece.controller != seat:
        return "IJ-ALLY-4", "not_yours", {"card": piece}
    if denial := values.broken_readiness_rule(piece):
        return denial
    if piece.acted:
        return "IJ-ALLY-4", "again", {"card": piece}
    return None


def broken_fight_rules(
    table: ImajicaTable, seat: int, deed: type[answers.Deed], target: str, tokens: Sequence[str]
) -> Iterator[BrokenRule]:
    """Yield every rule that forbids a challenge or a seizure (IJ-CHAL-1, IJ-SEIZE-1, IJ-AFF-2)."""
    piece = table.pieces.get(target)
    if deed is answers.Seize:
        if piece is None or not piece.is_site:
            yield "IJ-SEIZE-1", "no_site", {"found": QuotedFact(target[:30])}
        elif piece.area != "circle":
            yield "IJ-HOLD-1", "secured", {"card": piece}
    elif piece is None or not piece.is_character:
        yield "IJ-CHAL-1", "nowhere", {"found": QuotedFact(target[:30])}
    elif piece.controller == seat:
        yield "IJ-CHAL-1", "own", {"card": piece}
    elif piece.is_holder:
        yield "IJ-HOLD-1", "no_challenge", {"card": piece}
    elif piece.area != "active":
        yield "IJ-CHAL-1", "reserve", {"card": piece}
    for token in tokens:
        if denial := broken_actor_rule(table, seat, token):
            yield denial
            continue
        actor = table.pieces[token]
        if denial := values.broken_barring_rule(table, actor, deed.word):
            yield denial
        if (
            deed is answers.Challenge
            and piece
            and piece.is_character
            and values.has_power_of(table, piece, "vassal")
        ):
            prime, least = values.current_value(table, actor, "prime"), _MIN_PRIME_AGAINST_VASSAL
            if prime < least and not values.has_power_of(table, actor, "oviate"):
                yield "IJ-AFF-2", "too_weak", {"card": actor, "other": piece, "n": prime, "most": least}


def able_characters(table: ImajicaTable, seat: int, deed: type[answers.Deed], target: str) -> list[Piece]:
    """Return the characters that could, each on its own, start a fight of this class against a target."""
    return [
        piece
        for piece in table.ready_characters(seat)
        if next(broken_fight_rules(table, seat, deed, target, [piece.token]), None) is None
    ]
