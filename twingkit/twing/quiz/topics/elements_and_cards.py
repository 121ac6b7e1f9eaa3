"""Questions about elements and cards: the place of a card, legal sets of spells, and points."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.options import Mistake, make_item
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import lays
from twingkit.twing.quiz.battles.lays import LayScene, PlayerCards
from twingkit.twing.quiz.battles.mistakes import FORGETTABLE_RULES_BY_TOPIC
from twingkit.twing.quiz.battles.staging import deal_lay, other_element, two_random_characters
from twingkit.twing.quiz.explanations import explain_ruling, explanation_ruling
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.phrases import HandPhrase, Phrases, card_phrases, fact_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import Card, Creature, Spell

PHRASES = Phrases("cards")

TOPIC = "elements-and-cards"

START_CARD_COUNT = 3
"""The number of cards that each player draws at the start (TW-SET-1)."""


@question_kind("draw")
def _drawn_card_place_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Where does this card go?” for a card drawn at the start of the game."""
    table = "players {} {}".format(*two_random_characters(rng))
    card, box = _card_to_draw(rng), load_box().cards()
    box.remove(card)
    rng.shuffle(box)
    drawn = rng.randint(0, START_CARD_COUNT - 1)
    before = _draws(box[:drawn])
    right, drawn_ruling = _place_of(card, before, table)
    mistakes = []
    for kind in (Spell, Creature):  # as if it were a card of the other kind
        destination, ruling = _place_of(
            next(card for card in box[drawn:] if isinstance(card, kind)), before, table
        )
        mistakes.append(Mistake(destination, f"{ruling.rule}/kind"))
    name = "spell" if isinstance(card, Spell) else "creature" if isinstance(card, Creature) else card
    words = {"hand": PHRASES("draw.hand_spell" if name == "spell" else "draw.hand")}
    words |= {pile: PHRASES(f"draw.{pile}") for pile in ("entourage", "discard")}
    options = answer_options(right, [*mistakes, *map(Mistake, words)], words.__getitem__)
    texts, why = PHRASES(f"draw.{name}", card=card), [explain_ruling(drawn_ruling, [])]
    return make_item(table, before, _draws([card]), texts=texts, choices=options, why=why)


def _card_to_draw(rng: random.Random) -> Card:
    box = load_box().cards()
    creatures = rng.random() < 0.45
    pool = [card for card in dict.fromkeys(box) if isinstance(card, Creature) is creatures]
    specials = [card for card in pool if isinstance(card, str)]
    return rng.choice(specials if specials and rng.random() < 0.5 else pool)


def _draws(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(f"p1: draw {card}" for card in cards)


def _place_of(card: Card, before: tuple[str, ...], table: str) -> tuple[str, Ruling]:
    game = Game.begin(table).give_answers(*before, *_draws([card]))
    if card in game.table.discard_pile:
        return "discard", game.latest_rulings[0]
    return ("entourage" if card in game.table.players[0].entourage else "hand"), game.latest_rulings[0]


@question_kind("hand")
def _hidden_cards_item(rng: random.Random) -> QuizItem | None:
    table = "players {} {}".format(*two_random_characters(rng))
    cards = tuple(rng.sample(load_box().cards(), START_CARD_COUNT))
    creatures = tuple(card for card in cards if isinstance(card, Creature))
    spells = tuple(card for card in cards if isinstance(card, Spell))
    require(creatures and spells and len(set(cards)) >= START_CARD_COUNT)
    draws = _draws(cards)
    game = Game.begin(table).give_answers(*draws)
    home = game.table.players[0].entourage
    others = tuple(card for card in cards if not isinstance(card, Spell))
    hidden = tuple(card for card in cards if card not in home)
    why = [explanation_ruling("TW-SET-1", "hidden", cards=tuple(home), others=card_phrases(hidden))]
    wrong: tuple[tuple[Card, ...], ...] = (spells, creatures, others)
    mistakes = [Mistake(cards, "TW-SET-1"), *map(Mistake, wrong)]
    options = answer_options(hidden, mistakes, lambda hand: fact_texts(HandPhrase(hand)), key=_key)
    return make_item(
        table, (), draws, texts=PHRASES("draw.three", cards=HandPhrase(cards)), choices=options, why=why
    )


def _key(cards: Sequence[Card]) -> str:
    return " ".join(str(card).replace(" ", "-") for card in cards)


@question_kind("together")
def _spells_together_item(rng: random.Random) -> QuizItem | None:
    several = rng.random() < 0.8
    return lays.legal_lay_item(
        rng,
        _lay_scene(rng),
        {"TW-BAT-1"},
        "attack",
        lays.random_unchecked_spell_lay,
        lambda lay: (len(lay.spells) > 1) is several,
    )


@question_kind("points")
def card_points_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “How many points do the laid cards give?”"""
    supply, (mine, theirs) = CardSupply(rng), two_random_characters(rng)
    element = rng.choice(ALL_ELEMENTS)
    lay, enemy = deal_lay(rng, supply, element), deal_lay(rng, supply, other_element(rng, element))
    require(len(lay.spells) >= 2)
    return asks.points_on_cards_item(
        Battle(Side(mine, lay), Side(theirs, enemy)), 0, FORGETTABLE_RULES_BY_TOPIC[TOPIC], rng
    )


@question_kind("strongest")
def strongest_attack_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “Which is the strongest legal attack?” with creatures and a mount among the
    cards.
    """
    return lays.strongest_attack_item(rng, _lay_scene(rng), FORGETTABLE_RULES_BY_TOPIC[TOPIC])


def _lay_scene(rng: random.Random) -> LayScene:
    supply, (mine, theirs) = CardSupply(rng), two_random_characters(rng)
    element, other = rng.sample(ALL_ELEMENTS, 2)
    hand = [*supply.take_spells(rng.randint(3, 4), element), *supply.take_spells(rng.randint(1, 2), other)]
    return lays.deal_learner_attack(rng, supply, PlayerCards.shuffled(rng, mine, hand), theirs)
