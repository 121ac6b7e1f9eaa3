"""Questions about the end game: entering it, its attacks (TW-END-3 to 5, 8), elimination, and winning."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import attrs

from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz import makers
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.options import Mistake, yes_no_options
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.explanations import explanation_ruling
from twingkit.twing.quiz.games import game_wording, plans
from twingkit.twing.quiz.games.game_wording import players_texts, seat_option_key, seats_option_key
from twingkit.twing.quiz.games.offers import may_do_action_item
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.phrases import Phrases
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS, OBJECTS
from twingkit.twing.rules.outcome import DECIDING_RULES

PHRASES = Phrases("endgames")

_OBJECTS_WITHOUT_RESPONSES = ("boots", "puppet", "bra", "panties", "teddy", "cup")
"""The objects that neither allow a reroll nor forbid a response."""

_CLOSE_FACES = (*range(-4, 5), *range(-2, 4))
"""Faces of the die, weighted towards small numbers so that results are close."""


@attrs.frozen
class _EndgameScene:
    """An end-game attack: the table, the attacker, and the planned lays (some shields) and faces by seat."""

    table: plans.QuizTable
    attacker: int
    lays: tuple[str, ...]
    faces: tuple[int, ...]

    @property
    def plan(self) -> list[str]:
        """The planned answers of all players."""
        sides = enumerate(zip(self.lays, self.faces, strict=True))
        lays = [line for seat, (lay, face) in sides for line in plans.lay_plan_lines(seat, lay, face)]
        return [f"p{self.attacker + 1}: endgame", *lays]

    def play_attack(self, until: str = "") -> plans.PlayedTable | None:
        """Play the attack to its end, or up to the question kind `until`; None if that is impossible."""
        return plans.play_plan(self.table, *self.plan, stop_kind=until)

    def play_attack_with_rolls(self) -> plans.PlayedTable:
        """Play the attack to its end; raise `NoQuestion` if that is impossible or nobody rolls."""
        play = makers.require_value(self.play_attack())
        makers.require("roll" in play.question_kinds)
        return play

    @property
    def learner_phrase_key(self) -> str:
        """The learner's role: `you` if the learner attacks, else `other`."""
        return "other" if self.attacker else "you"

    def announcement(self) -> TextByLanguage:
        """Return the sentence that announces the attack."""
        return PHRASES(
            f"announce.{self.learner_phrase_key}", side=self.table.character_name_keys[self.attacker]
        )

    def description(self, play: plans.PlayedTable) -> TextByLanguage:
        """Return the text about the attack: all cards laid, and the dice to come."""
        return join_texts(
            PHRASES(f"attack.{self.learner_phrase_key}", side=self.table.character_name_keys[self.attacker]),
            game_wording.dice_texts(play),
        )


def _eliminated_seats(play: plans.PlayedTable) -> tuple[int, ...]:
    """Return the seats of the players who have been eliminated."""
    return tuple(player.seat for player in play.game.table.players if player.has_left)


def _deal_endgame_scene(
    rng: random.Random,
    player_count: int = 3,
    object_counts: Sequence[int] = (),
    attacker: int | None = None,
    shield_chance: float = 0.2,
) -> _EndgameScene:
    """Deal a random end-game attack by the player in seat `attacker`, or if None mostly by the learner in
    seat 0; `object_counts` is the number of objects of each seat, at least three for the attacker.
    """
    supply = CardSupply(rng)
    first = rng.choice((0, 0, 1)) if attacker is None else attacker
    holdings: list[Holding] = []
    lays: list[str] = []
    for seat in range(player_count):
        element = rng.choice(ALL_ELEMENTS)
        spells = supply.take_spells(2, element, min_power=1 if seat == first else 2)
        mine = supply.take_creatures(rng.randint(0, 2), element)
        object_count = (
            object_counts[seat] if object_counts else 3 if seat == first else rng.choice((0, 1, 1, 2))
        )
        among = _OBJECTS_WITHOUT_RESPONSES if object_count < MAX_ACTIVE_OBJECTS else OBJECTS
        objects = supply.take_objects(object_count, among)
        holdings.append(
            Holding(
                hand=[*spells, *supply.take_spells(2, element)],
                entourage=mine,
                objects=objects[:MAX_ACTIVE_OBJECTS],
                aside=objects[MAX_ACTIVE_OBJECTS:],
                ornicles=rng.randint(0, 4),
            )
        )
        wall = seat != first and len(mine) > 0 and rng.random() < shield_chance
        cards = spells[: rng.choice((1, 2) if seat == first else (1, 1, 2))]
        joined = mine[: len(cards)]
        text = " ".join(card.token for card in cards)
        if wall:
            text = "shield " + " ".join(card.token for card in mine)
        elif joined:
            text += " + " + " ".join(card.token for card in joined)
        lays.append(text)
    table = plans.QuizTable.deal(rng, holdings, to_move=first)
    faces = tuple(rng.choice(_CLOSE_FACES) for _ in range(player_count))
    return _EndgameScene(table, first, tuple(lays), faces)


