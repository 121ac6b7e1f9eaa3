"""Questions about supporting a side: who is asked, legal cards, earnings (TW-BAT-22), the fate of cards."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz import makers
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.options import MAX_OPTIONS, Mistake, sort_refused_by_variety, yes_no_options
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting, pending
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.battles.battle_wording import cards_notation as cards_shown
from twingkit.twing.quiz.explanations import explanation_ruling
from twingkit.twing.quiz.games.game_wording import PHRASES as TELLING
from twingkit.twing.quiz.games.game_wording import (
    card_points_texts,
    dice_texts,
    players_texts,
    seat_option_key,
    seating_texts,
    seats_option_key,
    who_attacks_whom_texts,
)
from twingkit.twing.quiz.games.plans import (
    PlayedTable,
    QuizTable,
    lay_plan_lines,
    play_direction_text,
    play_plan,
)
from twingkit.twing.quiz.options import answer_options, refused_option
from twingkit.twing.quiz.phrases import Phrases, card_phrases
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import Creature, Spell, parse_card
from twingkit.twing.rules.outcome import DECIDING_RULES
from twingkit.twing.rules.support import SupportWithCard

PHRASES = Phrases("supports")

_IRRELEVANT_OBJECTS = ("boots", "puppet", "cup", "socks")
"""The objects that change nothing in these questions."""


@attrs.frozen
class _SupportScene:
    """A battle between the players in seats 1 and 2 (from 0), which the learner in seat 0 may support, with
    its planned answers.
    """

    table: QuizTable
    plan: tuple[str, ...]

    def play_battle(self, *more: str) -> PlayedTable | None:
        """Play the battle with these additional answers; return None if that is impossible."""
        return play_plan(self.table, *self.plan, *more)


def _deal_support_scene(
    rng: random.Random, shield_chance: float = 0.25, own_element: bool = False
) -> _SupportScene:
    """Deal a battle in which seat 1 attacks seat 2, and the learner in seat 0 has cards to support it.

    Some cards fit and some do not. With `own_element`, the attack has the element of the learner's character.
    """
    supply = CardSupply(rng)
    first, second = rng.choice(ALL_ELEMENTS), rng.choice(ALL_ELEMENTS)
    shield = rng.random() < shield_chance
    attack = supply.take_spells(rng.choice((1, 1, 2)), first)
    wall = supply.take_creatures(2, second, min_power=2)
    defence = supply.take_spells(1, second)
    third = next(element for element in ALL_ELEMENTS if element not in (first, second))
    helper = Holding(
        hand=[*supply.take_spells(1, first), *supply.take_spells(1, second), *supply.take_spells(1, third)],
        entourage=[
            *supply.take_creatures(1, first),
            *supply.take_creatures(1, second),
            *supply.take_creatures(1, third),
        ],
        objects=supply.take_objects(rng.randint(0, 1)),
        ornicles=rng.randint(1, 4),
    )
    characters = (
        [first, *rng.sample(ALL_ELEMENTS.replace(first, ""), 2)]
        if own_element
        else rng.sample(ALL_ELEMENTS, 3)
    )
    table = QuizTable.deal(
        rng,
        [
            helper,
            Holding(hand=[*attack, *supply.take_spells(1, third)], ornicles=rng.randint(0, 3)),
            Holding(
                hand=[*defence, *supply.take_spells(1, third)], entourage=wall, ornicles=rng.randint(0, 3)
            ),
        ],
        characters,
        to_move=1,
    )
    faces = rng.randint(-3, 4), rng.randint(-3, 4)
    answer = f"shield {' '.join(card.token for card in wall)}" if shield else defence[0].token
    lays = (
        *lay_plan_lines(1, " ".join(card.token for card in attack), faces[0]),
        *lay_plan_lines(2, answer, faces[1]),
    )
    return _SupportScene(table, ("p2: attack p3", *lays))


def _play_until_support(support_scene: _SupportScene) -> tuple[PlayedTable, SupportWithCard]:
    """Return (battle, question) at the moment when the learner is asked to support a side; raise `NoQuestion`
    if that does not happen.
    """
    play = makers.require_value(support_scene.play_battle())
    return play, makers.require_value(pending(play.game_at(play.answer_index("support")), SupportWithCard, 0))


def _support_attempts(question: SupportWithCard) -> list[tuple[str, Refusal | None]]:
    """Return the supports to try, with one card or two, each with its refusal or None."""
    cards: list[Spell | Creature] = [*question.owner.hand, *question.owner.entourage]
    named = [str(card) for card in cards]
    tries = []
    for side in ("attacker", "defender"):
        tries += [f"support {side} {card}" for card in named]
        fits = [card for card in named if _refusal(question, f"support {side} {card}") is None]
        if len(fits) > 1:
            tries.append(f"support {side} {fits[0]} + {fits[-1]}")
    return [(answer, _refusal(question, answer)) for answer in tries]


def _refusal(question: SupportWithCard, answer: str) -> Refusal | None:
    return question.refusal(question.parse_answer(answer))


def _cards(answer: str) -> list[Spell | Creature]:
    cards = (parse_card(part) for part in answer.split(" ", 2)[2].split(" + "))
    return [card for card in cards if isinstance(card, Spell | Creature)]


def _support_texts(table: QuizTable, answer: str) -> TextByLanguage:
    """Return a support, such as `support attacker spell F3`, in words."""
    side = table.character_name_keys[1 if answer.startswith("support attacker") else 2]
    return PHRASES("which.add", side=side, cards=card_phrases(_cards(answer)))


def _support_notation(answer: str) -> str:
    """Return the cards of a support in notation: spells first, a single creature like a shield."""
    return cards_shown(*_cards(answer))


# -- which support is allowed


def _offer_text(support_scene: _SupportScene, ask: TextByLanguage) -> TextByLanguage:
    return join_texts(
        who_attacks_whom_texts(support_scene.table, 1, 2), TELLING("attack.laid"), PHRASES("which.offer"), ask
    )


@makers.question_kind("which", _deal_support_scene)
def _allowed_support_item(rng: random.Random, support_scene: _SupportScene) -> QuizItem | None:
    answers = _support_attempts(_play_until_support(support_scene)[1])
    rng.shuffle(answers)
    allowed = [answer for answer, refusal in answers if refusal is None]
    wrong = sort_refused_by_variety([(answer, refusal) for answer, refusal in answers if refusal])[
        : MAX_OPTIONS - 1
    ]
    after = makers.require_value(support_scene.play_battle(f"p1: {allowed[0]}") if allowed else None)
    options = answer_options(
        allowed[0],
        [refused_option(answer, refusal, is_only_refusal=False) for answer, refusal in wrong],
        lambda answer: _support_texts(support_scene.table, answer),
        key=lambda answer: str(answer).replace(" ", "-"),
        cards=_support_notation,
    )
    return after.make_item(
        "support", _offer_text(support_scene, PHRASES("which.ask")), options, after.cited_rulings("TW-BAT-6")
    )


@makers.question_kind("may")
@makers.draw_arguments_once(makers.true_with_probability(0.5))
def may_support_item(rng: random.Random, wanted_answer: bool) -> QuizItem | None:
    """Make the quiz question “May you do this?” about supporting a side in another player's battle."""
    support_scene = _deal_support_scene(rng, shield_chance=0.4)
    battle, question = _play_until_support(support_scene)
    tried = _support_attempts(question)
    answers = [(answer, refusal) for answer, refusal in tried if (refusal is None) is wanted_answer]
    makers.require(answers)
    case = rng.choice(sorted({refusal.case if refusal else "" for _, refusal in answers}))
    answer, refusal = rng.choice([pair for pair in answers if (pair[1].case if pair[1] else "") == case])
    play = makers.require_value(battle if refusal else support_scene.play_battle(f"p1: {answer}"))
    why = [refusal] if refusal else play.cited_rulings("TW-BAT-6")
    texts = _offer_text(
        support_scene, PHRASES("which.may", action=_support_texts(support_scene.table, answer))
    )
    return play.make_item("support", texts, yes_no_options(wanted_answer), why)


