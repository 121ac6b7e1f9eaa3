"""Questions about the set-up and hidden information."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.ember.quiz.question_texts import POOL, SAY, mistake, noted, remark, seat_texts, stated
from twingkit.ember.quiz.staging import CardDealer, staged_game, with_chance_resolved
from twingkit.ember.rules.cards import DECK_SIZE, WIZARD_COUNT
from twingkit.ember.rules.table import FEWEST_SEATS, HAND_SIZE, SEATS
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind
from twingkit.learn.quiz.staging import count_question, value_question, yes_no_question


def _new(players: int) -> Game:
    return Game.begin(f"ember {players}", game="ember")


@question_kind("begins")
def _make_first_player_question(rng: random.Random) -> QuizItem | None:
    players = rng.randint(3, 5)
    game, dealer = _new(players), rng.choice(SEATS[:players])
    twin = with_chance_resolved(game.copy().give_answers(f"dealer {dealer}"))
    right = SEATS[twin.table.current]
    why = [remark("why.begins", dealer=dealer, side=right)]
    others = rng.sample([seat for seat in SEATS[:players] if seat != right], min(3, players - 1))
    wrong = dict.fromkeys((dealer, *others), why)
    texts = SAY("setup.begins", n=players, side=dealer)
    return value_question(game, twin, texts, right, wrong, seat_texts, why)


@question_kind("left")
def _make_cards_left_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question on how many cards are left in the Draw Deck."""
    players = rng.randint(FEWEST_SEATS, len(SEATS))
    game = _new(players)
    twin = with_chance_resolved(game)
    right = twin.table.deck_size
    dealt = HAND_SIZE * players
    mistakes = [mistake(WIZARD_COUNT - dealt, "no_archmages"), mistake(DECK_SIZE, "not_dealt")]
    why = [remark("why.left", n=DECK_SIZE, m=dealt, right=right), *stated("EM-SET-5")]
    return count_question(
        rng, game, twin, SAY("setup.left", n=players), right, mistakes, why, maximum=DECK_SIZE
    )


@question_kind("players")
def _make_player_count_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question on whether this number of people can play."""
    number = rng.randint(1, 6)
    right = FEWEST_SEATS <= number <= len(SEATS)
    seated = remark("why.seats_fit" if right else "why.seats", n=number)
    why = noted("EM-SET-1") if number == 1 else [seated]
    key = "setup.player" if number == 1 else "setup.players"
    return yes_no_question(_new(FEWEST_SEATS), [], SAY(key, n=number), right, why, why[-1])


@question_kind("group", CardDealer)
def _make_pool_group_size_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on how many creatures of a value are in the Pool."""
    value = rng.randint(1, 13)
    names = [creature.id for creature in POOL.values() if creature.value == value]
    gone = rng.sample(names, rng.randint(0, 2))
    there = [creature.id for creature in POOL.values() if creature.id not in gone]
    game = staged_game(deal, deal.random_wizards(3), [f"{name}:down" for name in gone], pool=there)
    right = sum(POOL[name].value == value for name in game.table.pool)
    mistakes = [mistake(3, "refilled"), mistake(4, "four")]
    return count_question(
        rng,
        game,
        [],
        SAY("setup.group", n=value, m=len(gone)),
        right,
        mistakes,
        [remark("why.group", m=len(gone), k=right), *stated("EM-CONJ-4")],
    )


@question_kind("hidden", CardDealer)
def make_hidden_information_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on what the other players do not know."""
    names = rng.sample(["sprite", "golem", "hydra", "djinn"], 2)
    game = staged_game(
        deal, deal.random_wizards(4), [names[0], f"{names[1]}:down"], pile=deal.random_wizards(2)
    )
    secret = rng.choice(("hand", "deck"))
    opened = rng.sample(["count", "total", "top", "marks"], 2)
    why = [remark(f"why.secret_{secret}")]
    say = lambda name: SAY(f"setup.know_{name}")  # noqa: E731
    return value_question(game, [], SAY("setup.hidden"), secret, dict.fromkeys(opened, why), say, why)


@question_kind("look", CardDealer)
def _make_who_may_look_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on who may look at a flipped creature."""
    owner = rng.randrange(3)
    name = rng.choice(["sprite", "golem", "hydra", "djinn"])
    owners: list[list[str]] = [[], [], []]
    owners[owner] = [f"{name}:down"]
    game = staged_game(deal, deal.random_wizards(3), *owners)
    right = SEATS[owner]
    why = [remark("why.look", side=right, creature=name)]
    wrong = dict.fromkeys(SEATS[:3], why)
    texts = SAY("setup.look", side=right, creature=name)
    return value_question(game, [], texts, right, wrong, seat_texts, why)
