"""Questions about conjuring."""

from __future__ import annotations

import random

from twingkit.ember.quiz.question_texts import SAY, heard, mistake, remark
from twingkit.ember.quiz.staging import CardDealer, name_and_cost_texts, staged_game, with_chance_resolved
from twingkit.ember.rules.table import HAND_SIZE
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind
from twingkit.learn.quiz.staging import count_question, whether_allowed_question, which_allowed_question


@question_kind("after", CardDealer)
def _make_hand_after_conjuring_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on how many cards a player holds after a conjuring."""
    name, core = rng.choice(
        (
            ("dryad", deal.cards_of_one_number(3)),
            ("gnome", deal.cards_of_one_number(2)),
            ("wyrmling", deal.cards_of_one_element(4)),
        )
    )
    mine = [*core, *deal.random_wizards(rng.randint(4, 7) - len(core))]
    game = staged_game(deal, mine, pool=[name, "golem"], to_move="p1 conjure")
    twin = with_chance_resolved(game.copy().give_answers(f"conjure {name} {' '.join(core)}"))
    rulings = twin.rulings_since(0, "EM-CONJ-2")
    right, paid = len(mine), len(core)
    texts = SAY("conjure.after", n=len(mine), m=paid, creature=name)
    mistakes = [mistake(right - paid, "not_replenished"), mistake(HAND_SIZE, "to_the_size")]
    why = [remark("why.after", n=right, m=paid), *heard(rulings)]
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("once", CardDealer)
def _make_whether_may_conjure_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether a player may conjure now, possibly for the second time in a turn."""
    first, second = deal.cards_of_one_number(2), deal.cards_in_run(2)
    again = rng.random() < 0.6
    top = f"top {' '.join(deal.random_wizards(4))}"
    names = ["gnome", "wisp", "golem"]
    game = staged_game(deal, [*first, *second], ["imp"], pool=names, extra_part=top, to_move="p1 conjure")
    if again:
        game.give_answers(f"conjure gnome {' '.join(first)}", "pass")
    texts = SAY("conjure.again" if again else "conjure.first", cards=second, creature="wisp")
    because = remark("why.first_conjuring", cards=second)
    return whether_allowed_question(game, f"conjure wisp {' '.join(second)}", texts, because)


@question_kind("locked", CardDealer)
def _make_whether_may_interfere_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether another player may act while a creature is being conjured."""
    core = deal.cards_of_one_number(2)
    name = rng.choice(("imp", "siren", "harpy"))
    late = rng.random() < 0.6
    mine = [*core, *deal.random_wizards(2)]
    game = staged_game(
        deal,
        mine,
        opponent_creatures=[name],
        pool=["gnome", "golem"],
        to_move="p1 conjure" if late else "p1 draw",
    )
    game.give_answers(f"conjure gnome {' '.join(core)}" if late else "stay")
    use = f"use {name}" + ("" if name == "siren" else " p1")
    facts = {"creature": name, "victim": "gnome"}
    because = remark("why.not_announced", creature=name)
    return whether_allowed_question(
        game, use, SAY("conjure.late" if late else "conjure.early", **facts), because
    )


@question_kind("there", CardDealer)
def _make_conjurable_creature_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    three = deal.cards_of_one_number(3)
    mine = [*three, *deal.random_wizards(2)]
    taken = rng.choice(("dryad", "gargoyle"))
    free = "gargoyle" if taken == "dryad" else "dryad"
    game = staged_game(
        deal,
        mine,
        opponent_creatures=[f"{taken}:down"],
        pool=[free, "phoenix", "kelpie"],
        to_move="p1 conjure",
    )
    tried = {
        f"conjure {name} {' '.join(three)}": name_and_cost_texts(name) for name in (taken, free, "phoenix")
    }
    reason = remark("why.there", creature=free, cards=three)
    texts = SAY("conjure.there", cards=three)
    return which_allowed_question(game, tried, texts, "EM-CONJ-4", first_reasons=[reason])