# -- who is asked


@makers.question_kind("asked")
@makers.prefer_forgotten_rule_options()
def _first_asked_item(rng: random.Random) -> QuizItem | None:
    supply = CardSupply(rng)
    count = rng.choice((3, 4, 4, 4))
    seats = rng.sample(range(count), count)
    attacker, defender = seats[:2]
    spells = supply.take_spells(count + 2, rng.choice(ALL_ELEMENTS))
    defence = supply.take_spells(2, rng.choice(ALL_ELEMENTS))
    makers.require(len(spells) + len(defence) >= count + 4)
    spells_held = {
        seat: [spells.pop(), supply.take_spells(1)[0]] for seat in range(count) if seat != defender
    }
    holdings = [
        Holding(
            hand=spells_held.get(seat, defence),
            entourage=supply.take_creatures(rng.randint(0, 2)),
            objects=supply.take_objects(1, _IRRELEVANT_OBJECTS),
            ornicles=0 if rng.random() < 0.35 else rng.randint(1, 3),
        )
        for seat in range(count)
    ]
    table = QuizTable.deal(rng, holdings, to_move=attacker, direction=rng.choice((1, -1)))
    duels = holdings[attacker].ornicles > 0 and 0 not in (attacker, defender) and rng.random() < 0.3
    lays = [
        *lay_plan_lines(attacker, spells_held[attacker][0].token),
        *lay_plan_lines(defender, defence[0].token),
    ]
    battle = [f"p{attacker + 1}: attack p{defender + 1}", *lays]
    plan = [f"p{attacker + 1}: duel p{defender + 1}", *lays] if duels else battle
    right = makers.require_value(_first_asked_seat(table, plan))
    helps = [f"p{seat + 1}: support attacker spell {spells_held[seat][0].token}" for seat in right]
    play = makers.require_value(play_plan(table, *plan, *helps))
    cut = play.answer_index("defend") + 1
    mistakes = _first_asked_mistakes(table, plan, battle if duels else None, (attacker, defender))
    outside = [seat for seat in range(count) if seat not in (attacker, defender)]
    mistakes += [Mistake(other) for other in (*((seat,) for seat in outside), (), (defender,))]
    round_table = [(attacker + table.direction * step) % count for step in range(1, count)]
    asked = tuple(
        PHRASES("asked.has", side=players_texts(table, (seat,)), n=holdings[seat].ornicles)
        for seat in round_table
        if seat != defender
    )
    why: list[Reason] = []
    if asked and not duels:
        why.append(explanation_ruling("TW-BAT-6", "order", way=play_direction_text(table), each=asked))
    if not right:
        why += (
            play.cited_rulings("TW-DUEL-1", "TW-DUEL-2")
            if duels
            else _why_not(play.game_at(cut), spells_held, outside)
        )
    challenge = PHRASES(
        "asked.duel", one=table.character_name_keys[attacker], two=table.character_name_keys[defender]
    )
    begun = challenge if duels else who_attacks_whom_texts(table, attacker, defender)
    texts = join_texts(seating_texts(table), begun, TELLING("attack.laid"), PHRASES("asked.ask"))
    options = answer_options(right, mistakes, lambda seats: players_texts(table, seats), key=seats_option_key)
    return play.make_item(cut, texts, options, why, ["TW-BAT-6"])


