"""Questions about the end game: entering and leaving it, elimination, and winning."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz.item import Item, Reason
from twingkit.learn.quiz.makers import (
    draw_arguments_once,
    prefer_known_mistakes,
    require,
    require_value,
    true_with_probability,
)
from twingkit.learn.quiz.options import Mistake, yes_no_options
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.explanations import explanation
from twingkit.twing.quiz.games.endgame_scenes import (
    OBJECTS_WITHOUT_RESPONSES,
    PHRASES,
    beaten_defenders_item,
    deal_endgame_scene,
    eliminated_seats,
    final_count_item,
    lost_creatures_item,
)
from twingkit.twing.quiz.games.game_wording import players_texts, seat_key, seats_key
from twingkit.twing.quiz.games.offers import may_do_action_item
from twingkit.twing.quiz.games.plans import PlayedTable, QuizTable
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS
from twingkit.twing.rules.outcome import DECIDING_RULES

# -- entering


def may_act_item(rng: random.Random) -> Item | None:
    """Make the question “May you enter, attack again, or do something else while you are in the end game?”"""
    inside = rng.random() < 0.3

    def table() -> QuizTable:
        supply = CardSupply(rng)
        owned = supply.take_objects(rng.choice((3, 4)) if inside else rng.choice((1, 2, 2, 3, 4)))
        mine = Holding(
            hand=supply.take_spells(rng.randint(1, 3), rng.choice(ALL_ELEMENTS)),
            entourage=supply.take_creatures(rng.randint(0, 2)),
            objects=owned[:MAX_ACTIVE_OBJECTS],
            aside=owned[MAX_ACTIVE_OBJECTS:],
            ornicles=rng.randint(0, 6),
            endgame=inside,
        )
        others = [
            Holding(
                hand=supply.take_spells(2, rng.choice(ALL_ELEMENTS)),
                objects=supply.take_objects(rng.choice((0, 1, 1))),
                ornicles=rng.randint(0, 3),
            )
            for _ in range(rng.choice((1, 2, 2)))
        ]
        return QuizTable.deal(rng, [mine, *others], display=supply.take_objects(2))

    if inside:
        return may_do_action_item(rng, table, ("endgame", "buy", "duel", "attack"))
    return may_do_action_item(rng, table, ("endgame",))


# -- who is out


def _eliminated_players_item(rng: random.Random) -> Item | None:
    return _out_at_once_item(rng) if rng.random() < 0.5 else _out_after_attack_item(rng)


def _out_at_once_item(rng: random.Random) -> Item | None:
    """Make the question for a player who owns no object when the attack is announced (TW-END-2)."""
    count = rng.choice((3, 4, 4))
    attacker = rng.choice((0, 0, 1))
    owned = [3 if seat == attacker else rng.choice((0, 0, 1, 2)) for seat in range(count)]
    require(sum(owned) <= len(OBJECTS_WITHOUT_RESPONSES) + MAX_ACTIVE_OBJECTS)
    assault = deal_endgame_scene(rng, count, owned, attacker)
    play = require_value(assault.play_attack(until="attack"))
    others = [seat for seat in range(count) if seat != attacker]
    poor = tuple(seat for seat in others if owned[seat] < MAX_ACTIVE_OBJECTS)
    mistakes = [
        Mistake((), "TW-END-2"),
        Mistake(poor, "TW-END-2/three"),
        *(Mistake((seat,)) for seat in others),
    ]
    options = answer_options(
        eliminated_seats(play), mistakes, lambda seats: players_texts(assault.table, seats), key=seats_key
    )
    why = _or_nobody(play, play.cited_rulings("TW-END-2", "TW-END-7", "TW-END-1"))
    return play.make_item(
        0, join_texts(assault.announcement(), PHRASES("out.at_once")), options, why, ["TW-END-2"]
    )


def _out_after_attack_item(rng: random.Random) -> Item | None:
    """Make the question for a player who owns no object after the attack (TW-END-2)."""
    count = rng.choice((3, 3, 4))
    attacker = rng.choice((0, 0, 1))
    owned = [3 if seat == attacker else rng.choice((1, 1, 1, 2)) for seat in range(count)]
    assault = deal_endgame_scene(rng, count, owned, attacker)
    play = assault.play_attack_with_rolls()
    readings = play.plays_without_rules("TW-END-2/announced", "TW-BAT-17/ties")
    mistakes = mistakes_by_forgetting(
        eliminated_seats, [*readings, *play.plays_without_own_element(*range(count))]
    )
    mistakes += [Mistake(_robbed(play), "TW-END-2/robbed"), Mistake(())]
    mistakes += [Mistake((seat,)) for seat in range(count) if seat != attacker]
    taken = PHRASES(
        f"out.taken_{assault.learner_phrase_key}", side=assault.table.character_name_keys[attacker]
    )
    options = answer_options(
        eliminated_seats(play), mistakes, lambda seats: players_texts(assault.table, seats), key=seats_key
    )
    why = _or_nobody(
        play, play.cited_rulings("TW-END-2", "TW-END-5 taken", "TW-END-7", "TW-END-5 held", *DECIDING_RULES)
    )
    return play.make_item(
        "roll", join_texts(assault.description(play), taken, PHRASES("out.after")), options, why, ["TW-END-2"]
    )


def _or_nobody(play: PlayedTable, why: Sequence[Reason]) -> list[Reason]:
    """Return the reasons, preceded by one that says why nobody is out if that is so."""
    return [*why] if eliminated_seats(play) else [explanation("TW-END-2", "nobody"), *why]


def _robbed(play: PlayedTable) -> tuple[int, ...]:
    names = play.table.character_name_keys
    return tuple(
        sorted(names.index(ruling.facts["enemy"]) for ruling in play.cited_rulings("TW-END-5 taken"))
    )


# -- who has won, and who is still in the end game


@draw_arguments_once(true_with_probability(0.6))
def game_over_item(rng: random.Random, wanted_answer: bool) -> Item | None:
    """Make the question “Has anybody won the game?”"""
    item = _over(rng)
    return item if item and (item.right_option.key != "nobody") is wanted_answer else None


def _over(rng: random.Random) -> Item | None:
    count = rng.choice((2, 3, 3))
    attacker = rng.choice((0, 0, 1))
    announced = rng.random() < 0.3
    usual = (0, 0, 1) if announced else (1, 1, 1, 0, 2)
    owned = [3 if seat == attacker else rng.choice(usual) for seat in range(count)]
    assault = deal_endgame_scene(rng, count, owned, attacker)
    play = (
        require_value(assault.play_attack(until="attack")) if announced else assault.play_attack_with_rolls()
    )
    readings = play.plays_without_rules("TW-END-2/announced", "TW-BAT-17/ties")
    forgotten = [*readings, *play.plays_without_own_element(*([] if announced else range(count)))]
    others = map(Mistake, map(seat_key, (attacker, *range(count))))
    mistakes = [*mistakes_by_forgetting(_winner, forgotten), Mistake("nobody", "TW-END-7"), *others]
    options = answer_options(_winner(play), mistakes, lambda key: _winner_texts(assault.table, key))
    cited = ("TW-END-7", "TW-END-2", "TW-END-5 taken", "TW-END-5 held", *DECIDING_RULES, "TW-END-1")
    why: list[Reason] = [*play.cited_rulings(*cited)]
    if _winner(play) == "nobody":
        left = [seat for seat in range(count) if seat not in eliminated_seats(play)]
        names = tuple(players_texts(assault.table, (seat,)) for seat in left)
        why = [explanation("TW-END-7", "goes_on", each=names), *why]
    place, texts = (0, assault.announcement()) if announced else ("roll", assault.description(play))
    ask = PHRASES("over.announced" if announced else "over.after")
    return play.make_item(place, join_texts(texts, ask), options, why, ["TW-END-2", "TW-END-7"])


def _winner(play: PlayedTable) -> str:
    """Return the option key of the seat that has won; `nobody` while the game goes on."""
    result = play.game.result
    return "nobody" if result is None or result.winner is None else seat_key(result.winner)


def _winner_texts(table: QuizTable, key: str) -> TextByLanguage:
    if key == "nobody":
        return PHRASES("over.nobody")
    seat = int(key[1:]) - 1
    return (
        PHRASES("over.winner_other", side=table.character_name_keys[seat])
        if seat
        else PHRASES("over.winner_you")
    )


@draw_arguments_once(true_with_probability(0.5))
def still_in_endgame_item(rng: random.Random, wanted_answer: bool) -> Item | None:
    """Make the question “Are you still in the end game?”"""
    owned = [rng.choice((3, 3, 4)), 3, *rng.choice(((), (1,), (2,)))]
    assault = deal_endgame_scene(rng, len(owned), owned, attacker=1, shield_chance=0.1)
    table = assault.table.with_holding(0, endgame=True)
    assault = attrs.evolve(assault, table=table.with_holding(1, endgame=rng.random() < 0.5))
    play = assault.play_attack_with_rolls()
    require(play.game.table.players[0].in_endgame is wanted_answer)
    robbed = 0 in _robbed(play)
    if not robbed and rng.random() < 0.7:
        return None
    mine = play.rulings_about_learner("TW-END-5", *DECIDING_RULES, also_against=True)
    texts = join_texts(PHRASES("stay.inside"), assault.description(play), PHRASES("stay.ask"))
    options = yes_no_options(wanted_answer, "TW-END-6" if robbed and not wanted_answer else "")
    why: list[Reason] = [*play.cited_rulings("TW-END-6")]
    if wanted_answer:
        left = len(play.game.table.players[0].owned_objects)
        why = [explanation("TW-END-6", "stays", n=left)]
    return play.make_item("roll", texts, options, [*why, *mine], ["TW-END-6"])


MAKERS_BY_TOPIC = {
    "end-game": {
        "may": may_act_item,
        "out": prefer_known_mistakes(_eliminated_players_item),
        "wins": prefer_known_mistakes(beaten_defenders_item, 2),
        "lost": lost_creatures_item,
        "count": prefer_known_mistakes(final_count_item),
        "over": game_over_item,
        "stay": still_in_endgame_item,
    }
}
"""The makers of questions, by topic and by kind of question."""
