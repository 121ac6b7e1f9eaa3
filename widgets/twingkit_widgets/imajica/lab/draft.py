"""The draft of the stop lab: characters on the table, the announced action, and the rivals' hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import attrs

from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.exact_odds.announced_deed import STOPPABLE_ACTIONS
from twingkit.imajica.exact_odds.stop_check import STOP_GOALS
from twingkit.imajica.exact_odds.stop_question import MOST_UNSEEN, RivalsStoppingQuestion, UnseenHand
from twingkit.imajica.notation.position import REALM_PARTS, Position, Realm
from twingkit.imajica.rules.answers import NOTATION, Challenge, Deed, Seize
from twingkit.imajica.rules.deeds import broken_fight_rules
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.rulebook import make_refusal
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit_widgets.lab.design import Draft
from twingkit_widgets.lab.tab import LabFault

EXAMPLE_NOTATION = (
    "imajica: p1 active sartori huzzah-aping irish; p2 active pie-oh-pah dowd reserve judith; "
    "p3 active gideon eurhetemec-singer; circle slew; to move p1 ally; seize slew with sartori huzzah-aping; "
    "p2 holds 5 of maestros; p3 holds 4 of teeth"
)
"""The notation with which the lab opens."""

_PIVOTED_SUFFIX = ":pivoted"


@attrs.frozen
class DraftCharacter:
    """A character in a Realm: its token, its notation, its area, and its index in that area."""

    token: str
    notation: str
    area: str
    area_index: int

    @property
    def card_id(self) -> str:
        """The id of the character's card."""
        return self.token.partition(".")[0]

    @property
    def state(self) -> str:
        """The state of the character: "active", "pivoted" or "reserve"."""
        return "pivoted" if _PIVOTED_SUFFIX in self.notation and self.area == "active" else self.area