def _first_asked_mistakes(
    table: QuizTable, plan: Sequence[str], battle: Sequence[str] | None, fighting: Sequence[int]
) -> list[Mistake]:
    """Return, as mistakes, the players who would be asked first if a rule were forgotten."""
    rich = table
    for seat, holding in enumerate(table.holdings):
        if not holding.ornicles and seat not in fighting:
            rich = rich.with_holding(seat, ornicles=1)
    changes = [(table.with_reversed_direction(), plan, "TW-SET-5/turned"), (rich, plan, "TW-BAT-6/stake")]
    mistakes = []
    for changed, lines, forgot in [(table, battle, "TW-BAT-6")] if battle else changes:
        seats = _first_asked_seat(changed, lines)
        if seats is not None:
            mistakes.append(Mistake(seats, forgot))
    return mistakes


def _first_asked_seat(table: QuizTable, plan: Sequence[str]) -> tuple[int, ...] | None:
    """Return the seat asked first as a tuple; () if nobody is asked, None if the plan cannot be played."""
    play = play_plan(table, *plan)
    if play is None:
        return None
    question = (
        play.game_at(play.answer_index("support")).question if "support" in play.question_kinds else None
    )
    return (question.player,) if question else ()


def _why_not(game: Game, spells_held: Mapping[int, Sequence[Spell]], outside: Sequence[int]) -> list[Refusal]:
    """Return the refusals for the players outside the battle who cannot support the attacker."""
    refusals = []
    for seat in outside:
        question = SupportWithCard(game.table.fight, game.table.players[seat])
        if refusal := _refusal(question, f"support attacker spell {spells_held[seat][0].token}"):
            refusals.append(refusal)
    return refusals


