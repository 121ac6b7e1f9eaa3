"""Questions on elements and cards: where a card goes, which spells go together, what they bring."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.rulebook import Ruling
from twingkit.twing.begin import begin, give
from twingkit.twing.box import load_box
from twingkit.twing.cards import Card, Creature, Spell, card_text
from twingkit.twing.notation import Battle, Side
from twingkit.twing.quiz import battle_asks, lay_asks
from twingkit.twing.quiz.battle_choices import option, taking_part
from twingkit.twing.quiz.battle_deals import Deck, another, characters, spells_only, until
from twingkit.twing.quiz.battle_misses import KNOWN
from twingkit.twing.quiz.battle_words import Held, said
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.lay_asks import Cards, Laying

_KNOWN = KNOWN["elements-and-cards"]
_DEALT = 3
"""How many cards everyone draws at first (TW-SET-1)."""


def draw(rng: random.Random) -> Item:
    """A card is drawn at the start of the game: where does it go?"""
    table = "players {} {}".format(*characters(rng))
    card, box = _wanted(rng), load_box().cards()
    box.remove(card)
    rng.shuffle(box)
    drawn = rng.randint(0, _DEALT - 1)
    before = _draws(box[:drawn])
    right, why = _place(card, before, table)
    misses = {}
    for kind in (Spell, Creature):  # as if it were a card of the other kind
        place, ruling = _place(next(each for each in box[drawn:] if isinstance(each, kind)), before, table)
        if place != right:
            misses[place] = ruling.rule
    name = "spell" if isinstance(card, Spell) else "creature" if isinstance(card, Creature) else card
    hand = said("draw.hand_spell" if name == "spell" else "draw.hand")
    texts = {"hand": hand, "entourage": said("draw.entourage"), "discard": said("draw.discard")}
    choices = tuple(option(key, words, right, misses) for key, words in texts.items())
    return Item(
        topic="",
        kind="",
        seed=0,
        table=table,
        before=before,
        after=_draws([card]),
        texts=said(f"draw.{name}", card=card),
        choices=choices,
        why=(why,),
        rules=taking_part([why], choices),
    )


def _wanted(rng: random.Random) -> Card:
    """A card to be drawn: about as often a creature as one for the hand."""
    box = load_box().cards()
    creatures = rng.random() < 0.45
    pool = [card for card in dict.fromkeys(box) if isinstance(card, Creature) is creatures]
    specials = [card for card in pool if isinstance(card, str)]
    return rng.choice(specials if specials and rng.random() < 0.5 else pool)


def _draws(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(f"p1: draw {card_text(card)}" for card in cards)


def _place(card: Card, before: tuple[str, ...], table: str) -> tuple[str, Ruling]:
    """Where a card lies after it was drawn, and what the engine said."""
    game = give(begin(table), [*before, *_draws([card])])
    if card in game.table.discard:
        return "discard", game.rulings[0]
    return ("entourage" if card in game.table.players[0].entourage else "hand"), game.rulings[0]


def hand(rng: random.Random) -> Item | None:
    """Three cards are drawn: which of them are hidden in the hand?"""
    table = "players {} {}".format(*characters(rng))
    cards = rng.sample(load_box().cards(), _DEALT)
    creatures = [card for card in cards if isinstance(card, Creature)]
    if not creatures or not any(isinstance(card, Spell) for card in cards) or len(set(cards)) < _DEALT:
        return None
    draws = _draws(cards)
    game = give(begin(table), draws)
    player = game.table.players[0]
    held = [card for card in cards if card not in player.entourage]
    said_of = [ruling for entry in game.transcript for ruling in entry.rulings]
    why = sorted(said_of, key=lambda ruling: ruling.case != "creature")
    rest = [card for card in cards if not isinstance(card, Spell)]
    spells = [card for card in cards if isinstance(card, Spell)]
    options: dict[tuple[Card, ...], None] = {}
    for each in (held, cards, spells, creatures, rest):
        options[tuple(each)] = None
    misses = {_key(cards): why[0].rule, _key(creatures): why[0].rule}
    choices = tuple(
        option(_key(each), said("draw.cards", cards=Held(each)), _key(held), misses)
        for each in list(options)[:4]
    )
    return Item(
        topic="",
        kind="",
        seed=0,
        table=table,
        after=draws,
        texts=said("draw.three", cards=Held(tuple(cards))),
        choices=choices,
        why=tuple(why),
        rules=taking_part(why, choices),
    )


def _key(cards: Sequence[Card]) -> str:
    return " ".join(card_text(card).replace(" ", "-") for card in cards)


def together(rng: random.Random) -> Item | None:
    """Which spells may be laid together?"""
    laying = _laying(rng, entourage=0)
    several = rng.random() < 0.8
    return lay_asks.which(
        rng,
        laying,
        {"TW-BAT-1"},
        "attack",
        lay_asks.some_spells,
        lambda lay: (len(lay.spells) > 1) is several,
    )


def points(rng: random.Random) -> Item | None:
    """How many points do the cards bring?"""
    mine, theirs = characters(rng)
    deck, element = Deck(rng), rng.choice("FWLA")
    lay = spells_only(deck, rng, element)
    if len(lay.spells) + len(lay.units) < 2:
        return None
    battle = Battle(Side(mine, lay), Side(theirs, spells_only(deck, rng, another(rng, element))))
    return battle_asks.on_cards(battle, 0, _KNOWN, rng)


def strongest(rng: random.Random) -> Item | None:
    """Which is the strongest attack that may be laid?"""
    return lay_asks.strongest(rng, _laying(rng, entourage=0), _KNOWN, lay_asks.some_attack)


def _laying(rng: random.Random, entourage: int) -> Laying:
    """A hand of two elements, with so many plain creatures of them and of a third."""
    deck = Deck(rng)
    mine, theirs = characters(rng)
    one, two, three = rng.sample("FWLA", 3)
    hand = (*deck.spells(one, rng.randint(3, 4)), *deck.spells(two, rng.randint(1, 2)))
    home = tuple(deck.creature(rng.choice((one, two, two, three)), False) for _ in range(entourage))
    cards = Cards(mine, tuple(rng.sample(hand, len(hand))), home)
    return Laying(cards, Cards(theirs, deck.spells(rng.choice("FWLA"), 3)))


KINDS: dict[str, dict[str, Maker]] = {
    "elements-and-cards": {
        "draw": draw,
        "hand": lambda rng: until(lambda: hand(rng)),
        "together": together,
        "points": points,
        "strongest": strongest,
    }
}
