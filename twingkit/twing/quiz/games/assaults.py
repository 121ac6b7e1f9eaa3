"""End-game attacks: one attack against all others, dealt at random and played in any variant, and questions
about its pairings (TW-END-3 to 5, 8): whom it beats, what it costs, what it pays.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import attrs

from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import with_aims, with_probability
from twingkit.learn.quiz.staging import wrong_values
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.asking import Mistake, choices
from twingkit.twing.quiz.games import telling
from twingkit.twing.quiz.games.plans import Forgotten, Play, Tabletop, lay_lines, ornicles, play_plan
from twingkit.twing.quiz.phrases import Phrases, join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.objects import ACTIVE_LIMIT, OBJECTS
from twingkit.twing.rules.outcome import DECIDING_RULES

SAY = Phrases("endgames")

PLAIN_OBJECTS = ("boots", "puppet", "bra", "panties", "teddy", "cup")
"""The objects that give no player a re-roll and forbid no response."""

NUMBERS = (*range(-4, 5), *range(-2, 4))
"""Faces of the die, small numbers more often."""


@attrs.frozen
class Assault:
    """An end-game attack: who attacks, and what everybody lays (possibly a shield) and will roll."""

    table: Tabletop
    attacker: int
    lays: tuple[str, ...]
    faces: tuple[int, ...]

    @property
    def plan(self) -> list[str]:
        """Return the answers of all players."""
        sides = enumerate(zip(self.lays, self.faces, strict=True))
        lays = [line for seat, (lay, face) in sides for line in lay_lines(seat, lay, face)]
        return [f"p{self.attacker + 1}: endgame", *lays]

    def play(self, until: str = "") -> Play | None:
        """Play the attack, up to a kind of question if given."""
        return play_plan(self.table, *self.plan, until=until)

    @property
    def role(self) -> str:
        """Return the learner's role: `you` if the learner attacks, else `other`."""
        return "other" if self.attacker else "you"

    def announcement(self) -> Texts:
        """Return the sentence that announces the attack."""
        return SAY(f"announce.{self.role}", side=self.table.names[self.attacker])

    def description(self, play: Play) -> Texts:
        """Return the attack in words, with all cards laid and the dice to come."""
        return join_texts(
            SAY(f"attack.{self.role}", side=self.table.names[self.attacker]), telling.dice_texts(play)
        )


def eliminated_seats(play: Play) -> tuple[int, ...]:
    """Return the seats of the players who are out of the game."""
    return tuple(player.seat for player in play.game.table.players if player.out)


def deal_assault(
    rng: random.Random,
    count: int = 3,
    owned: Sequence[int] = (),
    attacker: int | None = None,
    shields: float = 0.2,
) -> Assault:
    """Deal a random end-game attack; `owned` is the number of objects of each seat, at least three for the
    attacker.
    """
    supply = Supply(rng)
    first = rng.choice((0, 0, 1)) if attacker is None else attacker
    holdings: list[Holding] = []
    lays: list[str] = []
    for seat in range(count):
        element = rng.choice(ALL_ELEMENTS)
        spells = supply.spells(2, element, least=1 if seat == first else 2)
        mine = supply.creatures(rng.randint(0, 2), element)
        object_count = owned[seat] if owned else 3 if seat == first else rng.choice((0, 1, 1, 2))
        among = PLAIN_OBJECTS if object_count < ACTIVE_LIMIT else OBJECTS
        objects = supply.objects(object_count, among)
        holdings.append(
            Holding(
                hand=[*spells, *supply.spells(2, element)],
                entourage=mine,
                objects=objects[:ACTIVE_LIMIT],
                aside=objects[ACTIVE_LIMIT:],
                ornicles=rng.randint(0, 4),
            )
        )
        wall = seat != first and len(mine) > 0 and rng.random() < shields
        cards = spells[: rng.choice((1, 2) if seat == first else (1, 1, 2))]
        joined = mine[: len(cards)]
        text = " ".join(card.token for card in cards)
        if wall:
            text = "shield " + " ".join(card.token for card in mine)
        elif joined:
            text += " + " + " ".join(card.token for card in joined)
        lays.append(text)
    table = Tabletop.deal(rng, holdings, to_move=first)
    faces = tuple(rng.choice(NUMBERS) for _ in range(count))
    return Assault(table, first, tuple(lays), faces)


SPARE_OBJECTS = ("puppet", "boots", "teddy", "hat", "shamrock", "socks", "panties", "bra", "cup")
"""All objects, those that change the least in these questions first."""


# -- the pairings


@with_aims(with_probability(0.5))
def wins(rng: random.Random, cup: bool) -> Item | None:
    """Make the question “Against whom do you win?” With `cup` a rider matters against all defenders but
    one."""
    dealt = deal_assault(rng, rng.choice((3, 3, 4)), attacker=0)
    assault = _mounted(rng, dealt) if cup else dealt
    play = assault.play() if assault else None
    if assault is None or play is None or "roll" not in play.kinds:
        return None
    forgotten = _powers_forgotten(play, ("cup", "bra", "panties"))
    mistakes = wrong_values(_beaten_seats, [*forgotten, *play.without_own_element(*range(len(assault.lays)))])
    if cup and not [
        option
        for option in mistakes
        if option.forgotten_rule == "TW-POW-cup" and option.value != _beaten_seats(play)
    ]:
        return None
    seats = [seat for seat in range(1, len(assault.lays)) if assault.table.holdings[seat].objects]
    others = [Mistake(tuple(seats)), Mistake(()), *(Mistake((seat,)) for seat in seats)]
    say = partial(_opponents_texts, assault.table)
    options = choices(_beaten_seats(play), [*mistakes, *others], say, key=telling.seats_key)
    why = play.cited_rulings(
        "TW-END-4 cup", *DECIDING_RULES, "TW-POW-bra", "TW-POW-panties", "TW-BAT-15 own_element"
    )
    return play.make_item(
        "roll", join_texts(assault.description(play), SAY("wins.ask")), options, why, ["TW-END-3"]
    )


