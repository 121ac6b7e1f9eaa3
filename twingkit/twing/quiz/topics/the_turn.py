"""The turn: one action, whose turn is next, how much a hand may hold, and the rule that no hand is left
without a spell.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import require
from twingkit.learn.quiz.staging import wrong_values
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.asking import Mistake, choices
from twingkit.twing.quiz.games.offers import may_do_action, which_action
from twingkit.twing.quiz.games.plans import Play, Tabletop, lay_lines, play_plan
from twingkit.twing.quiz.games.telling import list_key, player_texts, seat_key, seating
from twingkit.twing.quiz.phrases import CardPhrase, Phrases, card_phrases, fact_texts, join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.cards import Card

SAY = Phrases("turns")

ACTION_WORDS = ("attack", "capture", "buy", "ritual", "pass")
"""The actions that a learner knows by the topic of the turn."""

OUTCOMES = ("choose_element", "choose_spell", "newest", "nothing")
"""The possible results of drawing a card into a hand (TW-TURN-4)."""


def deal_turn(rng: random.Random, count: int = 3, traps: int = 1) -> Tabletop:
    """Deal a table before the learner's action: with almost enough cats and Ornicles, and creatures to
    catch. Of four players one has left the game.
    """
    supply = Supply(rng)
    characters = rng.sample(ALL_ELEMENTS, count)
    cats = rng.choice((0, 2, 2, 3))
    spells = supply.spells(rng.randint(1, 3), "".join(rng.sample(ALL_ELEMENTS, 2)))
    holding = Holding(
        hand=[*spells, *supply.special_cards("cat", cats), *supply.special_cards("trap", traps)],
        entourage=supply.creatures(rng.randint(0, 2)),
        ornicles=rng.choice((0, 2, 3, 4, 4, 5, 6)),
    )
    others = [_other(rng, supply, characters[0], rng.random() < 0.25) for _ in range(count - 1)]
    table = Tabletop.deal(rng, [holding, *others], characters, display=supply.objects(2, but=("boots",)))
    return table.without_player(count - 1) if count == 4 else table


def _other(rng: random.Random, supply: Supply, kind: str, boots: bool) -> Holding:
    """Deal another player, with a creature of the wanted element and some more."""
    strangers = ALL_ELEMENTS.replace(kind, "")
    return Holding(
        hand=[
            *supply.spells(rng.randint(1, 3), rng.choice(ALL_ELEMENTS)),
            *supply.special_cards("cat", rng.randint(0, 1)),
        ],
        entourage=[
            *supply.creatures(1, kind, mounts=None),
            *supply.creatures(rng.randint(0, 2), strangers),
        ],
        objects=supply.objects(1, ("boots",)) if boots else supply.objects(rng.randint(0, 1), but=("boots",)),
        ornicles=rng.randint(0, 3),
    )


def action(rng: random.Random) -> Item | None:
    """Make the question “Which of these may you do?”"""
    return which_action(rng, deal_turn(rng, rng.choice((2, 3, 3, 4)), rng.choice((0, 1, 1))), ACTION_WORDS)


def may_act(rng: random.Random) -> Item | None:
    """Make the question “May you do this?”"""
    words = ["capture"] + ["attack"] * (rng.random() < 0.4) + ["pass"] * (rng.random() < 0.3)
    return may_do_action(rng, lambda: deal_turn(rng, rng.choice((2, 3, 4)), rng.choice((0, 1, 1, 1))), words)


# -- whose turn is next


def next_turn(rng: random.Random) -> Item | None:
    """Make the question “Whose turn is next?”"""
    count = rng.choice((3, 4, 4))
    supply = Supply(rng)
    holdings = [
        Holding(hand=supply.spells(2, rng.choice(ALL_ELEMENTS)), ornicles=rng.randint(0, 3))
        for _ in range(count)
    ]
    full_table = Tabletop.deal(rng, holdings, direction=rng.choice((1, -1)))
    leavers = rng.choice((0, 1, 3)) if count == 4 else 0
    table = full_table.without_player(leavers) if leavers else full_table
    drawn = supply.spells(2, holdings[0].spells[0].element)
    plan = ["p1: pass", *(f"p1: draw {card}" for card in drawn)]
    play = play_plan(table, *plan)
    if play is None or play.game.question is None:
        return None
    forgotten = [
        (play_plan(table.with_reversed_direction(), *plan), "TW-SET-5/turned"),
        (play_plan(full_table, *plan), "TW-LEAVE-1"),
    ]
    mistakes = [Mistake(0, "TW-TURN-3/again"), *wrong_values(_next, forgotten)]
    mistakes += [Mistake(seat) for seat in range(1, count) if seat != leavers]
    left = [SAY("next.gone", side=table.names[leavers])] if leavers else []
    options = choices(_next(play), mistakes, lambda seat: player_texts(table, seat), key=seat_key)
    why = [*play.game.rulings[-1:], *play.cited_rulings("TW-TURN-3 passed")]
    return play.make_item(0, join_texts(seating(table), *left, SAY("next.ask")), options, why, ["TW-SET-5"])


def _next(play: Play) -> int:
    """Return the seat of the player whose turn it is after a play."""
    question = play.game.question
    assert question is not None
    return question.player


# -- how much a hand may hold


def limit(rng: random.Random) -> Item | None:
    """Make the question “What follows when this card is drawn?”"""
    supply = Supply(rng)
    elements = "".join(rng.sample(ALL_ELEMENTS, 3))
    fourth = next(element for element in ALL_ELEMENTS if element not in elements)
    full = rng.random() < 0.35
    spells = [spell for element in elements for spell in supply.spells(1, element)]
    spells += supply.spells(12 if full else rng.randint(0, 3), elements)
    specials = [
        *supply.special_cards("cat", rng.randint(0, 2)),
        *supply.special_cards("trap", rng.randint(0, 1)),
    ]
    others = [Holding(hand=supply.spells(2, rng.choice(ALL_ELEMENTS))) for _ in range(rng.choice((1, 2)))]
    table = Tabletop.deal(rng, [Holding(hand=[*spells, *specials]), *others], phase="turn")
    counts = rng.random() < 0.6
    drawn, other = _drawn(supply, elements if full or rng.random() < 0.2 else fourth, full, counts)
    play = require(_after_limit(rng, table, drawn))
    mistakes = []
    for changed, card in (
        (table, other),
        (table.with_variant(fourth_element="newest"), drawn),
        (table.with_variant(hand_limit="stop"), drawn),
    ):
        if forgotten := _after_limit(rng, changed, card):
            mistakes.append(Mistake(_outcome(forgotten, card), "TW-TURN-4/other"))
    mistakes = [Mistake("nothing", "TW-TURN-4"), *mistakes]
    mistakes += [Mistake(outcome) for outcome in rng.sample(OUTCOMES, len(OUTCOMES))]
    options = choices(_outcome(play, drawn), mistakes, lambda outcome: SAY(f"limit.{outcome}"))
    why = play.cited_rulings("TW-TURN-4", "TW-TURN-1")
    return play.make_item(0, SAY("limit.ask", card=CardPhrase(drawn)), options, why, ["TW-TURN-4"])


def _drawn(supply: Supply, elements: str, full: bool, counts: bool) -> tuple[Card, Card]:
    """Return a card that counts for the limit of spells and one that does not, or the other way round."""
    spell = supply.spells(1, elements)[0]
    free: Card = supply.special_cards("cat")[0] if full else supply.creatures(1, elements)[0]
    return (spell, free) if counts else (free, spell)


def _after_limit(rng: random.Random, table: Tabletop, card: Card) -> Play | None:
    """Play the draw of the turn's card, and the answers that the limit asks for."""
    plan = [f"p1: draw {card}"]
    play = play_plan(table, *plan)
    question = play.game.question if play else None
    if question is not None and question.kind in ("discard_element", "discard_spell"):
        return play_plan(table, *plan, f"p1: {question.format_answer(rng.choice(list(question.options())))}")
    return play


