"""Elements and cards: where a card goes, which spells go together, how many points they give."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz.item import Item
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.quiz.asking import Mistake, choices, make_item
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import lays
from twingkit.twing.quiz.battles.lays import Cards, LayScene
from twingkit.twing.quiz.battles.mistakes import KNOWN_RULES
from twingkit.twing.quiz.battles.staging import deal_lay, other_element, random_characters
from twingkit.twing.quiz.phrases import HandPhrase, Phrases, fact_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.cards import Card, Creature, Spell

SAY = Phrases("cards")

TOPIC = "elements-and-cards"

DEALT = 3
"""The number of cards that everyone draws at the start (TW-SET-1)."""


def draw(rng: random.Random) -> Item | None:
    """Make the question where a card goes that is drawn at the start of the game."""
    table = "players {} {}".format(*random_characters(rng))
    card, box = _card_to_draw(rng), load_box().cards()
    box.remove(card)
    rng.shuffle(box)
    drawn = rng.randint(0, DEALT - 1)
    before = _draws(box[:drawn])
    right, why = _place_of(card, before, table)
    mistakes = []
    for kind in (Spell, Creature):  # as if it were a card of the other kind
        destination, ruling = _place_of(
            next(card for card in box[drawn:] if isinstance(card, kind)), before, table
        )
        mistakes.append(Mistake(destination, f"{ruling.rule}/kind"))
    name = "spell" if isinstance(card, Spell) else "creature" if isinstance(card, Creature) else card
    words = {"hand": SAY("draw.hand_spell" if name == "spell" else "draw.hand")}
    words |= {pile: SAY(f"draw.{pile}") for pile in ("entourage", "discard")}
    options = choices(right, [*mistakes, *map(Mistake, words)], words.__getitem__)
    return make_item(
        table, before, _draws([card]), texts=SAY(f"draw.{name}", card=card), choices=options, why=[why]
    )


def _card_to_draw(rng: random.Random) -> Card:
    """Return a card to be drawn: a creature about as often as a card for the hand."""
    box = load_box().cards()
    creatures = rng.random() < 0.45
    pool = [card for card in dict.fromkeys(box) if isinstance(card, Creature) is creatures]
    specials = [card for card in pool if isinstance(card, str)]
    return rng.choice(specials if specials and rng.random() < 0.5 else pool)


def _draws(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(f"p1: draw {card}" for card in cards)


def _place_of(card: Card, before: tuple[str, ...], table: str) -> tuple[str, Ruling]:
    """Return where a card is after it was drawn, and the ruling about it."""
    game = Game.begin(table).give_answers(*before, *_draws([card]))
    if card in game.table.discard:
        return "discard", game.rulings[0]
    return ("entourage" if card in game.table.players[0].entourage else "hand"), game.rulings[0]


def hand(rng: random.Random) -> Item | None:
    """Make the question which of three drawn cards are hidden in the hand."""
    table = "players {} {}".format(*random_characters(rng))
    cards = tuple(rng.sample(load_box().cards(), DEALT))
    creatures = tuple(card for card in cards if isinstance(card, Creature))
    spells = tuple(card for card in cards if isinstance(card, Spell))
    if not creatures or not spells or len(set(cards)) < DEALT:
        return None
    draws = _draws(cards)
    game = Game.begin(table).give_answers(*draws)
    home = game.table.players[0].entourage
    rulings = [ruling for entry in game.transcript for ruling in entry.rulings]
    why = sorted(rulings, key=lambda ruling: ruling.case != "creature")
    others = tuple(card for card in cards if not isinstance(card, Spell))
    hidden = tuple(card for card in cards if card not in home)
    mistakes = [Mistake(cards, "TW-SET-1"), *map(Mistake, (spells, creatures, others))]
    options = choices(hidden, mistakes, lambda hand: fact_texts(HandPhrase(hand)), key=_key)
    return make_item(
        table, (), draws, texts=SAY("draw.three", cards=HandPhrase(cards)), choices=options, why=why
    )


def _key(cards: Sequence[Card]) -> str:
    return " ".join(str(card).replace(" ", "-") for card in cards)


def together(rng: random.Random) -> Item | None:
    """Make the question “Which spells may be laid together?”"""
    several = rng.random() < 0.8
    return lays.which_lay(
        rng,
        _lay_scene(rng),
        {"TW-BAT-1"},
        "attack",
        lays.some_spells,
        lambda lay: (len(lay.spells) > 1) is several,
    )


def points(rng: random.Random) -> Item | None:
    """Make the question “How many points do the cards give?”"""
    supply, (mine, theirs) = Supply(rng), random_characters(rng)
    element = rng.choice(ALL_ELEMENTS)
    lay, enemy = deal_lay(rng, supply, element), deal_lay(rng, supply, other_element(rng, element))
    if len(lay.spells) < 2:
        return None
    return asks.points_on_cards(Battle(Side(mine, lay), Side(theirs, enemy)), 0, KNOWN_RULES[TOPIC], rng)


def strongest(rng: random.Random) -> Item | None:
    """Make the question “Which is the strongest attack that may be laid?”"""
    return lays.strongest_lay(rng, _lay_scene(rng), KNOWN_RULES[TOPIC], lays.some_attack)


def _lay_scene(rng: random.Random) -> LayScene:
    """Deal a hand of two elements."""
    supply, (mine, theirs) = Supply(rng), random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    hand = [*supply.spells(rng.randint(3, 4), element), *supply.spells(rng.randint(1, 2), other)]
    return lays.deal_attack(rng, supply, Cards.shuffled(rng, mine, hand), theirs)


KINDS = {TOPIC: {"draw": draw, "hand": hand, "together": together, "points": points, "strongest": strongest}}
"""The makers of this topic, by kind."""
