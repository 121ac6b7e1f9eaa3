"""Questions on Paths."""

from __future__ import annotations

import random

from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import ASSUMED_CARDS, SAY, heard, plain, remark, rules_text, stated
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import value_question, yes_no_question


@question_kind("first")
def _make_first_reveal_question(rng: random.Random) -> QuizItem | None:
    dominion = rng.randint(1, 5)
    site = staging.SITES_BY_DOMINION[dominion][0]
    lasting = sorted(staging.paths_of(dominion), key=lambda name: rng.random())[:3]
    circle = f"{site}/{'/'.join(f'{name}@p1' for name in lasting)}"
    rival = rng.choice(("gek-a-gek", "toll-guard"))
    game = staging.game_at_position(f"p1; p2 active {rival} sartori; circle {circle}; to move p2 ally")
    twin = staging.play_passively_and_answer(game.copy(), f"p2: seize {site} with {rival} sartori")
    staging.play_passively(twin, lambda question: not twin.rulings_since(0, "IJ-PATH-1"))
    tells = twin.rulings_since(0, "IJ-PATH-1")
    require(tells)
    right = tells[0].facts["card"].id
    why = [remark("why.first_path", card=right), *stated("IJ-PATH-1")]
    wrong = dict.fromkeys(sorted(lasting), why[:1])
    facts = {"site": site, "one": lasting[0], "two": lasting[1], "three": lasting[2]}
    return value_question(game, twin, SAY("secure.first_path", **facts), right, wrong, plain, why)


@question_kind("unread")
def _make_second_reveal_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Is the second Path revealed, too?”, after a Path that removes a seizer."""
    first = rng.choice(("lost-luggage", "cold-toll", "salt-wind"))
    names = staging.any_plain_characters(rng, rng.choice((1, 1, 2)))
    site = "salt-gate"
    line = f"p1 active {' '.join(names)}; p2; circle {site}/{first}@p2/pilgrim-song@p2"
    game = staging.game_at_position(line, question_kind="ally")
    twin = staging.copy_at_ally_turn(game, f"p1: seize {site} with {' '.join(names)}")
    read = len(twin.rulings_since(len(game), "IJ-PATH-1")) == 2
    facts = {"site": site, "first": first, "text": rules_text(first), "allies": tuple(names), "n": len(names)}
    why = [*heard(twin.rulings_since(len(game), "IJ-PATH-2")), *stated("IJ-PATH-2")]
    if read:
        why = [remark("why.seizes_on", first=first), *why]
    return yes_no_question(game, twin, SAY("secure.unread", **facts), read, why)


@question_kind("stays")
def _make_where_path_goes_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Where is the Path after the seizure?”"""
    path = rng.choice(
        (
            "mud-road",
            "mud-road",
            "toll-tower",
            "checkpoint",
            "river-ferry",
            "kind-stranger",
            "hall-of-whispers",
        )
    )
    site = {3: "reed-cradle", 4: "kite-fields", 2: "eurhetemec-ruins"}[ASSUMED_CARDS[path].home_dominions[0]]
    name = rng.choice((*staging.random_plain_characters(rng, lambda card: card.magic <= 3), "sartori"))
    game = staging.game_at_position(
        f"p1 active {name} destiny 9*census; p2 destiny 9*census; circle {site}/{path}@p2",
        question_kind="ally",
    )
    twin = staging.copy_at_ally_turn(game, f"p1: seize {site} with {name}")
    right = "ovo" if staging.find_piece(twin, path) is None else "stays"
    won = staging.is_held(twin, site)
    facts = {"card": path, "site": site, "ally": name}
    lasting = "lasting" if ASSUMED_CARDS[path].is_permanent else "instant"
    key = f"secure.path_{lasting}_{'won' if won else 'failed'}"
    fate = "instant" if lasting == "instant" else "won" if won else "failed"
    why = [
        remark(f"why.path_{fate}", **facts),
        *heard(twin.rulings_since(len(game), "IJ-SEIZE-7")),
        *stated("IJ-PATH-3"),
    ]
    wrong = dict.fromkeys(("ovo", "stays", "hand"), why[:1])
    say = lambda place: SAY(f"secure.path_at_{place}", site=site)  # noqa: E731
    return value_question(game, twin, SAY(key, **facts), right, wrong, say, why)