_SPARE_OBJECTS = ("puppet", "boots", "teddy", "hat", "shamrock", "socks", "panties", "bra", "cup")
"""All objects, those with the least effect in these questions first."""


# -- entering


@makers.question_kind("may")
def may_act_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “May you take this action?” about entering the end game, attacking again in it,
    or other actions while in it.
    """
    inside = rng.random() < 0.3

    def table() -> plans.QuizTable:
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
        return plans.QuizTable.deal(rng, [mine, *others], display=supply.take_objects(2))

    if inside:
        return may_do_action_item(rng, table, ("endgame", "buy", "duel", "attack"))
    return may_do_action_item(rng, table, ("endgame",))


# -- who is out


@makers.question_kind("out")
@makers.prefer_forgotten_rule_options()
def _eliminated_players_item(rng: random.Random) -> QuizItem | None:
    return _out_at_once_item(rng) if rng.random() < 0.5 else _out_after_attack_item(rng)


def _out_at_once_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Who is out of the game immediately?” when an attack is announced (TW-END-2)."""
    count = rng.choice((3, 4, 4))
    attacker = rng.choice((0, 0, 1))
    owned = [3 if seat == attacker else rng.choice((0, 0, 1, 2)) for seat in range(count)]
    makers.require(sum(owned) <= len(_OBJECTS_WITHOUT_RESPONSES) + MAX_ACTIVE_OBJECTS)
    assault = _deal_endgame_scene(rng, count, owned, attacker)
    play = makers.require_value(assault.play_attack(until="attack"))
    others = [seat for seat in range(count) if seat != attacker]
    poor = tuple(seat for seat in others if owned[seat] < MAX_ACTIVE_OBJECTS)
    mistakes = [
        Mistake((), "TW-END-2"),
        Mistake(poor, "TW-END-2/three"),
        *(Mistake((seat,)) for seat in others),
    ]
    options = answer_options(
        _eliminated_seats(play),
        mistakes,
        lambda seats: players_texts(assault.table, seats),
        key=seats_option_key,
    )
    why = _with_nobody_out_reason(play, play.cited_rulings("TW-END-2", "TW-END-7", "TW-END-1"))
    return play.make_item(
        0, join_texts(assault.announcement(), PHRASES("out.at_once")), options, why, ["TW-END-2"]
    )