@attrs.frozen
class StopDraft(Draft):
    """A position with rivals' hands and an action (which may be incomplete): the input of the stop lab.

    `action` is its first word, `actor_indexes` are indexes in the active area of the active Autarch,
    `target_index` is the seat and index of the challenged character, and `site` the Site to seize. If the
    typed notation describes an illegal action, `invalid_text` holds it and `refusals` the rules that forbid
    it.
    """

    position: Position
    action: str = STOPPABLE_ACTIONS[0]
    site: str = ""
    target_index: tuple[int, int] | None = None
    actor_indexes: tuple[int, ...] = ()
    unseen_hands: tuple[UnseenHand, ...] = ()
    invalid_text: str = ""
    refusals: tuple[Refusal, ...] = ()
    goal: str = STOP_GOALS[0]
    variant: Variant = BOX

    @classmethod
    def read(cls, text: str, variant: Variant = BOX) -> StopDraft:
        """Parse the notation of a question (position, action and rivals' hands). Raises `Fault` if it is not
        valid.

        If a rule forbids its position or action, the draft keeps the text with the refusal.

        >>> StopDraft.read(EXAMPLE_NOTATION).line() == EXAMPLE_NOTATION
        True
        """
        try:
            return cls.of(RivalsStoppingQuestion.parse(text, variant))
        except Refusal as refusal:
            empty = Position.parse("imajica: p1; p2")
            return cls(empty, invalid_text=text, refusals=(refusal,), variant=variant)

    @classmethod
    def of(cls, question: RivalsStoppingQuestion) -> StopDraft:
        """Return the draft of a question."""
        position = question.position
        empty = cls(
            position,
            site=next(iter(_circle_sites(position)), ""),
            unseen_hands=question.unseen_hands,
            goal=question.goal,
            variant=question.variant,
        )
        deed = NOTATION.parse(question.deed)
        if not isinstance(deed, Deed):
            return empty
        active = empty.active_tokens(position.current)
        actors = tuple(active.index(token) for token in deed.tokens if token in active)
        draft = attrs.evolve(empty, action=deed.word, actor_indexes=actors)
        if draft.is_seizure:
            draft = attrs.evolve(draft, site=deed.target)
        else:
            draft = attrs.evolve(draft, target_index=draft.find_target_index(deed.target))
        if draft.action_notation != question.deed:  # an actor is missing or the order differs
            return attrs.evolve(draft, invalid_text=str(question), refusals=_deed_refusals(question))
        return draft

    # -- what lies there

    def draft_characters(self, seat: int) -> list[DraftCharacter]:
        """Return the characters of an Autarch, without Holders, in the order of the notation."""
        return list(self._characters_by_seat[seat])

    @cached_property
    def _characters_by_seat(self) -> list[list[DraftCharacter]]:
        """The characters of every Autarch; cached, because building the table takes time."""
        table = self.position.build_table()
        return [
            self._of_realm(realm, list(table.characters(seat)))
            for seat, realm in enumerate(self.position.realms)
        ]

    @staticmethod
    def _of_realm(realm: Realm, pieces: Sequence[Piece]) -> list[DraftCharacter]:
        standing: list[DraftCharacter] = []
        for area in ("active", "reserve"):
            tokens = [piece.token for piece in pieces if piece.area == area]
            words = realm.words(area)
            standing += [
                DraftCharacter(token, word, area, place)
                for place, (token, word) in enumerate(zip(tokens, words, strict=True))
            ]
        return standing

    def active_tokens(self, seat: int) -> list[str]:
        """Return the tokens of an Autarch's active characters, in the order of their indexes."""
        return [character.token for character in self.draft_characters(seat) if character.area == "active"]

    def find_target_index(self, token: str) -> tuple[int, int] | None:
        """Return the seat and index of a rival's active character, or None if there is no such character."""
        active_by_seat = ((seat, self.active_tokens(seat)) for seat in self.rivals)
        return next(((seat, active.index(token)) for seat, active in active_by_seat if token in active), None)

    @property
    def seat(self) -> int:
        """The seat of the Autarch who acts."""
        return self.position.current

    @property
    def rivals(self) -> list[int]:
        """The seats of all other Autarchs."""
        return [seat for seat in range(len(self.position.realms)) if seat != self.seat]

    @property
    def is_seizure(self) -> bool:
        """Return whether the action is a seizure, not a challenge."""
        return self.action == Seize.word

    @property
    def target_token(self) -> str:
        """The token of the Site to seize or of the character to challenge, or "" if none is chosen."""
        if self.is_seizure:
            return self.site
        if self.target_index is None:
            return ""
        seat, place = self.target_index
        active = self.active_tokens(seat)
        return active[place] if place < len(active) else ""

    @property
    def actor_tokens(self) -> list[str]:
        """The tokens of the characters that carry out the action."""
        active = self.active_tokens(self.seat)
        return [active[place] for place in self.actor_indexes if place < len(active)]

    @property
    def action_notation(self) -> str:
        """The action in notation, or "" while it is incomplete."""
        if not self.target_token or not self.actor_tokens:
            return ""
        return f"{self.action} {self.target_token} with {' '.join(self.actor_tokens)}"

    @property
    def question(self) -> RivalsStoppingQuestion:
        """The question of the draft: whether the rivals can stop its action."""
        return RivalsStoppingQuestion(
            self.position, self.action_notation, self.unseen_hands, self.goal, self.variant
        )

    def unseen_cards(self, seat: int) -> UnseenHand:
        """Return the number and deck of a rival's unseen cards; none if nothing was entered for this
        rival.
        """
        return next((hand for hand in self.unseen_hands if hand.seat == seat), UnseenHand(seat, 0))

    # -- what the lab asks

    @property
    def is_complete(self) -> bool:
        """Whether there is a complete action, or a text that a rule forbids."""
        return bool(self.action_notation) or bool(self.refusals)

    def subject(self) -> RivalsStoppingQuestion:
        """Return the question for the lab to answer: whether the rivals can stop the action."""
        return self.question

    def problems(self) -> Sequence[Refusal]:
        """Return a refusal for every rule that forbids the action."""
        if self.refusals or not self.action_notation:
            return self.refusals
        table = self.position.build_table(self.variant)
        deed = Seize if self.is_seizure else Challenge
        denials = broken_fight_rules(table, self.seat, deed, self.target_token, self.actor_tokens)
        return tuple(map(make_refusal, denials))

    def line(self) -> str:
        """Return the question in notation, or the typed text."""
        return self.invalid_text or str(self.question)

    def with_subject(self, subject: RivalsStoppingQuestion) -> StopDraft:
        """Return the draft of another question."""
        return StopDraft.of(subject)

    # -- changes

    def with_variant(self, variant: Variant) -> StopDraft:
        """Return the draft under another variant."""
        if self.invalid_text:
            return StopDraft.read(self.invalid_text, variant)
        return attrs.evolve(self, variant=variant)

    def with_circle_site(self, site: str) -> StopDraft:
        """Return the draft with one more Site in the Circle."""
        return self._with_position_changes(circle=(*self.position.circle, site))

    def with_action(self, action: str) -> StopDraft:
        """Return the draft with the action `action` ("seize" or "challenge") and the same Allies. A challenge
        without a target gets the first active character of a rival.
        """
        target = self.target_index
        if action == Challenge.word and target is None:
            target = next(((seat, 0) for seat in self.rivals if self.active_tokens(seat)), None)
        return attrs.evolve(self, action=action, target_index=target)

    def with_seized_site(self, site: str) -> StopDraft:
        """Return the draft in which this Site is seized; a new Site replaces the one chosen before."""
        if site in _circle_sites(self.position):
            return attrs.evolve(self, site=site)
        circle = [word for word in self.position.circle if word.partition("/")[0] != self.site]
        position = attrs.evolve(self.position, circle=(site, *circle))
        return attrs.evolve(self, position=_check_position(position), site=site)

    def with_actor_toggled(self, index: int) -> StopDraft:
        """Return the draft in which a character starts or stops acting."""
        chosen = set(self.actor_indexes) ^ {index}
        return attrs.evolve(self, actor_indexes=tuple(sorted(chosen)))

    def with_new_character(self, seat: int, card: str) -> StopDraft:
        """Return the draft with one more active character, who acts if its Autarch is the active one."""
        draft = self.with_word(seat, "active", card)
        last = len(draft.position.realms[seat].words("active")) - 1
        return draft.with_actor_toggled(last) if seat == self.seat else draft

    def without_character(self, seat: int, area: str, index: int) -> StopDraft:
        """Return the draft without a character."""
        return self._adjust_indexes_to_removal(seat, area, index).without_word(seat, area, index)

    def with_next_state(self, seat: int, area: str, index: int) -> StopDraft:
        """Return the draft in which a character has its next state: active, pivoted, in the reserve."""
        word = self.position.realms[seat].words(area)[index]
        plain = word.replace(_PIVOTED_SUFFIX, "")
        if area == "active" and _PIVOTED_SUFFIX not in word:
            words = list(self.position.realms[seat].words(area))
            head, sign, laid = plain.partition("+")
            words[index] = f"{head}{_PIVOTED_SUFFIX}{sign}{laid}"
            return self._with_realm_part(seat, area, words)
        other = "reserve" if area == "active" else "active"
        return self.without_character(seat, area, index).with_word(seat, other, plain)

    def with_unseen_hand(self, seat: int, count: int, deck: str) -> StopDraft:
        """Return the draft in which a rival holds `count` unseen cards of a deck ("" if unknown)."""
        rest = [hand for hand in self.unseen_hands if hand.seat != seat]
        count = max(0, min(MOST_UNSEEN, count))
        more = [UnseenHand(seat, count, deck)] if count or deck else []
        return attrs.evolve(self, unseen_hands=tuple(sorted([*rest, *more], key=lambda hand: hand.seat)))

    def without_known_card(self, seat: int, card: str) -> StopDraft:
        """Return the draft with one known card less in an Autarch's hand. Raises `LabFault` if it does not
        hold the card.
        """
        words = self.position.realms[seat].words("hand")
        if card not in words:
            raise LabFault
        return self.without_word(seat, "hand", words.index(card))

    def with_rival(self) -> StopDraft:
        """Return the draft with one more Autarch."""
        position = attrs.evolve(self.position, realms=(*self.position.realms, Realm(())))
        return attrs.evolve(self, position=_check_position(position))

    def without_rival(self) -> StopDraft:
        """Return the draft without the last Autarch, who must not be the one that acts."""
        last = len(self.position.realms) - 1
        position = attrs.evolve(self.position, realms=self.position.realms[:last])
        target = None if self.target_index and self.target_index[0] == last else self.target_index
        unseen = tuple(hand for hand in self.unseen_hands if hand.seat != last)
        return attrs.evolve(
            self, position=_check_position(position), target_index=target, unseen_hands=unseen
        )

    @property
    def can_remove_rival(self) -> bool:
        """Whether the last Autarch can be removed."""
        return len(self.position.realms) > FEWEST_SEATS and self.seat < len(self.position.realms) - 1

    @property
    def can_add_rival(self) -> bool:
        """Whether another Autarch can be added."""
        return len(self.position.realms) < len(SEATS)

    def _adjust_indexes_to_removal(self, seat: int, area: str, place: int) -> StopDraft:
        if area != "active":
            return self
        if seat == self.seat:
            left = [other - (other > place) for other in self.actor_indexes if other != place]
            return attrs.evolve(self, actor_indexes=tuple(left))
        if self.target_index is None or self.target_index[0] != seat:
            return self
        now = self.target_index[1]
        return attrs.evolve(self, target_index=None if now == place else (seat, now - (now > place)))

    def with_word(self, seat: int, part: str, word: str) -> StopDraft:
        """Return the draft with one more word in a part of a Realm, such as a known card in the "hand", or a
        held Site with its Holder in the "state".
        """
        return self._with_realm_part(seat, part, (*self.position.realms[seat].words(part), word))

    def without_word(self, seat: int, part: str, index: int) -> StopDraft:
        """Return the draft without a word, given by index, in a part of a Realm."""
        words = list(self.position.realms[seat].words(part))
        del words[index]
        return self._with_realm_part(seat, part, words)

    def _with_realm_part(self, seat: int, part: str, words: Sequence[str]) -> StopDraft:
        """Return the draft with other words in a part of a Realm."""
        parts = dict(self.position.realms[seat].parts)
        parts[part] = tuple(words)
        realm = Realm(tuple((name, parts[name]) for name in REALM_PARTS if parts.get(name)))
        realms = [*self.position.realms]
        realms[seat] = realm
        return self._with_position_changes(realms=tuple(realms))

    def _with_position_changes(self, **changes: Any) -> StopDraft:
        """Return the draft with a changed position. Raises `Fault` or `Refusal` if it is not valid."""
        position = _check_position(attrs.evolve(self.position, **changes))
        return attrs.evolve(self, position=position, invalid_text="", refusals=())


def _circle_sites(position: Position) -> list[str]:
    """Return the Sites in the Circle, as the notation names them."""
    return [word.partition("/")[0].partition("+")[0] for word in position.circle]


def _check_position(position: Position) -> Position:
    """Validate a position by parsing its notation. Raises `Fault` or `Refusal`."""
    return Position.parse(str(position))


def _deed_refusals(question: RivalsStoppingQuestion) -> tuple[Refusal, ...]:
    try:
        question.check()
    except Refusal as refusal:
        return (refusal,)
    except BadAnswer as fault:
        raise fault
    return ()


def parse_card_id(value: object, *kinds: str) -> str:
    """Return `value` if it is the id of an Imajica card of one of these kinds; raise `LabFault` otherwise."""
    if not is_card_of_kind(value, *kinds):
        raise LabFault
    return str(value)


def is_card_of_kind(name: object, *kinds: str) -> bool:
    """Return whether a value is the id of a card of one of these kinds.

    >>> is_card_of_kind("dowd", "character"), is_card_of_kind("dowd", "flash"), is_card_of_kind(7, "flash")
    (True, False, False)
    """
    card = load_cards().get(name) if isinstance(name, str) else None
    return card is not None and card.kind in kinds
