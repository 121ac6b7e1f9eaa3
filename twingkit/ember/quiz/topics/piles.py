"""Questions about the Draw Deck and the Charred Pile."""

from __future__ import annotations

import random

from twingkit.ember.quiz.question_texts import SAY, mistake, plain, remark, stated
from twingkit.ember.quiz.staging import CardDealer, staged_game, with_chance_resolved
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind
from twingkit.learn.quiz.staging import count_question, value_question, whether_allowed_question


@question_kind("top", CardDealer)
def _make_top_discard_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on which card is on top after several cards were discarded together."""
    mine = deal.random_wizards(rng.randint(3, 5))
    pile = deal.random_wizards(1)
    game = staged_game(deal, mine, pile=pile)
    twin = game.copy()
    twin.answer("refresh")
    right = twin.table.pile[-1]
    twin = with_chance_resolved(twin)
    others = rng.sample([card for card in mine if card != right], 2)
    wrong = {card: [remark("mistake.lower", card=card, top=right)] for card in others}
    wrong[pile[0]] = [remark("mistake.was_there", card=pile[0])]
    texts = SAY("pile.top", cards=mine, top=pile[0])
    highest = [card for card in mine if card[1:] == right[1:]]
    key = "why.top_tie" if len(highest) > 1 else "why.top"
    why = [remark(key, card=right, top=pile[0], cards=highest)]
    return value_question(game, twin, texts, right, wrong, plain, why)


@question_kind("seen", CardDealer)
def _make_visible_pile_card_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    mine, pile = deal.random_wizards(5), deal.random_wizards(2)
    game = staged_game(deal, mine, pile=pile)
    gone = rng.choice(mine)
    draws = rng.random() < 0.6
    after = [f"draw {gone}"] if draws else ["stay"]
    right = gone if draws else pile[-1]
    twin = with_chance_resolved(game.copy().give_answers(*after))
    wrong = {card: [remark("mistake.below", card=card)] for card in (*pile, gone) if card != right}
    case = "seen_draw" if draws else "seen_stay"
    texts = SAY(f"pile.{case}", cards=pile, card=gone)
    why = [remark(f"why.{case}", card=right)]
    return value_question(game, twin, texts, right, wrong, plain, why)


@question_kind("renewed", CardDealer)
def _make_renewed_deck_size_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    pair = deal.cards_of_one_number(2)
    mine = [*pair, *deal.random_wizards(2)]
    left, pile = deal.random_wizards(rng.choice((1, 1, 2, 2, 3))), deal.random_wizards(rng.randint(2, 5))
    game = staged_game(
        deal,
        mine,
        pool=["gnome", "golem"],
        pile=pile,
        extra_part=f"deck {' '.join(left)}",
        to_move="p1 conjure",
    )
    twin = with_chance_resolved(game.copy().give_answers(f"conjure gnome {pair[0]} {pair[1]}"))
    right = twin.table.deck_size
    mistakes = [
        mistake(max(0, len(left) - 2), "not_renewed"),
        mistake(len(pile), "without_paid"),
        mistake(len(pile) + 2, "nothing_drawn"),
    ]
    texts = SAY("pile.renewed", n=len(left), m=len(pile))
    why = [remark(f"why.renewed_{len(left)}", m=len(pile), k=len(pile) + 2, right=right)]
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("before", CardDealer)
def _make_pile_draw_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on which card a player draws from the pile after a discard."""
    mine, pile = deal.random_wizards(5), deal.random_wizards(2)
    gone = rng.choice(mine)
    game = staged_game(deal, mine, ["wyrmling"], pile=pile)
    twin = game.copy().give_answers(f"draw {gone} pile")
    right = next(card for card in (*pile, gone) if card in twin.table.players[0].hand)
    wrong: dict[str, list[Reason]]
    wrong = {gone: [remark("mistake.own_back", card=gone)], pile[0]: stated("EM-DECK-1")}
    texts = SAY("pile.before", cards=pile, card=gone)
    why = [remark("why.before", top=right, card=gone)]
    return value_question(game, [f"draw {gone} pile"], texts, right, wrong, plain, why)


@question_kind("empty", CardDealer)
def _make_empty_deck_draw_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    mine = deal.random_wizards(rng.randint(2, 4))
    pile = deal.random_wizards(rng.randint(0, 2))
    game = staged_game(deal, mine, pile=pile, extra_part="deck")
    key = "pile.empty_both" if not pile else "pile.empty_deck"
    renewed = remark("why.empty_deck", n=len(pile))
    return whether_allowed_question(game, "draw", SAY(key, n=len(pile)), renewed)