def _out_after_attack_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Who is out of the game after the attack?” (TW-END-2)."""
    count = rng.choice((3, 3, 4))
    attacker = rng.choice((0, 0, 1))
    owned = [3 if seat == attacker else rng.choice((1, 1, 1, 2)) for seat in range(count)]
    assault = _deal_endgame_scene(rng, count, owned, attacker)
    play = assault.play_attack_with_rolls()
    readings = play.plays_without_rules("TW-END-2/announced", "TW-BAT-17/ties")
    mistakes = mistakes_by_forgetting(
        _eliminated_seats, [*readings, *play.plays_without_own_element(*range(count))]
    )
    mistakes += [Mistake(_robbed(play), "TW-END-2/robbed"), Mistake(())]
    mistakes += [Mistake((seat,)) for seat in range(count) if seat != attacker]
    taken = PHRASES(
        f"out.taken_{assault.learner_phrase_key}", side=assault.table.character_name_keys[attacker]
    )
    options = answer_options(
        _eliminated_seats(play),
        mistakes,
        lambda seats: players_texts(assault.table, seats),
        key=seats_option_key,
    )
    why = _with_nobody_out_reason(
        play, play.cited_rulings("TW-END-2", "TW-END-5 taken", "TW-END-7", "TW-END-5 held", *DECIDING_RULES)
    )
    return play.make_item(
        "roll", join_texts(assault.description(play), taken, PHRASES("out.after")), options, why, ["TW-END-2"]
    )


def _with_nobody_out_reason(play: plans.PlayedTable, why: Sequence[Reason]) -> list[Reason]:
    """Return these reasons; if no player is eliminated, put the reason for that in front of them."""
    return [*why] if _eliminated_seats(play) else [explanation_ruling("TW-END-2", "nobody"), *why]


def _robbed(play: plans.PlayedTable) -> tuple[int, ...]:
    return tuple(sorted(play.seats_in_rulings("enemy", "TW-END-5 taken")))


# -- the pairings


@makers.question_kind("wins")
@makers.prefer_forgotten_rule_options(2)
@makers.draw_arguments_once(makers.true_with_probability(0.5))
def _beaten_defenders_item(rng: random.Random, with_cup: bool) -> QuizItem | None:
    """Make the question “Against whom do you win?”

    With `with_cup`, a rider counts against all defenders but one.
    """
    dealt = _deal_endgame_scene(rng, rng.choice((3, 3, 4)), attacker=0)
    assault = _with_rider(rng, dealt) if with_cup else dealt
    play = assault.play_attack_with_rolls()
    forgotten = _powers_forgotten(play, ("cup", "bra", "panties"))
    mistakes = mistakes_by_forgetting(
        _beaten_seats, [*forgotten, *play.plays_without_own_element(*range(len(assault.lays)))]
    )
    if with_cup and not [
        option
        for option in mistakes
        if option.forgotten_rule == "TW-POW-cup" and option.value != _beaten_seats(play)
    ]:
        return None
    seats = [seat for seat in range(1, len(assault.lays)) if assault.table.holdings[seat].objects]
    others = [Mistake(tuple(seats)), Mistake(()), *(Mistake((seat,)) for seat in seats)]
    say = partial(_opponents_texts, assault.table)
    options = answer_options(
        _beaten_seats(play), [*mistakes, *others], say, key=game_wording.seats_option_key
    )
    why = play.cited_rulings(
        "TW-END-4 cup", *DECIDING_RULES, "TW-POW-bra", "TW-POW-panties", "TW-BAT-15 own_element"
    )
    return play.make_item(
        "roll", join_texts(assault.description(play), PHRASES("wins.ask")), options, why, ["TW-END-3"]
    )


def _powers_forgotten(play: plans.PlayedTable, powers: Sequence[str]) -> list[plans.Forgotten]:
    """Return the attack played without each of these powers: the owner has another object instead."""
    forgotten: list[plans.Forgotten] = []
    for seat, holding in enumerate(play.table.holdings):
        for name in powers:
            if name in holding.objects:
                objects = [
                    _unowned_object(play.table) if owned == name else owned for owned in holding.objects
                ]
                forgotten.append(
                    (play.replay_on(play.table.with_holding(seat, objects=objects)), f"TW-POW-{name}")
                )
    return forgotten


def _unowned_object(table: plans.QuizTable) -> str:
    return next(name for name in _SPARE_OBJECTS if name not in table.visible_objects)


def _with_rider(rng: random.Random, assault: _EndgameScene) -> _EndgameScene:
    """Return the same attack with a rider, and with the Cup for one of the defenders."""
    supply = CardSupply(rng)
    element = assault.lays[0][0]
    mounts, riders = (
        supply.take_creatures(1, element, min_power=4, mounts=True),
        supply.take_creatures(1, element, max_power=2),
    )
    seats = [seat for seat in range(1, len(assault.lays)) if assault.table.holdings[seat].objects]
    makers.require(len(seats) >= 2)
    table = assault.table
    for seat, holding in enumerate(table.holdings):
        if "cup" in holding.objects:
            free = _unowned_object(assault.table)
            table = table.with_holding(
                seat, objects=[free if name == "cup" else name for name in holding.objects]
            )
    seat = rng.choice(seats)
    objects = ("cup", *table.holdings[seat].objects[1:])
    entourage = [*table.holdings[0].entourage, *mounts, *riders]
    table = table.with_holding(seat, objects=objects).with_holding(0, entourage=entourage)
    spells = assault.lays[0].split(" + ")[0]
    lay = f"{spells} + {mounts[0].token}>{riders[0].token}"
    return attrs.evolve(assault, table=table, lays=(lay, *assault.lays[1:]))


def _beaten_seats(play: plans.PlayedTable) -> tuple[int, ...]:
    return tuple(sorted(play.seats_in_rulings("enemy", "TW-END-8")))


def _opponents_texts(table: plans.QuizTable, seats: Sequence[int]) -> TextByLanguage:
    if not seats:
        return PHRASES("wins.none")
    names = tuple(table.character_name_keys[seat] for seat in seats)
    return PHRASES("wins.one", side=names[0]) if len(names) == 1 else PHRASES("wins.some", sides=names)


@makers.question_kind("lost")
@makers.draw_arguments_once(makers.true_with_probability(0.7))
def _lost_creatures_item(rng: random.Random, is_any_lost: bool) -> QuizItem | None:
    """Make the question “Which of your creatures do you lose?”

    With `is_any_lost`, some are lost.
    """
    assault = _with_mixed_creatures(rng, _deal_endgame_scene(rng, rng.choice((3, 3, 4)), attacker=0))
    lays = tuple(assault.lays[0].partition(" + ")[2].split())
    play = assault.play_attack_with_rolls()
    makers.require(len(lays) >= 2 and bool(play.lost_creatures(lays)) is is_any_lost)
    strange = play.replay_on(assault.table.with_foreign_character())
    forgotten = [*play.plays_without_rules("TW-END-4/all", "TW-END-4/most"), (strange, "TW-BAT-21")]
    right, mistakes = (
        play.lost_creatures(lays),
        mistakes_by_forgetting(lambda result: result.lost_creatures(lays), forgotten),
    )
    if all(option.value == right for option in mistakes) and rng.random() < 0.7:
        return None  # if nobody is beaten, or nobody wins, the question is too easy
    mistakes += [Mistake(lays), Mistake(()), *(Mistake((token,)) for token in lays)]
    options = game_wording.creature_answer_options(right, mistakes)
    why = [*play.rulings_about_learner("TW-BAT-20", "TW-BAT-21"), *play.cited_rulings(*DECIDING_RULES)]
    return play.make_item(
        "roll", join_texts(assault.description(play), PHRASES("ask.lost")), options, why, ["TW-END-4"]
    )


def _with_mixed_creatures(rng: random.Random, assault: _EndgameScene) -> _EndgameScene:
    """Return the same attack with creatures, one of them of another element by the Teddy."""
    supply = CardSupply(rng)
    element = rng.choice((assault.lays[0][0], assault.table.characters[0]))
    spells = supply.take_spells(1, element, min_power=2)
    fitting = supply.take_creatures(1, element)
    strange = supply.take_creatures(
        1, rng.choice((*ALL_ELEMENTS.replace(element, ""), assault.table.characters[0]))
    )
    first = assault.table.holdings[0]
    objects = ("teddy", *(name for name in first.objects if name != "teddy"))[: len(first.objects)]
    table = assault.table
    for seat, holding in enumerate(table.holdings[1:], 1):
        if "teddy" in holding.objects:
            spare = next(name for name in (*first.objects, "hat") if name not in objects)
            swapped = [spare if name == "teddy" else name for name in holding.objects]
            table = table.with_holding(seat, objects=swapped)
    entourage = [*first.entourage, *fitting, *strange]
    table = table.with_holding(0, hand=[*spells, *first.hand], entourage=entourage, objects=objects)
    lay = f"{spells[0].token} + {' '.join(card.token for card in (*fitting, *strange))}"
    return attrs.evolve(assault, table=table, lays=(lay, *assault.lays[1:]))


# -- what it pays


@makers.question_kind("count")
@makers.prefer_forgotten_rule_options()
def _final_count_item(rng: random.Random) -> QuizItem | None:
    """Make the question “How many Ornicles (or objects) do you have after the attack?”"""
    assault = _deal_endgame_scene(rng, rng.choice((2, 3, 3)), shield_chance=0.35)
    play = assault.play_attack_with_rolls()
    if assault.attacker and _eliminated_seats(play):
        return None
    readings = play.plays_without_rules("TW-END-8", "TW-BAT-18/shield", "TW-BAT-17/ties")
    forgotten = [*readings, *play.plays_without_own_element(*range(len(assault.lays)))]
    objects = rng.random() < 0.5
    start = plans.play_plan(assault.table)
    had = _objects(start) if objects and start else None
    rules = [] if objects else ["TW-BAT-18 shield", "TW-END-5 won", "TW-END-8"]
    options = play.final_count_options(rng, forgotten, had, _objects if objects else plans.final_ornicles)
    ask = PHRASES("ask.objects") if objects else game_wording.PHRASES("ask.ornicles")
    why = play.cited_rulings(*rules, "TW-END-5", *DECIDING_RULES)
    if objects:
        told = play.with_count(why, "roll", "objects", lambda player: len(player.owned_objects))
    else:
        told = play.with_count(why, "roll")
    return play.make_item("roll", join_texts(assault.description(play), ask), options, told)


def _objects(play: plans.PlayedTable) -> int:
    return len(play.game.table.players[0].owned_objects)


# -- who has won, and who is still in the end game


@makers.question_kind("over")
@makers.draw_arguments_once(makers.true_with_probability(0.6))
def game_over_item(rng: random.Random, wanted_answer: bool) -> QuizItem | None:
    """Make the question “Has anybody won the game?”"""
    item = _over(rng)
    return item if item and (item.right_option.key != "nobody") is wanted_answer else None


def _over(rng: random.Random) -> QuizItem | None:
    count = rng.choice((2, 3, 3))
    attacker = rng.choice((0, 0, 1))
    announced = rng.random() < 0.3
    usual = (0, 0, 1) if announced else (1, 1, 1, 0, 2)
    owned = [3 if seat == attacker else rng.choice(usual) for seat in range(count)]
    assault = _deal_endgame_scene(rng, count, owned, attacker)
    play = (
        makers.require_value(assault.play_attack(until="attack"))
        if announced
        else assault.play_attack_with_rolls()
    )
    readings = play.plays_without_rules("TW-END-2/announced", "TW-BAT-17/ties")
    forgotten = [*readings, *play.plays_without_own_element(*([] if announced else range(count)))]
    others = map(Mistake, map(seat_option_key, (attacker, *range(count))))
    mistakes = [*mistakes_by_forgetting(_winner, forgotten), Mistake("nobody", "TW-END-7"), *others]
    options = answer_options(_winner(play), mistakes, lambda key: _winner_texts(assault.table, key))
    cited = ("TW-END-7", "TW-END-2", "TW-END-5 taken", "TW-END-5 held", *DECIDING_RULES, "TW-END-1")
    why: list[Reason] = [*play.cited_rulings(*cited)]
    if _winner(play) == "nobody":
        left = [seat for seat in range(count) if seat not in _eliminated_seats(play)]
        names = tuple(players_texts(assault.table, (seat,)) for seat in left)
        why = [explanation_ruling("TW-END-7", "goes_on", each=names), *why]
    place, texts = (0, assault.announcement()) if announced else ("roll", assault.description(play))
    ask = PHRASES("over.announced" if announced else "over.after")
    return play.make_item(place, join_texts(texts, ask), options, why, ["TW-END-2", "TW-END-7"])


def _winner(play: plans.PlayedTable) -> str:
    """Return the option key of the seat that has won; `nobody` while the game goes on."""
    result = play.game.result
    return "nobody" if result is None or result.winner is None else seat_option_key(result.winner)


def _winner_texts(table: plans.QuizTable, key: str) -> TextByLanguage:
    if key == "nobody":
        return PHRASES("over.nobody")
    seat = int(key[1:]) - 1
    return (
        PHRASES("over.winner_other", side=table.character_name_keys[seat])
        if seat
        else PHRASES("over.winner_you")
    )


@makers.question_kind("stay")
@makers.draw_arguments_once(makers.true_with_probability(0.5))
def still_in_endgame_item(rng: random.Random, wanted_answer: bool) -> QuizItem | None:
    """Make the question “Are you still in the end game?”"""
    owned = [rng.choice((3, 3, 4)), 3, *rng.choice(((), (1,), (2,)))]
    assault = _deal_endgame_scene(rng, len(owned), owned, attacker=1, shield_chance=0.1)
    table = assault.table.with_holding(0, endgame=True)
    assault = attrs.evolve(assault, table=table.with_holding(1, endgame=rng.random() < 0.5))
    play = assault.play_attack_with_rolls()
    makers.require(play.game.table.players[0].in_endgame is wanted_answer)
    robbed = 0 in _robbed(play)
    if not robbed and rng.random() < 0.7:
        return None
    mine = play.rulings_about_learner("TW-END-5", *DECIDING_RULES, also_against=True)
    texts = join_texts(PHRASES("stay.inside"), assault.description(play), PHRASES("stay.ask"))
    options = yes_no_options(wanted_answer, "TW-END-6" if robbed and not wanted_answer else "")
    why: list[Reason] = [*play.cited_rulings("TW-END-6")]
    if wanted_answer:
        left = len(play.game.table.players[0].owned_objects)
        why = [explanation_ruling("TW-END-6", "stays", n=left)]
    return play.make_item("roll", texts, options, [*why, *mine], ["TW-END-6"])
