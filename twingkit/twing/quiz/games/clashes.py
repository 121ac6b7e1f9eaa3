"""Battles that the learner may support: dealt at random, with what could be tried in them, what supporting
earns (TW-BAT-22), and what happens to the card.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import balanced, require
from twingkit.learn.quiz.staging import wrong_values
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.asking import Mistake, choices
from twingkit.twing.quiz.battles.telling import cards_notation as cards_shown
from twingkit.twing.quiz.games.plans import Play, Tabletop, lay_lines, play_plan
from twingkit.twing.quiz.games.telling import attack_sentence, dice_texts, points_text, seat_key
from twingkit.twing.quiz.phrases import Phrases, card_phrases, join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.cards import Creature, Spell, parse_card
from twingkit.twing.rules.outcome import DECIDING_RULES
from twingkit.twing.rules.support import SupportSide

SAY = Phrases("supports")

PLAIN_OBJECTS = ("boots", "puppet", "cup", "socks")
"""Objects that change nothing in these questions."""


@attrs.frozen
class Clash:
    """A battle between seats 2 and 3 that the learner watches: what is laid and rolled in it."""

    table: Tabletop
    plan: tuple[str, ...]

    def play(self, *more: str) -> Play | None:
        """Play the battle with some more answers."""
        return play_plan(self.table, *self.plan, *more)


def deal_clash(rng: random.Random, shields: float = 0.25, own: bool = False) -> Clash:
    """Deal a battle in which seat 1 attacks seat 2; the learner, seat 0, has cards that fit and cards that do
    not. With `own` the attack has the element of the learner's character.
    """
    supply = Supply(rng)
    first, second = rng.choice(ALL_ELEMENTS), rng.choice(ALL_ELEMENTS)
    shield = rng.random() < shields
    attack = supply.spells(rng.choice((1, 1, 2)), first)
    wall = supply.creatures(2, second, least=2)
    defence = supply.spells(1, second)
    third = next(element for element in ALL_ELEMENTS if element not in (first, second))
    helper = Holding(
        hand=[*supply.spells(1, first), *supply.spells(1, second), *supply.spells(1, third)],
        entourage=[*supply.creatures(1, first), *supply.creatures(1, second), *supply.creatures(1, third)],
        objects=supply.objects(rng.randint(0, 1)),
        ornicles=rng.randint(1, 4),
    )
    characters = (
        [first, *rng.sample(ALL_ELEMENTS.replace(first, ""), 2)] if own else rng.sample(ALL_ELEMENTS, 3)
    )
    table = Tabletop.deal(
        rng,
        [
            helper,
            Holding(hand=[*attack, *supply.spells(1, third)], ornicles=rng.randint(0, 3)),
            Holding(hand=[*defence, *supply.spells(1, third)], entourage=wall, ornicles=rng.randint(0, 3)),
        ],
        characters,
        to_move=1,
    )
    faces = rng.randint(-3, 4), rng.randint(-3, 4)
    answer = f"shield {' '.join(card.token for card in wall)}" if shield else defence[0].token
    lays = *lay_lines(1, " ".join(card.token for card in attack), faces[0]), *lay_lines(2, answer, faces[1])
    return Clash(table, ("p2: attack p3", *lays))


def before_support(clash: Clash) -> tuple[Play, SupportSide] | None:
    """Return the battle just before the learner is asked to support, and the question."""
    play = clash.play()
    if play is None or "support" not in play.kinds:
        return None
    question = play.game_at(play.place_of("support")).question
    return (play, question) if isinstance(question, SupportSide) and question.player == 0 else None


def support_attempts(question: SupportSide) -> list[tuple[str, Refusal | None]]:
    """Return the answers that the learner could try with these cards: every single card, and two at once."""
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
    """Return the cards of a support."""
    cards = (parse_card(part) for part in answer.split(" ", 2)[2].split(" + "))
    return [card for card in cards if isinstance(card, Spell | Creature)]


def support_texts(table: Tabletop, answer: str) -> Texts:
    """Return a support in words."""
    side = table.names[1 if answer.startswith("support attacker") else 2]
    return SAY("which.add", side=side, cards=card_phrases(_cards(answer)))


def support_notation(answer: str) -> str:
    """Return the cards of a support in notation: spells first, a single creature like a shield."""
    return cards_shown(*_cards(answer))


# -- the reward of supporting


WON = (*DECIDING_RULES, "TW-BAT-15 own_element")
"""The rules about who won a battle, and those that are easily overlooked."""


def settled(rng: random.Random) -> Item | None:
    """Make the question “How many Ornicles do you have when it is settled?”"""
    return _settled_helper(rng) if rng.random() < 0.6 else _settled_fighter(rng)


def _supported(rng: random.Random, clash: Clash, sort: str = "") -> tuple[str, Play] | None:
    """Return a support of that battle with one card (with `sort`, a creature), and the battle settled with
    it.
    """
    helpers = before_support(clash)
    tried = support_attempts(helpers[1]) if helpers else []
    allowed = [answer for answer, refusal in tried if refusal is None and sort in answer]
    if not allowed:
        return None
    answer = rng.choice(allowed)
    play = clash.play(f"p1: {answer}")
    return (answer, play) if play and play.cited_rulings(*WON) else None


def _battle_text(play: Play, answer: str, *keys: str, **facts: object) -> Texts:
    """Return the battle of the others in words, with what the learner does in it."""
    helped = play.table.names[1 if answer.startswith("support attacker") else 2]
    texts = [SAY(key, who=helped, **facts) for key in keys]
    return join_texts(attack_sentence(play.table, 1, 2), *texts, points_text(play, 1, 2), dice_texts(play))


def _settled_helper(rng: random.Random) -> Item | None:
    """Make the question for a learner who has supported a side."""
    clash = deal_clash(rng)
    scene = _supported(rng, clash)
    if scene is None or not scene[1].cited_rulings("TW-BAT-22"):
        return None
    answer, play = scene
    had = clash.table.holdings[0].ornicles
    forgotten = [*play.without_rules("TW-BAT-17/ties"), *play.without_own_element(1, 2)]
    settled = [Mistake(n, "TW-BAT-22" if n == had - 1 else "") for n in (had, had - 1, had + 1)]
    texts = join_texts(_battle_text(play, answer, "settled.stake"), SAY("settled.ask"))
    options = play.count_options(rng, forgotten, also=settled)
    return play.make_item("roll", texts, options, play.cited_rulings("TW-BAT-22", *WON))


def _settled_fighter(rng: random.Random) -> Item | None:
    """Make the question for a learner who fights and whose battle others have supported."""
    supply = Supply(rng)
    count = rng.choice((3, 4))
    mine, theirs = rng.choice(ALL_ELEMENTS), rng.choice(ALL_ELEMENTS)
    attacks = rng.random() < 0.5
    wall = supply.creatures(1, mine, least=3)
    shield = not attacks and rng.random() < 0.5
    own, enemy = supply.spells(2, mine), supply.spells(2, theirs)
    holdings = [
        Holding(
            hand=own, entourage=wall, objects=supply.objects(1, PLAIN_OBJECTS), ornicles=rng.randint(0, 3)
        ),
        Holding(hand=enemy, ornicles=rng.randint(0, 3)),
    ]
    backs = []
    for _ in range(count - 2):
        backed = rng.choice((0, 1))
        spells = supply.spells(1, (mine, theirs)[backed])
        creatures = supply.creatures(1, mine) if shield and not backed else []
        backs.append((backed, (creatures or spells)[0]))
        hand = [*supply.spells(2, rng.choice(ALL_ELEMENTS)), *([] if creatures else spells)]
        holdings.append(Holding(hand=hand, entourage=creatures, ornicles=rng.randint(1, 3)))
    table = Tabletop.deal(rng, holdings, to_move=int(not attacks))
    faces = rng.randint(-3, 4), rng.randint(-3, 4)
    own_card = f"shield {wall[0].token}" if shield else own[0].token
    start = "p1: attack p2" if attacks else "p2: attack p1"
    battle = [start, *lay_lines(0, own_card, faces[0]), *lay_lines(1, enemy[0].token, faces[1])]
    helps = [
        f"p{index + 3}: support {'attacker' if (backed == 0) is attacks else 'defender'} {back}"
        for index, (backed, back) in enumerate(backs)
    ]
    play = play_plan(table, *battle, *helps)
    if play is None or len(play.cited_rulings("TW-BAT-6")) < len(backs) or not play.cited_rulings(*WON):
        return None
    forgotten = [*play.without_rules("TW-BAT-22/shield"), (play_plan(table, *battle), "TW-BAT-22")]
    forgotten += [*play.without_rules("TW-BAT-17/ties"), *play.without_own_element(0, 1)]
    sides = (0, 1) if attacks else (1, 0)
    texts = [attack_sentence(table, *sides), *_helpers(table, [backed for backed, _ in backs])]
    texts += [points_text(play, *sides), dice_texts(play), SAY("settled.ask")]
    why = play.cited_rulings("TW-BAT-22 stake_taken", "TW-BAT-18", "TW-BAT-22 won", *WON)
    return play.make_item("roll", join_texts(*texts), play.count_options(rng, forgotten), why)


def _helpers(table: Tabletop, backed: Sequence[int]) -> list[Texts]:
    """Return the sentences about the stakes: each on the learner (0) or on the next seat (1)."""
    return [
        SAY(f"settled.helps{'' if whom else '_you'}", side=table.names[index + 2], who=table.names[1])
        for index, whom in enumerate(backed)
    ]


# -- what happens to the card


def _home(rng: random.Random) -> Item | None:
    """Make the question “Where does your creature go?”"""
    clash = deal_clash(rng, own=rng.random() < 0.5)
    scene = require(_supported(rng, clash, "creature"))
    answer, play = scene
    card = parse_card(answer.split(" ", 2)[2])
    if not isinstance(card, Creature):
        return None
    right = _place_of(play, card)
    forgotten = [*play.without_rules("TW-BAT-21/supporter"), *play.without_own_element(1, 2)]
    mistakes = wrong_values(lambda result: _place_of(result, card), forgotten)
    mistakes += [Mistake(fate, "TW-BAT-20/winner") for fate in ("home", "discard")]
    mistakes += [Mistake(seat) for seat in rng.sample(("p2", "p3"), 2)]
    why = [*play.about_you("TW-BAT-20"), *play.cited_rulings(*WON)]
    texts = join_texts(_battle_text(play, answer, "home.card", card=card), SAY("home.ask"))
    options = choices(right, mistakes, lambda fate: _place_texts(clash.table, fate))
    return play.make_item("roll", texts, options, why)


home = balanced(_home, "home", "discard")


def _place_of(play: Play, card: Creature) -> str:
    """Return where a creature of the learner is now."""
    if play.game.table.players[0].entourage.count(card) == play.table.holdings[0].entourage.count(card):
        return "home"
    for player in play.game.table.players[1:]:
        if card in player.entourage and card not in play.table.holdings[player.seat].entourage:
            return seat_key(player.seat)
    return "discard"


def _place_texts(table: Tabletop, fate: str) -> Texts:
    if fate in ("home", "discard"):
        return SAY(f"home.{fate}")
    return SAY("home.entourage", side=table.names[int(fate[1:]) - 1])