# -- the reward of supporting


_WINNER_RULES = (*DECIDING_RULES, "TW-BAT-15 own_element")
"""The rules about the winner of a battle, with those that are easily overlooked."""


@makers.question_kind("settled")
@makers.prefer_forgotten_rule_options()
def _settled_ornicle_count_item(rng: random.Random) -> QuizItem | None:
    """Make the question “How many Ornicles do you have when the battle is settled?”"""
    return _settled_supporter_item(rng) if rng.random() < 0.6 else _settled_fighter_item(rng)


def _random_support(
    rng: random.Random, support_scene: _SupportScene, sort: str = ""
) -> tuple[str, PlayedTable]:
    """Return a support with one card (with `sort`, a creature), and the settled battle."""
    tried = _support_attempts(_play_until_support(support_scene)[1])
    allowed = [answer for answer, refusal in tried if refusal is None and sort in answer]
    answer = rng.choice(makers.require_value(allowed or None))
    play = makers.require_value(support_scene.play_battle(f"p1: {answer}"))
    makers.require(play.cited_rulings(*_WINNER_RULES))
    return answer, play


def _battle_text(play: PlayedTable, answer: str, *keys: str, **facts: object) -> TextByLanguage:
    """Return the text about the battle of the others and the learner's support."""
    helped = play.table.character_name_keys[1 if answer.startswith("support attacker") else 2]
    texts = [PHRASES(key, who=helped, **facts) for key in keys]
    return join_texts(
        who_attacks_whom_texts(play.table, 1, 2), *texts, card_points_texts(play, 1, 2), dice_texts(play)
    )


def _settled_supporter_item(rng: random.Random) -> QuizItem | None:
    support_scene = _deal_support_scene(rng)
    answer, play = _random_support(rng, support_scene)
    makers.require(play.cited_rulings("TW-BAT-22"))
    had = support_scene.table.holdings[0].ornicles
    forgotten = [*play.plays_without_rules("TW-BAT-17/ties"), *play.plays_without_own_element(1, 2)]
    settled = [Mistake(n, "TW-BAT-22" if n == had - 1 else "") for n in (had, had - 1, had + 1)]
    texts = join_texts(_battle_text(play, answer, "settled.stake"), PHRASES("settled.ask"))
    options = play.final_count_options(rng, forgotten, more_mistakes=settled)
    why = play.with_count(play.cited_rulings("TW-BAT-22", *_WINNER_RULES), "roll")
    return play.make_item("roll", texts, options, why)


