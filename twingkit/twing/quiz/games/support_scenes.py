"""Random battles that the learner may support, with their earnings (TW-BAT-22) and the fate of the cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz.deal import NoQuestion
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import balance_right_keys, require, require_value
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.battles.battle_wording import cards_notation as cards_shown
from twingkit.twing.quiz.games.game_wording import attack_texts, card_points_texts, dice_texts, seat_key
from twingkit.twing.quiz.games.plans import PlayedTable, QuizTable, lay_plan_lines, play_plan
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.phrases import Phrases, card_phrases
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import Creature, Spell, parse_card
from twingkit.twing.rules.outcome import DECIDING_RULES
from twingkit.twing.rules.support import SupportSide

PHRASES = Phrases("supports")

IRRELEVANT_OBJECTS = ("boots", "puppet", "cup", "socks")
"""The objects that change nothing in these questions."""


@attrs.frozen
class SupportScene:
    """A battle between the players in seats 1 and 2 (from 0), which the learner in seat 0 may support, with
    its planned answers.
    """

    table: QuizTable
    plan: tuple[str, ...]

    def play_battle(self, *more: str) -> PlayedTable | None:
        """Play the battle with these additional answers; return None if that is impossible."""
        return play_plan(self.table, *self.plan, *more)


def deal_support_scene(
    rng: random.Random, shield_chance: float = 0.25, own_element: bool = False
) -> SupportScene:
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
    return SupportScene(table, ("p2: attack p3", *lays))


def play_until_support(support_scene: SupportScene) -> tuple[PlayedTable, SupportSide]:
    """Return (battle, question) at the moment when the learner is asked to support a side; raise `NoQuestion`
    if that does not happen.
    """
    play = require_value(support_scene.play_battle())
    question = play.game_at(play.answer_index("support")).question
    if not isinstance(question, SupportSide) or question.player != 0:
        raise NoQuestion
    return play, question


def support_attempts(question: SupportSide) -> list[tuple[str, Refusal | None]]:
    """Return the supports to try, with one card or two, each with its refusal or None."""
    cards: list[Spell | Creature] = [*question.owner.hand, *question.owner.entourage]
    named = [str(card) for card in cards]
    tries = []
    for side in ("attacker", "defender"):
        tries += [f"support {side} {card}" for card in named]
        fits = [card for card in named if question.refusal(f"support {side} {card}") is None]
        if len(fits) > 1:
            tries.append(f"support {side} {fits[0]} + {fits[-1]}")
    return [(answer, question.refusal(answer)) for answer in tries]


def _cards(answer: str) -> list[Spell | Creature]:
    cards = (parse_card(part) for part in answer.split(" ", 2)[2].split(" + "))
    return [card for card in cards if isinstance(card, Spell | Creature)]


def support_texts(table: QuizTable, answer: str) -> TextByLanguage:
    """Return a support, such as `support attacker spell F3`, in words."""
    side = table.character_name_keys[1 if answer.startswith("support attacker") else 2]
    return PHRASES("which.add", side=side, cards=card_phrases(_cards(answer)))


def support_notation(answer: str) -> str:
    """Return the cards of a support in notation: spells first, a single creature like a shield."""
    return cards_shown(*_cards(answer))


# -- the reward of supporting


_WINNER_RULES = (*DECIDING_RULES, "TW-BAT-15 own_element")
"""The rules about the winner of a battle, with those that are easily overlooked."""


def settled_ornicle_count_item(rng: random.Random) -> Item | None:
    """Make the question “How many Ornicles do you have when the battle is settled?”"""
    return _settled_supporter_item(rng) if rng.random() < 0.6 else _settled_fighter_item(rng)


def _random_support(
    rng: random.Random, support_scene: SupportScene, sort: str = ""
) -> tuple[str, PlayedTable]:
    """Return a support with one card (with `sort`, a creature), and the settled battle."""
    tried = support_attempts(play_until_support(support_scene)[1])
    allowed = [answer for answer, refusal in tried if refusal is None and sort in answer]
    answer = rng.choice(require_value(allowed or None))
    play = require_value(support_scene.play_battle(f"p1: {answer}"))
    require(play.cited_rulings(*_WINNER_RULES))
    return answer, play


def _battle_text(play: PlayedTable, answer: str, *keys: str, **facts: object) -> TextByLanguage:
    """Return the text about the battle of the others and the learner's support."""
    helped = play.table.character_name_keys[1 if answer.startswith("support attacker") else 2]
    texts = [PHRASES(key, who=helped, **facts) for key in keys]
    return join_texts(attack_texts(play.table, 1, 2), *texts, card_points_texts(play, 1, 2), dice_texts(play))


def _settled_supporter_item(rng: random.Random) -> Item | None:
    support_scene = deal_support_scene(rng)
    answer, play = _random_support(rng, support_scene)
    require(play.cited_rulings("TW-BAT-22"))
    had = support_scene.table.holdings[0].ornicles
    forgotten = [*play.plays_without_rules("TW-BAT-17/ties"), *play.plays_without_own_element(1, 2)]
    settled = [Mistake(n, "TW-BAT-22" if n == had - 1 else "") for n in (had, had - 1, had + 1)]
    texts = join_texts(_battle_text(play, answer, "settled.stake"), PHRASES("settled.ask"))
    options = play.final_count_options(rng, forgotten, more_mistakes=settled)
    why = play.with_count(play.cited_rulings("TW-BAT-22", *_WINNER_RULES), "roll")
    return play.make_item("roll", texts, options, why)


def _settled_fighter_item(rng: random.Random) -> Item | None:
    """Make the question for a learner whose battle others have supported."""
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
            objects=supply.take_objects(1, IRRELEVANT_OBJECTS),
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
    play = require_value(play_plan(table, *battle, *helps))
    require(len(play.cited_rulings("TW-BAT-6")) >= len(backs) and play.cited_rulings(*_WINNER_RULES))
    forgotten = [*play.plays_without_rules("TW-BAT-22/shield"), (play_plan(table, *battle), "TW-BAT-22")]
    forgotten += [*play.plays_without_rules("TW-BAT-17/ties"), *play.plays_without_own_element(0, 1)]
    sides = (0, 1) if attacks else (1, 0)
    texts = [attack_texts(table, *sides), *_helpers(table, [backed for backed, _ in backs])]
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


def _creature_place_item(rng: random.Random) -> Item | None:
    support_scene = deal_support_scene(rng, own_element=rng.random() < 0.5)
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


creature_home_item = balance_right_keys(_creature_place_item, "home", "discard")


def _place_of(play: PlayedTable, card: Creature) -> str:
    if play.game.table.players[0].entourage.count(card) == play.table.holdings[0].entourage.count(card):
        return "home"
    for player in play.game.table.players[1:]:
        if card in player.entourage and card not in play.table.holdings[player.seat].entourage:
            return seat_key(player.seat)
    return "discard"


def _place_texts(table: QuizTable, fate: str) -> TextByLanguage:
    if fate in ("home", "discard"):
        return PHRASES(f"home.{fate}")
    return PHRASES("home.entourage", side=table.character_name_keys[int(fate[1:]) - 1])
