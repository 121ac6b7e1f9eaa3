"""Setting up: characters, cards, the display, the first player and the direction (section 2, TW-SET)."""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.core.play import Script
from twingkit.core.questions import Refusal
from twingkit.twing.rules.active_objects import fill_display
from twingkit.twing.rules.battle_acts import PASS, Reroll, Response, card_response, parse_response
from twingkit.twing.rules.cards import CROSS, ELEMENTS, FACT_BY_FACE, SPIRAL, SUN, inverted_face
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.draws import RandomCharacterPick, UnseenCardDeal
from twingkit.twing.rules.hand import draw_cards, draw_until_spell, give_card, refill_hands_without_spell
from twingkit.twing.rules.player import SEAT_NAMES, Player, PlayerQuestion
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal
from twingkit.twing.rules.table import TwingTable

START_CARD_COUNT = 3
"""The number of cards that each player draws at the start (TW-SET-1)."""

DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}
"""The two directions of play; seats are numbered clockwise (TW-SET-5)."""


class StartRoll(OrnRoll):
    """The question for a roll that determines the first player (TW-SET-4)."""

    __slots__ = ()
    rule = "TW-SET-4"


class ChooseDirection(PlayerQuestion[str]):
    """The question for the direction of play (TW-SET-5)."""

    __slots__ = ()
    kind = "direction"
    rule = "TW-SET-5"

    def options(self) -> Iterator[str]:
        """Yield `clockwise` and `counterclockwise`."""
        return iter(DIRECTIONS)

    def refusal(self, answer: object) -> Refusal | None:
        """Return None, because both directions are legal. Raises `BadAnswer` for anything else."""
        if answer not in DIRECTIONS:
            raise bad_answer("direction", answer)
        return None


def set_up(table: TwingTable) -> Script:
    """Set up a game: characters, cards, display, the first player, the direction (TW-SET-1 to 5)."""
    yield from _choose_characters(table)
    for player in table.players:
        yield from _draw_first_cards(table, player)
    yield from fill_display(table, table.players[0], setting_up=True)
    if table.variant.start_ornicles:
        for player in table.players:
            table.award_ornicles(player, "TW-SET-2", "ornicle", side=player.name)
    starter = yield from _choose_first_player(table)
    table.active_seat = starter.seat
    if table.variant.direction == "first":
        yield from choose_direction(table, starter)
    table.phase = "turn"


def _choose_characters(table: TwingTable) -> Script:
    """Give each player a character, at random unless it was chosen (TW-SET-1)."""
    for player in table.players:
        if not player.character:
            taken = {player.character for player in table.players}
            left = tuple(element for element in ELEMENTS if element not in taken)
            player.take_character((yield RandomCharacterPick(player.seat, player.name, left)))
        table.record_ruling("TW-SET-1", "character", side=player.name, seat=f"p{player.seat + 1}")
    if table.variant.unused_elements == "removed":
        remove_unused_elements(table)


def remove_unused_elements(table: TwingTable) -> None:
    """Remove the cards of elements that nobody plays (TW-SET-1, a variant)."""
    played = {player.character for player in table.players}
    cards = table.stack.shuffled_cards()
    table.removed_cards = [card for card in cards if not isinstance(card, str) and card.element not in played]
    for card in table.removed_cards:
        table.stack.take(card)
    table.record_ruling("TW-SET-1", "removed", n=len(table.removed_cards))


def _draw_first_cards(table: TwingTable, player: Player) -> Script:
    """Draw three cards for a player, and more until the hand has a spell (TW-SET-1, 3)."""
    yield from draw_cards(table, player, START_CARD_COUNT, "TW-SET-1")
    if table.variant.setup_refill == "draw":
        yield from draw_until_spell(table, player)
    elif table.variant.setup_refill == "mulligan" and not player.hand:
        yield from _mulligan(table, player)


def _mulligan(table: TwingTable, player: Player) -> Script:
    """Put back a hand without spells, creatures too, and draw three new cards, once (a variant of
    TW-SET-3).
    """
    table.record_ruling("TW-VAR-13", "mulligan", side=player.name)
    for name in player.response_cards.cards:
        table.stack.shuffle_in(name)
    player.response_cards = NO_RESPONSE_CARDS
    for card in player.entourage:
        table.stack.shuffle_in(card)
    player.entourage = []
    yield from draw_cards(table, player, START_CARD_COUNT, "TW-SET-1")


def _choose_first_player(table: TwingTable) -> Script:
    """Find the first player by the highest number; ties, or all without one, reroll (TW-SET-4)."""
    tied = list(table.players)
    while len(tied) > 1:
        faces = []
        for player in tied:
            face = yield StartRoll(player.seat, player.name)
            table.record_ruling("TW-SET-4", "rolled", side=player.name, face=FACT_BY_FACE[face])
            faces.append(face)
        if table.variant.start_cats:
            yield from _offer_start_cats(table, tied, faces)
        faces = [_start_rank(table, face) for face in faces]
        best = max(faces)
        if best == CROSS:
            table.record_ruling("TW-SET-4", "symbols", cards=tuple(player.name for player in tied))
            continue
        tied = [player for player, face in zip(tied, faces, strict=True) if face == best]
        if len(tied) > 1:
            table.record_ruling("TW-SET-4", "tie", cards=tuple(player.name for player in tied))
    table.record_ruling("TW-SET-4", "starts", side=tied[0].name)
    return tied[0]