def _settled_fighter_item(rng: random.Random) -> QuizItem | None:
    """Make the question about the Ornicles after the battle for a learner who was supported in it."""
    supply = CardSupply(rng)
    count = rng.choice((3, 4))
    mine, theirs = rng.choice(ALL_ELEMENTS), rng.choice(ALL_ELEMENTS)
    attacks = rng.random() < 0.5
    wall = supply.take_creatures(1, mine, min_power=3)
    shield = not attacks and rng.random() < 0.5
    own, enemy = supply.take_spells(2, mine), supply.take_spells(2, theirs)
    holdings = [
        Holding(
            hand=own,
            entourage=wall,
            objects=supply.take_objects(1, _IRRELEVANT_OBJECTS),
            ornicles=rng.randint(0, 3),
        ),
        Holding(hand=enemy, ornicles=rng.randint(0, 3)),
    ]
    backs = []
    for _ in range(count - 2):
        backed = rng.choice((0, 1))
        spells = supply.take_spells(1, (mine, theirs)[backed])
        creatures = supply.take_creatures(1, mine) if shield and not backed else []
        backs.append((backed, (creatures or spells)[0]))
        hand = [*supply.take_spells(2, rng.choice(ALL_ELEMENTS)), *([] if creatures else spells)]
        holdings.append(Holding(hand=hand, entourage=creatures, ornicles=rng.randint(1, 3)))
    table = QuizTable.deal(rng, holdings, to_move=int(not attacks))
    faces = rng.randint(-3, 4), rng.randint(-3, 4)
    own_card = f"shield {wall[0].token}" if shield else own[0].token
    start = "p1: attack p2" if attacks else "p2: attack p1"
    battle = [start, *lay_plan_lines(0, own_card, faces[0]), *lay_plan_lines(1, enemy[0].token, faces[1])]
    helps = [
        f"p{index + 3}: support {'attacker' if (backed == 0) is attacks else 'defender'} {back}"
        for index, (backed, back) in enumerate(backs)
    ]
    play = makers.require_value(play_plan(table, *battle, *helps))
    makers.require(len(play.cited_rulings("TW-BAT-6")) >= len(backs) and play.cited_rulings(*_WINNER_RULES))
    forgotten = [*play.plays_without_rules("TW-BAT-22/shield"), (play_plan(table, *battle), "TW-BAT-22")]
    forgotten += [*play.plays_without_rules("TW-BAT-17/ties"), *play.plays_without_own_element(0, 1)]
    sides = (0, 1) if attacks else (1, 0)
    texts = [who_attacks_whom_texts(table, *sides), *_helpers(table, [backed for backed, _ in backs])]
    texts += [card_points_texts(play, *sides), dice_texts(play), PHRASES("settled.ask")]
    why = play.cited_rulings("TW-BAT-22 stake_taken", "TW-BAT-18", "TW-BAT-22 won", *_WINNER_RULES)
    options = play.final_count_options(rng, forgotten)
    return play.make_item("roll", join_texts(*texts), options, play.with_count(why, "roll"))


def _helpers(table: QuizTable, backed: Sequence[int]) -> list[TextByLanguage]:
    """Return the sentences about the supporters: each supports the learner (0) or the next seat (1)."""
    return [
        PHRASES(
            f"settled.helps{'' if whom else '_you'}",
            side=table.character_name_keys[index + 2],
            who=table.character_name_keys[1],
        )
        for index, whom in enumerate(backed)
    ]


# -- what happens to the card


def _creature_place_item(rng: random.Random) -> QuizItem | None:
    support_scene = _deal_support_scene(rng, own_element=rng.random() < 0.5)
    answer, play = _random_support(rng, support_scene, "creature")
    card = parse_card(answer.split(" ", 2)[2])
    if not isinstance(card, Creature):
        return None
    right = _place_of(play, card)
    forgotten = [*play.plays_without_rules("TW-BAT-21/supporter"), *play.plays_without_own_element(1, 2)]
    mistakes = mistakes_by_forgetting(lambda result: _place_of(result, card), forgotten)
    mistakes += [Mistake(fate, "TW-BAT-20/winner") for fate in ("home", "discard")]
    mistakes += [Mistake(seat) for seat in rng.sample(("p2", "p3"), 2)]
    why = [*play.rulings_about_learner("TW-BAT-20"), *play.cited_rulings(*_WINNER_RULES)]
    texts = join_texts(_battle_text(play, answer, "home.card", card=card), PHRASES("home.ask"))
    options = answer_options(right, mistakes, lambda fate: _place_texts(support_scene.table, fate))
    return play.make_item("roll", texts, options, why)


makers.question_kind("home")(makers.balance_right_keys(_creature_place_item, "home", "discard"))


def _place_of(play: PlayedTable, card: Creature) -> str:
    if play.game.table.players[0].entourage.count(card) == play.table.holdings[0].entourage.count(card):
        return "home"
    for player in play.game.table.players[1:]:
        if card in player.entourage and card not in play.table.holdings[player.seat].entourage:
            return seat_option_key(player.seat)
    return "discard"


def _place_texts(table: QuizTable, fate: str) -> TextByLanguage:
    if fate in ("home", "discard"):
        return PHRASES(f"home.{fate}")
    return PHRASES("home.entourage", side=table.character_name_keys[int(fate[1:]) - 1])
