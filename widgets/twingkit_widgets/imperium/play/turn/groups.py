"""The answers of a whole game as buttons in groups: the options of a turn, and choices among items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from twingkit import Question
from twingkit.core.questions import Refusal
from twingkit.imperium.galaxy.phases.action_phase import PASS, TurnChoice
from twingkit.imperium.galaxy.strategy_cards import diplomacy, leadership, politics, technology, trade
from twingkit.imperium.galaxy.table.abilities import abilities, has_script
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.technology.cards import Technology, technologies
from twingkit.imperium.galaxy.trade.offers import OFFER, Gift, rule_against_offer
from twingkit.imperium.galaxy.trade.offers import Offer as Deal
from twingkit_widgets.imperium.pictures.names import (
    answer_word_name,
    card_text,
    faction_name,
    join_names,
    seat_name,
)
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.offers import MAX_BUTTONS, Group, Offer, plain_offers
from twingkit_widgets.table.play.player_view import PlayerView

NUMBERS: Mapping[int, Mapping[str, int]] = {
    1: {"gained": leadership.GAINED, "price": leadership.PRICE},
    2: {"readied": diplomacy.READIED},
    3: {"drawn": politics.DRAWN},
    5: {"gained": trade.GAINED},
    7: {"second": technology.SECOND_PRICE, "price": technology.PRICE},
}
"""The prices and numbers of strategy cards that their notes name."""

TRADE = "trade"
"""The beginning of the answer that opens an offer; it is no answer of the game."""


def offer_of(asked: Question, answer: object, player_view: PlayerView) -> Offer:
    """Return one answer as a button: its words, and its effect if a card has one."""
    written = asked.format_answer(answer)
    word, _, rest = written.partition(" ")
    note = ""
    if word in ("take", "strategy") and rest.isdecimal():
        note = strategy_note("strategy", int(rest))
        goods = dict(player_view.view.card_goods).get(int(rest), 0)
        note += f" {WORDS.say('strategy.goods', n=goods)}" if word == "take" and goods else ""
    elif word in ("play", "use", "research", "score", "discard", "return", "technology"):
        note = card_text(rest)
        if rest in technologies():
            note = f"{_symbols(technologies()[rest])} {note}"
    return Offer(written, answer_text(asked, written), note)


def strategy_note(part: str, number: int) -> str:
    """A note on the primary ability of a strategy card ("strategy"), or its "secondary" one, in few words."""
    return WORDS.say(f"{part}.{number}", **NUMBERS.get(number, {}))


def _symbols(card: Technology) -> str:
    """The colour of a technology, and the colours that it asks for (IM-TECH-2)."""
    counts = Counter(card.prerequisites)
    names = {colour: answer_word_name(colour) for colour in counts}
    needed = join_names(
        [f"{n} × {names[colour]}" if n > 1 else names[colour] for colour, n in counts.items()]
    )
    kind = answer_word_name(card.colour) if card.colour else WORDS.say("technology.no_colour")
    return WORDS.say(
        "technology.needs" if needed else "technology.free", kind=capitalize_first(kind), needed=needed
    )


def groups_of(asked: Question, player_view: PlayerView) -> list[Group]:
    """Return the answers grouped by what they do."""
    if isinstance(asked, TurnChoice):
        return _turn(asked, player_view)
    if isinstance(asked, ItemChoice):
        offers = [offer_of(asked, answer, player_view) for answer in asked.options()]
        if len(offers) <= MAX_BUTTONS:
            return [
                Group(asked.kind, tuple(sorted(offers, key=lambda offer: _is_no_action(offer, player_view))))
            ]
    return plain_offers(asked, player_view)


def _is_no_action(offer: Offer, player_view: PlayerView) -> bool:
    """Return whether an answer does nothing: it stands last."""
    return bool(player_view.rules.declines(offer.answer))


def _turn(asked: TurnChoice, player_view: PlayerView) -> list[Group]:
    """Strategy cards, cards and abilities that are actions, deals, and passing; systems are chosen on the
    map."""
    say, sheet = player_view.say, asked.table.players[asked.player]
    cards = [f"strategy {number}" for number in sorted(sheet.strategy_cards)]
    listed = [answer for answer in asked.options() if answer.split()[0] in ("play", "use")]
    others = [card for card in _held_action_cards(asked) if card not in listed]
    groups = [
        Group("strategy", _offers(cards, asked, player_view), say("group.strategy")),
        Group("component", _offers([*listed, *others], asked, player_view), say("group.component")),
        Group("trade", tuple(_deals(asked, player_view)), say("group.trade")),
        Group(
            "pass", _passing(asked, player_view), say("group.no_further" if asked.further else "group.pass")
        ),
    ]
    return [group for group in groups if group.offers]


def _passing(asked: TurnChoice, player_view: PlayerView) -> tuple[Offer, ...]:
    """The button to pass if that is allowed; otherwise `turn_view.py` shows the reason in its place."""
    return tuple(offer for offer in _offers([PASS], asked, player_view) if offer.refusal is None)


def _held_action_cards(asked: TurnChoice) -> list[str]:
    """The own action cards that are actions, whether they can be played now or not."""
    hand = dict.fromkeys(asked.table.players[asked.player].action_cards)
    return [
        abilities()[card].answer
        for card in hand
        if card in abilities() and "action" in abilities()[card].windows and has_script(card)
    ]


def _offers(answers: Iterable[str], asked: Question, player_view: PlayerView) -> tuple[Offer, ...]:
    made = []
    for answer in answers:
        offer = offer_of(asked, answer, player_view)
        refusal = asked.refusal(answer)
        made.append(Offer(offer.answer, offer.label, offer.note, refusal))
    return tuple(made)


def _deals(asked: TurnChoice, player_view: PlayerView) -> Iterable[Offer]:
    """A deal with each other player; the smallest one that could be made stands for all."""
    view = player_view.view
    for seat in asked.table.other_seats(asked.player):
        refusal = trade_refusal(asked, seat)
        label = player_view.say("group.deal", who=seat_name(seat, view.player))
        note = faction_name(view.seats[seat].faction)
        yield Offer(
            f"{TRADE} {SEATS[seat]}" if refusal is None else _smallest_deal(seat), label, note, refusal
        )


def _smallest_deal(seat: int) -> str:
    return f"{OFFER} {SEATS[seat]} nothing for 1 goods"


def trade_refusal(asked: TurnChoice, seat: int) -> Refusal | None:
    """The rule that forbids any deal with a player now."""
    denial = rule_against_offer(asked.table, asked.player, Deal(seat, Gift(), Gift(goods=1)))
    return None if denial is None else asked.refusal(_smallest_deal(seat))
