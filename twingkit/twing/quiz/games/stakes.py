"""Questions on what supporting earns (TW-BAT-22), and what becomes of the card; for the topic
`supporting`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.quiz.item import Item
from twingkit.quiz.making import keyed, until
from twingkit.quiz.staging import missed
from twingkit.rulebook import Texts
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.asking import Miss, choices
from twingkit.twing.quiz.games.clashes import PLAIN, SAY, Clash, deal_clash, join_in, tries
from twingkit.twing.quiz.games.plans import DECIDED, Play, carry_out
from twingkit.twing.quiz.games.tables import Tabletop
from twingkit.twing.quiz.games.telling import attack, dice, points, seat_key
from twingkit.twing.quiz.phrases import joined
from twingkit.twing.quiz.supply import EVERY, Supply
from twingkit.twing.rules.cards import Creature, Spell, card_text, face_text, read_card

WON = (*DECIDED, "TW-BAT-15 own_element")
"""The rulings on who won a battle, and on what is easily overlooked."""


def settled(rng: random.Random) -> Item | None:
    """The question “How many Ornicles do you have when it is settled?”"""
    return _settled_helper(rng) if rng.random() < 0.6 else _settled_fighter(rng)


def _supported(rng: random.Random, clash: Clash, sort: str = "") -> tuple[str, Play] | None:
    """A support of that clash with one card (`sort`: with a creature), and the battle settled with it."""
    helpers = join_in(clash)
    allowed = (
        [answer for answer, refusal in tries(helpers[1]) if refusal is None and sort in answer]
        if helpers
        else []
    )
    if not allowed:
        return None
    answer = rng.choice(allowed)
    play = clash.play(f"p1: {answer}")
    return (answer, play) if play and play.cited(*WON) else None


def _battle_text(play: Play, answer: str, *keys: str, **facts: object) -> Texts:
    """The battle of the others in words, with what the learner does in it."""
    helped = play.table.names[1 if answer.startswith("support attacker") else 2]
    texts = [SAY(key, who=helped, **facts) for key in keys]
    return joined(attack(play.table, 1, 2), *texts, points(play, 1, 2), dice(play))


def _settled_helper(rng: random.Random) -> Item | None:
    """The learner has supported a side."""
    clash = deal_clash(rng)
    scene = _supported(rng, clash)
    if scene is None or not scene[1].cited("TW-BAT-22"):
        return None
    answer, play = scene
    had = clash.table.holdings[0].ornicles
    forgotten = [*play.without("TW-BAT-17/ties"), *play.estranged(1, 2)]
    settled = [Miss(n, "TW-BAT-22" if n == had - 1 else "") for n in (had, had - 1, had + 1)]
    return play.ask(
        "roll",
        texts=joined(_battle_text(play, answer, "settled.stake"), SAY("settled.ask")),
        choices=play.counted(rng, forgotten, also=settled),
        why=play.cited("TW-BAT-22", *WON),
    )


def _settled_fighter(rng: random.Random) -> Item | None:
    """The learner fights, and others have staked on the sides."""
    supply = Supply(rng)
    count = rng.choice((3, 4))
    mine, theirs = rng.choice(EVERY), rng.choice(EVERY)
    attacks = rng.random() < 0.5
    wall = supply.creatures(1, mine, least=3)
    shield = not attacks and rng.random() < 0.5
    own, enemy = supply.spells(2, mine), supply.spells(2, theirs)
    holdings = [
        Holding(hand=own, entourage=wall, objects=supply.objects(1, PLAIN), ornicles=rng.randint(0, 3)),
        Holding(hand=enemy, ornicles=rng.randint(0, 3)),
    ]
    backs = []
    for _ in range(count - 2):
        backed = rng.choice((0, 1))
        card: list[Spell | Creature] = [*supply.spells(1, (mine, theirs)[backed])]
        if shield and not backed:
            card = [*supply.creatures(1, mine)]
        backs.append((backed, card[0]))
        spells = [
            *supply.spells(2, rng.choice(EVERY)),
            *(drawn for drawn in card if isinstance(drawn, Spell)),
        ]
        creatures = [drawn for drawn in card if isinstance(drawn, Creature)]
        holdings.append(Holding(hand=spells, entourage=creatures, ornicles=rng.randint(1, 3)))
    table = Tabletop.deal(rng, holdings, to_move=int(not attacks))
    faces = rng.randint(-3, 4), rng.randint(-3, 4)
    own_card = f"shield {wall[0].token}" if shield else own[0].token
    battle = [
        f"p{1 + (not attacks)}: attack p{1 + attacks}",
        f"p1: lay {own_card}",
        f"p2: lay {enemy[0].token}",
    ]
    battle += [] if shield else [f"p1: roll {face_text(faces[0])}"]
    battle += [f"p2: roll {face_text(faces[1])}"]
    helps = [
        f"p{index + 3}: support {'attacker' if (backed == 0) is attacks else 'defender'} {card_text(back)}"
        for index, (backed, back) in enumerate(backs)
    ]
    play = carry_out(table, *battle, *helps)
    if play is None or len(play.cited("TW-BAT-6")) < len(backs) or not play.cited(*WON):
        return None
    forgotten = [
        *play.without("TW-BAT-22/shield"),
        (carry_out(table, *battle), "TW-BAT-22"),
        *play.without("TW-BAT-17/ties"),
        *play.estranged(0, 1),
    ]
    sides = (0, 1) if attacks else (1, 0)
    texts = [attack(table, *sides), *_helpers(table, [backed for backed, _ in backs])]
    return play.ask(
        "roll",
        texts=joined(*texts, points(play, *sides), dice(play), SAY("settled.ask")),
        choices=play.counted(rng, forgotten),
        why=play.cited("TW-BAT-22 stake_taken", "TW-BAT-18", "TW-BAT-22 won", *WON),
    )


def _helpers(table: Tabletop, backed: Sequence[int]) -> list[Texts]:
    """The sentences on the stakes: each on the learner (0) or on the next seat (1)."""
    return [
        SAY(f"settled.helps{'' if whom else '_you'}", side=table.names[index + 2], who=table.names[1])
        for index, whom in enumerate(backed)
    ]


# -- what becomes of the card


def home(rng: random.Random) -> Item | None:
    """The question “Where does your creature go?”"""
    target = rng.choice(("home", "discard"))
    return until(lambda: keyed(_home(rng), target))


def _home(rng: random.Random) -> Item | None:
    clash = deal_clash(rng, own=rng.random() < 0.5)
    scene = _supported(rng, clash, "creature")
    if scene is None:
        return None
    answer, play = scene
    card = read_card(answer.split(" ", 2)[2])
    if not isinstance(card, Creature):
        return None
    right = _place_of(play, card)
    forgotten = [*play.without("TW-BAT-21/supporter"), *play.estranged(1, 2)]
    misses = missed(lambda result: _place_of(result, card), forgotten)
    misses += [Miss(fate, "TW-BAT-20/winner") for fate in ("home", "discard")]
    misses += [Miss(seat) for seat in rng.sample(("p2", "p3"), 2)]
    name = clash.table.names[0]
    why = [ruling for ruling in play.cited("TW-BAT-20") if ruling.facts["side"] == name]
    return play.ask(
        "roll",
        texts=joined(_battle_text(play, answer, "home.card", card=card), SAY("home.ask")),
        choices=choices(right, misses, lambda fate: _place_said(clash.table, fate)),
        why=[*why, *play.cited(*WON)],
    )


def _place_of(play: Play, card: Creature) -> str:
    """The place of a creature of the learner now."""
    if play.game.table.players[0].entourage.count(card) == play.table.holdings[0].entourage.count(card):
        return "home"
    for player in play.game.table.players[1:]:
        if card in player.entourage and card not in play.table.holdings[player.seat].entourage:
            return seat_key(player.seat)
    return "discard"


def _place_said(table: Tabletop, fate: str) -> Texts:
    if fate in ("home", "discard"):
        return SAY(f"home.{fate}")
    return SAY("home.entourage", side=table.names[int(fate[1:]) - 1])