def _outcome(play: Play, card: Card) -> str:
    """Return the result of a play, one of `OUTCOMES`."""
    if "discard_element" in play.kinds:
        return "choose_element"
    if "discard_spell" in play.kinds:
        return "choose_spell"
    return "newest" if card in play.game.table.discard else "nothing"


# -- never without a spell


def refill(rng: random.Random) -> Item | None:
    """Make the question “Which cards do you keep when you have drawn until a spell came?”"""
    return _refill_at_first(rng) if rng.random() < 0.5 else _refill_after_battle(rng)


def _no_spells(rng: random.Random, supply: Supply, count: int) -> list[Card]:
    """Return different cards, none of them a spell."""
    others: list[Card] = [*supply.creatures(5), *supply.special_cards("cat"), *supply.special_cards("trap")]
    return rng.sample(list(dict.fromkeys(others)), count)


def _refill_at_first(rng: random.Random) -> Item | None:
    """TW-SET-3: no spell among the first three cards."""
    supply = Supply(rng)
    drawn = [*_no_spells(rng, supply, rng.choice((4, 5))), *supply.spells(1)]
    first = drawn[:3]
    table = Tabletop(characters=tuple(rng.sample(ALL_ELEMENTS, rng.choice((2, 3)))))
    plan = [f"p1: draw {card}" for card in drawn]
    play = play_plan(table, *plan)
    without = play_plan(table.with_variant(setup_refill="none"), *plan[:3])
    if play is None or without is None:
        return None
    mistakes = [Mistake(tuple(drawn), "TW-SET-3/kept"), Mistake(without.kept_cards(drawn), "TW-SET-3")]
    mistakes += [Mistake(tuple(drawn[3:])), Mistake(tuple(drawn[-1:]))]
    options = choices(play.kept_cards(drawn), mistakes, _listed, key=_cards_key)
    texts = SAY("refill.first", cards=card_phrases(first), more=card_phrases(drawn[3:]))
    return play.make_item(3, texts, options, play.cited_rulings("TW-SET-3", since=2), ["TW-SET-1"])


