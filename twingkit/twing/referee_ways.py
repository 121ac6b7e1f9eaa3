"""The answers that are possible with some hand at a real table of Imperial Twing, and the words they consist
of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.referee.typed import UNKNOWN
from twingkit.referee.ways import OPEN
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell
from twingkit.twing.rules.draws import Draw, PickSpell
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.lay import SPELL_LIMIT
from twingkit.twing.rules.lay_questions import RETIRE, LayCards
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.response_cards import SPECIALS, ResponseCards
from twingkit.twing.rules.responses import Respond
from twingkit.twing.rules.support import SupportSide
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.actions import ChooseAction

_MANY_COPIES = 9
"""More response cards than any answer needs."""

_EMPTY = frozenset({"nothing", "nothing_to_pass"})
"""The cases of the rulings that an event finds no spell in a hand."""


def forms(game: Game, question: Question, cards: frozenset[str]) -> Iterable[str] | None:
    """Return the answers that some hand allows, with `?` for each card to be named and `…` if words follow;
    None for other questions, whose answers are those of some possible hands.
    """
    if isinstance(question, Draw):
        return (f"draw creature {OPEN}", *_set_aside(game))
    if isinstance(question, PickSpell):
        return (f"spell {OPEN}",)
    if isinstance(question, DiscardElement):
        return (f"discard {element}" for element in ELEMENTS)
    if isinstance(question, DiscardSpell):
        return (f"discard spell {UNKNOWN}",)
    if isinstance(question, LayCards):
        return _lay_answers(question)
    if isinstance(question, SupportSide):
        return _support_answers(question)
    if isinstance(question, Respond | ChooseAction):
        return _answers_with_any_hand(game, question, cards)
    return None


def refills(game: Game) -> bool:
    """Return True if a draw is asked for because a hand holds no spell (TW-SET-3, TW-TURN-2)."""
    cases = [ruling.case for ruling in game.rulings]
    return isinstance(game.question, Draw) and ("no_spell" in cases or "set_aside" in cases)


def _set_aside(game: Game) -> Iterable[str]:
    """Return the draws of response cards that a refill sets aside face up."""
    return (f"draw {kind}" for kind in SPECIALS) if refills(game) else ()


def _lay_answers(question: LayCards) -> Iterator[str]:
    player = question.side.player
    if player.hand_size:
        yield f"lay {OPEN}"
    if question.side.role != "attacker":
        if player.entourage:
            yield f"lay shield {OPEN}"
        yield "lay nothing"
    if question.can_retire:
        yield RETIRE


def _support_answers(question: SupportSide) -> Iterator[str]:
    for side in question.sides():
        if question.owner.hand_size:
            yield f"support {question.fight.tag(side)} spell {UNKNOWN}"
    yield from (answer for answer in question.options() if " creature " in answer)


def _answers_with_any_hand(
    game: Game, question: Question, cards: frozenset[str], size: int | None = None
) -> list[str]:
    """Return the answers of a player whose hand of `size` cards may hold any of `cards`; a pass in a response
    window is silent.
    """
    player: Player = game.table.players[question.player]
    if not (player.hand_size if size is None else size):
        return [question.format_answer(option) for option in question.options() if option != "pass"]
    held, hand = player.held, player.hand
    player.held = ResponseCards.from_counts({kind: _MANY_COPIES for kind in SPECIALS if kind in cards})
    player.hand = hand or [Spell("F", 1)]
    try:
        options = [question.format_answer(option) for option in question.options()]
    finally:
        player.held, player.hand = held, hand
    return [option for option in options if option != "pass" or isinstance(question, ChooseAction)]


def others(game: Game) -> Iterator[tuple[int, str]]:
    """Yield the answers that come if hands are different from those assumed: a hand without a spell draws,
    one with four elements gives one up (TW-TURN-2, TW-TURN-4), and events take no spell from a hand without
    one (TW-BAT-8).
    """
    table: TwingTable = game.table
    picks = isinstance(game.question, PickSpell) or any(ruling.case in _EMPTY for ruling in game.rulings)
    for player in table.players:
        if player.out or not player.name or not (player.hand_size or player.entourage):
            continue
        yield player.seat, f"draw {UNKNOWN}"
        yield player.seat, f"draw {OPEN}"
        if player.hand_size > len(ELEMENTS) - 1:
            yield player.seat, f"discard {OPEN}"
        if picks and player.hand_size:
            yield player.seat, f"spell {UNKNOWN}"
            yield player.seat, f"spell {OPEN}"
    if isinstance(game.question, PickSpell):
        yield from _without_spells(game)


def _without_spells(game: Game) -> Iterator[tuple[int, str]]:
    """Yield the responses that follow at once if an event takes no spell."""
    later, sizes = game.copy(), [player.hand_size for player in game.table.players]
    while isinstance(later.question, PickSpell):
        later.answer(next(iter(later.question.options())))
    while isinstance(asked := later.question, Respond):
        seat = asked.player
        yield from (
            (seat, form) for form in _answers_with_any_hand(later, asked, frozenset(SPECIALS), sizes[seat])
        )
        later.answer("pass")


def words(game: Game, seat: int, said: tuple[str, ...], cards: frozenset[str]) -> Iterable[str]:
    """Return the words that may follow: names of cards of the hand, creatures of the entourage."""
    table: TwingTable = game.table
    word, *rest = said
    if word == "draw":
        return _draw_words(table, rest)
    if word == "discard":
        return ELEMENTS if not rest else ("",)
    if word == "spell":
        return sorted(cards - set(SPECIALS)) if not rest else ("",)
    return _lay_words(table.players[seat], rest, cards)


def _draw_words(table: TwingTable, rest: list[str]) -> Iterable[str]:
    if not rest:
        return ("creature", *SPECIALS)
    if rest == ["creature"]:
        return sorted({card.token for card in table.stack if isinstance(card, Creature)})
    return ("",)


def _lay_words(player: Player, rest: list[str], cards: frozenset[str]) -> Iterator[str]:
    """Yield the next words of a lay: one to three spells of an element, then units, a rider after its
    mount."""
    shield = rest[:1] == ["shield"]
    spells = [word for word in rest if word[0] != "+" and ">" not in word and word != "shield"]
    units = [word.removeprefix("+ ") for word in rest if word != "shield" and (shield or word[0] == "+")]
    if any(word[0] == "+" for word in rest):
        at = next(index for index, word in enumerate(rest) if word[0] == "+")
        units, spells = [word.removeprefix("+ ") for word in rest[at:]], rest[:at]
    elif shield:
        spells = []
    if spells or units:
        yield ""
    if not shield and not units and len(spells) < SPELL_LIMIT:
        element = spells[0][0] if spells else ""
        yield from sorted(card for card in cards - set(SPECIALS) if card.startswith(element))
    if shield or spells:
        sign = "" if shield or units else "+ "
        yield from (f"{sign}{unit}" for unit in _unit_words(player, units))


def _unit_words(player: Player, taken: list[str]) -> Iterator[str]:
    """Yield the creatures that are left in an entourage, and mounts with their riders."""
    left = [card.token for card in player.entourage]
    for token in (card for unit in taken for card in unit.split(">")):
        if token in left:
            left.remove(token)
    yield from dict.fromkeys(left)
    for mount in dict.fromkeys(token for token in left if token.endswith("M")):
        riders = left[:]
        riders.remove(mount)
        yield from (f"{mount}>{rider}" for rider in dict.fromkeys(riders))