def _offer_start_cats(table: TwingTable, tied: list[Player], faces: list[int]) -> Script:
    """Let the players who rolled for the start play cats and Miromon in turn until all pass (TW-VAR-24)."""
    passes = place = 0
    while passes < len(tied):
        player = tied[place % len(tied)]
        place, passes = place + 1, passes + 1
        answer = (yield UseCatAtStart(player, tied)) if player.hand_size else PASS
        if answer == PASS:
            continue
        passes = 0
        player.adjust_response_cards(answer.name, -1)
        table.discard_pile.append(answer.name)
        aimed = next(
            (at for at, other in enumerate(tied) if SEAT_NAMES[other.seat] == answer.target),
            tied.index(player),
        )
        if isinstance(answer, Reroll):
            faces[aimed] = yield StartRoll(player.seat, player.name)
        else:
            faces[aimed] = inverted_face(faces[aimed])
        facts = {"side": player.name, "enemy": tied[aimed].name, "face": FACT_BY_FACE[faces[aimed]]}
        table.record_ruling("TW-VAR-24", answer.name, **facts)


class UseCatAtStart(PlayerQuestion[Response]):
    """The question whether a player uses a cat card at the starting roll (TW-VAR-24, a variant).

    Answers: `start pass`, `start cat`, `start miromon p2`.
    """

    __slots__ = ("tied",)
    kind = "start_cats"
    rule = "TW-VAR-24"

    def __init__(self, owner: Player, tied: list[Player]) -> None:
        super().__init__(owner)
        self.tied = tied

    def _answers(self) -> tuple[Response, ...]:
        dice = (card_response("miromon", SEAT_NAMES[other.seat]) for other in self.tied)
        return (PASS, card_response("cat"), *dice)

    def options(self) -> Iterator[Response]:
        """Yield `pass`, `cat` if held and, if a Miromon is held, `miromon pN` for each rolled die."""
        held = self.owner.response_cards.cards
        return (answer for answer in self._answers() if answer is PASS or answer.name in held)

    def refusal(self, answer: Response) -> Refusal | None:
        """Return a refusal if the player does not have the chosen card, otherwise None."""
        if answer not in self._answers():
            raise bad_answer("pick", answer, expected=self._answers())
        if answer in self.options():
            return None
        rule = "TW-BAT-11" if isinstance(answer, Reroll) else "TW-BAT-12"
        return rule_refusal(rule, "none_left", side=self.owner.name)

    def parse_answer(self, text: str) -> Response:
        """Parse `start cat`; `start` may be left out."""
        text = " ".join(text.split()).removeprefix("start ")
        return parse_response(text) or Response(text)

    def format_answer(self, answer: Response) -> str:
        """Return the answer in notation, such as `start cat` or `start pass`."""
        return f"start {answer}"


def _start_rank(table: TwingTable, face: int) -> int:
    """Return the rank of a face in the starting roll: symbols are below −4, or in a variant the Sun is
    highest and the Cross lowest.
    """
    if face not in (SUN, CROSS, SPIRAL):
        return face
    if table.variant.start_symbols == "ranked":
        return SUN if face == SUN else -5 if face == SPIRAL else -6
    return CROSS


def choose_direction(table: TwingTable, player: Player) -> Script:
    """Let the first player choose the direction of play; two players have no choice (TW-SET-5)."""
    if sum(not player.has_left for player in table.players) < 3:
        table.record_ruling("TW-SET-5", "two")
        return
    answer = yield ChooseDirection(player)
    table.direction = DIRECTIONS[answer]
    table.record_ruling("TW-SET-5", answer, side=player.name)


def deal_unseen_cards(table: TwingTable) -> Script:
    """Deal the unseen cards of a position string at random before play goes on (TW-PLAY-1)."""
    for seat, count in table.unseen_cards_to_deal:
        player = table.players[seat]
        for left in range(count - 1, -1, -1):
            deal = UnseenCardDeal(player, table.stack, last=not left)
            if next(deal.options(), None) is None:
                break  # more cards than a hand can hold from what is left
            card = yield deal
            table.stack.take(card)
            give_card(table, player, card, "TW-PLAY-1")
    table.unseen_cards_to_deal = ()


def refill_hands_and_display(table: TwingTable) -> Script:
    """Complete a table that starts from a position string: refill hands without a spell, and the display
    (TW-TURN-2, TW-SET-2).
    """
    yield from refill_hands_without_spell(table, table.active_seat)
    if table.object_stack.size:
        yield from fill_display(table, table.players[table.active_seat], setting_up=True)
    table.needs_refill = False