def _refill_after_battle(rng: random.Random) -> Item | None:
    """TW-TURN-2: the only spell was laid."""
    supply = Supply(rng)
    spells = supply.spells(1, least=2)
    holding = Holding(
        hand=[
            *spells,
            *supply.special_cards("cat", rng.randint(0, 1)),
            *supply.special_cards("trap", rng.randint(0, 1)),
        ],
        entourage=supply.creatures(rng.randint(0, 2)),
    )
    enemy = Holding(hand=supply.spells(4, rng.choice(ALL_ELEMENTS)), entourage=supply.creatures(1))
    table = Tabletop.deal(rng, [holding, enemy])
    drawn = [*_no_spells(rng, supply, rng.choice((1, 2))), *supply.spells(1)]
    battle = (
        *lay_lines(0, spells[0].token, rng.randint(-4, 4)),
        *lay_lines(1, enemy.spells[-1].token, rng.randint(-4, 4)),
    )
    plan = ["p1: attack p2", *battle, *(f"p1: draw {card}" for card in drawn)]
    play = require(play_plan(table, *plan))
    cut = play.place_of("draw")
    later = wrong_values(lambda later: later.kept_cards(drawn, cut), play.without_rules("TW-TURN-2"))
    mistakes = [Mistake(tuple(drawn), "TW-SET-3/kept"), *later, Mistake(tuple(drawn[:1]))]
    options = choices(play.kept_cards(drawn, cut), mistakes, _listed, key=_cards_key)
    texts = SAY("refill.battle", cards=card_phrases(drawn))
    return play.make_item(cut, texts, options, play.cited_rulings("TW-TURN-2", "TW-SET-3"))


def _listed(cards: Sequence[Card]) -> Texts:
    return fact_texts(card_phrases(cards)) if cards else SAY("refill.none")


def _cards_key(cards: Sequence[Card]) -> str:
    return list_key([str(card).replace(" ", "-") for card in cards])


KINDS = {"the-turn": {"action": action, "may": may_act, "next": next_turn, "limit": limit, "refill": refill}}
"""The makers of this topic, by kind."""