def _powers_forgotten(play: Play, powers: Sequence[str]) -> list[Forgotten]:
    """Return the attack with a power forgotten: its owner has another object instead."""
    forgotten: list[Forgotten] = []
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


def _unowned_object(table: Tabletop) -> str:
    """Return an object that no player has; of the nine there are at least two in these attacks."""
    return next(name for name in SPARE_OBJECTS if name not in table.visible_objects)


def _mounted(rng: random.Random, assault: Assault) -> Assault | None:
    """Return the same attack with a rider, and with the Cup for one of the defenders."""
    supply = Supply(rng)
    element = assault.lays[0][0]
    mounts, riders = supply.creatures(1, element, least=4, mounts=True), supply.creatures(1, element, most=2)
    seats = [seat for seat in range(1, len(assault.lays)) if assault.table.holdings[seat].objects]
    if len(seats) < 2:
        return None
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


def _beaten_seats(play: Play) -> tuple[int, ...]:
    """Return the seats of the players whom the attacker has beaten."""
    names = play.table.names
    return tuple(sorted(names.index(ruling.facts["enemy"]) for ruling in play.cited_rulings("TW-END-8")))


def _opponents_texts(table: Tabletop, seats: Sequence[int]) -> Texts:
    if not seats:
        return SAY("wins.none")
    names = tuple(table.names[seat] for seat in seats)
    return SAY("wins.one", side=names[0]) if len(names) == 1 else SAY("wins.some", sides=names)


@with_aims(with_probability(0.7))
def lost(rng: random.Random, target: bool) -> Item | None:
    """Make the question “Which of your creatures do you lose?” With `target` some are lost."""
    assault = _with_creatures(rng, deal_assault(rng, rng.choice((3, 3, 4)), attacker=0))
    lays = _laid_creatures(assault)
    play = assault.play()
    if (
        play is None
        or "roll" not in play.kinds
        or len(lays) < 2
        or bool(play.lost_creatures(lays)) is not target
    ):
        return None
    strange = play.replay_on(assault.table.with_foreign_character())
    forgotten = [*play.without_rules("TW-END-4/all", "TW-END-4/most"), (strange, "TW-BAT-21")]
    right, mistakes = (
        play.lost_creatures(lays),
        wrong_values(lambda result: result.lost_creatures(lays), forgotten),
    )
    if all(option.value == right for option in mistakes) and rng.random() < 0.7:
        return None  # if nobody is beaten, or nobody wins, the question is too easy
    mistakes += [Mistake(lays), Mistake(()), *(Mistake((token,)) for token in lays)]
    options = telling.creature_choices(right, mistakes)
    why = [*play.about_you("TW-BAT-20", "TW-BAT-21"), *play.cited_rulings(*DECIDING_RULES)]
    return play.make_item(
        "roll", join_texts(assault.description(play), SAY("ask.lost")), options, why, ["TW-END-4"]
    )


def _with_creatures(rng: random.Random, assault: Assault) -> Assault:
    """Return the same attack with a creature of the spells' element, and one of another element thanks to the
    Teddy.
    """
    supply = Supply(rng)
    element = rng.choice((assault.lays[0][0], assault.table.characters[0]))
    spells = supply.spells(1, element, least=2)
    fitting = supply.creatures(1, element)
    strange = supply.creatures(
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


def _laid_creatures(assault: Assault) -> tuple[str, ...]:
    """Return the creatures that the learner has laid, as tokens."""
    return tuple(assault.lays[0].partition(" + ")[2].split())


# -- what it pays


def count(rng: random.Random) -> Item | None:
    """Make the question “How many Ornicles, or objects, do you have after it?”"""
    assault = deal_assault(rng, rng.choice((2, 3, 3)), shields=0.35)
    play = assault.play()
    if play is None or "roll" not in play.kinds or (assault.attacker and eliminated_seats(play)):
        return None
    readings = play.without_rules("TW-END-8", "TW-BAT-18/shield", "TW-BAT-17/ties")
    forgotten = [*readings, *play.without_own_element(*range(len(assault.lays)))]
    objects = rng.random() < 0.5
    start = play_plan(assault.table)
    had = _objects(start) if objects and start else None
    rules = [] if objects else ["TW-BAT-18 shield", "TW-END-5 won", "TW-END-8"]
    options = play.count_options(rng, forgotten, had, _objects if objects else ornicles)
    ask = SAY("ask.objects") if objects else telling.SAY("ask.ornicles")
    why = play.cited_rulings(*rules, "TW-END-5", *DECIDING_RULES)
    return play.make_item("roll", join_texts(assault.description(play), ask), options, why)


def _objects(play: Play) -> int:
    return len(play.game.table.players[0].owned)
