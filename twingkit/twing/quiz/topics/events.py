"""Questions about events: the drawers, the affected players, and the losses and gains (TW-BAT-8).

In a battle every player who rolls a Spiral draws an event card. Each maker below takes the same four steps:

1. `_deal_event_scene` deals a table at which everybody has something that an event could take, and plans all
   answers.
2. `_EventScene.play_battle` has the engine play this up to the moment after the event, which gives the right
   answer.
3. `_EventScene.plays_without_puppet_rules` plays it with a rule forgotten, which gives the wrong options.
4. `PlayedTable.make_item` makes the question before the event, with the rulings as the reasons.

The object that is easily forgotten is the Puppet (TW-POW-puppet): it protects its owner from an event. A
maker returns None if the cards make no good question; then another table is dealt.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.core.rulebook import Ruling, TextByLanguage
from twingkit.learn.quiz import makers
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.options import Mistake, yes_no_options
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.explanations import explanation_ruling
from twingkit.twing.quiz.games import game_wording
from twingkit.twing.quiz.games.plans import Forgotten, PlayedTable, QuizTable, lay_plan_lines, play_plan
from twingkit.twing.quiz.options import answer_options, drop_no_ornicles_rulings
from twingkit.twing.quiz.phrases import Phrases
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import FACT_BY_FACE, SPIRAL, Card, Creature, face_text
from twingkit.twing.rules.table import ORNICLE_COUNT

PHRASES = Phrases("events")

IRRELEVANT_OBJECTS = ("boots", "bra", "panties", "cup", "teddy")
"""The objects that change nothing in these questions."""


@attrs.frozen
class _EventScene:
    """A battle between the learner (seat 0) and seat 1 in which one of them draws an event."""

    table: QuizTable
    learner_attacks: bool
    """True if the learner attacks."""
    drawer: int
    """The seat that draws the event."""
    effect: str
    """The event, given by the name of its effect in the box."""
    learner_lay: str
    """The lay of the learner."""
    opponent_lay: str
    """The lay of seat 1."""
    event_answers: tuple[str, ...]
    """The answers that the event may ask for: a spell or an object to give, a card to draw."""

    def plan(self, drawer: int | None = None) -> list[str]:
        """Return the planned answers and rolls of all players, with a Spiral for the seat `drawer`."""
        rolls = self.drawer if drawer is None else drawer
        start = "p1: attack p2" if self.learner_attacks else "p2: attack p1"
        faces = [SPIRAL if seat == rolls else 1 for seat in range(2)]
        events = [f"p{seat + 1}: event {self.effect}" for seat in range(2)]
        return [
            start,
            *lay_plan_lines(0, self.learner_lay, faces[0]),
            *lay_plan_lines(1, self.opponent_lay, faces[1]),
            *events,
            *self.event_answers,
        ]

    def play_battle(self, table: QuizTable | None = None, drawer: int | None = None) -> PlayedTable | None:
        """Play the battle up to the moment after the event; return None if no event is drawn."""
        play = play_plan(table or self.table, *self.plan(drawer), stop_kind="respond")
        return play if play and "pick_event" in play.question_kinds else None

    def without_puppets(self) -> QuizTable:
        """Return the same table without the Puppet."""
        table = self.table
        for seat, holding in enumerate(table.holdings):
            table = table.with_holding(
                seat, objects=[name for name in holding.objects if name != "puppet"], aside=()
            )
        return table

    def with_active_puppets(self) -> QuizTable:
        """Return the same table with inactive Puppets made active."""
        table = self.table
        for seat, holding in enumerate(table.holdings):
            if holding.aside:
                table = table.with_holding(seat, objects=(*holding.objects[1:], "puppet"), aside=())
        return table

    def plays_without_puppet_rules(self) -> list[Forgotten]:
        """Return the battle replayed with each Puppet rule forgotten or misread, with the mistake."""
        return [
            (self.play_battle(self.without_puppets()), "TW-POW-puppet"),
            (self.play_battle(self.table.with_variant(puppet="all")), "TW-POW-puppet/all"),
            (self.play_battle(self.with_active_puppets()), "TW-OBJ-2"),
        ]

    def event_text(self) -> TextByLanguage:
        """Return the sentences about the drawer, the name and the text of the event."""
        event = next(card for card in load_box().event if card.effect == self.effect)
        facts = {"name": event.name, "text": event.text}
        case = "other" if self.drawer else "you"
        return PHRASES(f"drawn.{case}", side=self.table.character_name_keys[self.drawer], **facts)


def _deal_event_scene(
    rng: random.Random, effect: str, player_count: int = 3, creature: bool = False, puppet: float = 0.6
) -> _EventScene:
    """Deal a battle that leads to an event; everybody has something that the event could take.

    With `creature`, the learner lays a creature; `puppet` is the probability that a fighter has the Puppet.
    """
    supply = CardSupply(rng)
    element = rng.choice(ALL_ELEMENTS)
    drawer = rng.randrange(2)
    owner = (drawer if rng.random() < 0.6 else 1 - drawer) if rng.random() < puppet else -1
    mine = supply.take_creatures(1, element, max_power=1) if creature else []
    holdings: list[Holding] = []
    for seat in range(player_count):
        asleep = seat == owner and rng.random() < 0.25
        objects = supply.take_objects(3 if asleep else rng.randint(0, 1), IRRELEVANT_OBJECTS)
        holdings.append(
            Holding(
                hand=[*supply.take_spells(2, element), *supply.take_spells(1, rng.choice(ALL_ELEMENTS))],
                entourage=[*_ranked(supply, 2 if seat else 3), *(mine if not seat else [])],
                objects=(*objects, "puppet") if seat == owner and not asleep else objects,
                aside=("puppet",) if asleep else (),
                ornicles=rng.randint(1, 5),
            )
        )
    attacks = rng.random() < 0.5
    pile: list[Card] = [*supply.take_spells(2), *supply.take_response_cards("cat"), *supply.take_creatures(1)]
    table = QuizTable.deal(
        rng,
        holdings,
        to_move=int(not attacks),
        direction=rng.choice((1, -1)),
        display=supply.take_objects(2, ("hat", "shamrock", "socks")),
        discard=tuple(pile),
    )
    fought = [next(card.token for card in holding.spells if card.element == element) for holding in holdings]
    lay = f"{fought[0]} + {mine[0].token}" if mine else fought[0]
    given = [f"p{seat + 1}: spell {_spare(holding, fought[seat])}" for seat, holding in enumerate(holdings)]
    given += [f"p{seat + 1}: draw {supply.take_spells(1, element)[0]}" for seat in range(player_count)]
    given += [
        f"p{seat + 1}: object {name}" for name in supply.take_objects(1, ("socks", "hat")) for seat in (0, 1)
    ]
    return _EventScene(table, attacks, drawer, effect, lay, fought[1], tuple(given))


def _ranked(supply: CardSupply, count: int) -> list[Creature]:
    creatures: list[Creature] = []
    for power in (2, 3, 4, 5)[-count - 1 :]:
        creatures += supply.take_creatures(1, min_power=power, max_power=power)
    return creatures[:count]


def _spare(holding: Holding, laid: str) -> str:
    tokens = [card.token for card in holding.spells]
    tokens.remove(laid)
    return tokens[-1]


_ORNICLE_EVENTS = ("take_two_ornicles", "return_ornicle", "rich_return_ornicle")

# -- whom it affects


@makers.question_kind("touch")
@makers.draw_arguments_once(makers.true_with_probability(0.5))
def event_affects_you_item(rng: random.Random, wanted_answer: bool) -> QuizItem | None:
    """Make the quiz question whether an event changes anything for the learner; `wanted_answer` is the right
    answer it must have.

    `wanted_answer` is the right answer that the question must have.
    """
    effect = rng.choice([event.effect for event in load_box().event])
    scene = _deal_event_scene(rng, effect, rng.choice((2, 3)), puppet=0.75)
    play = makers.require_value(scene.play_battle())
    makers.require(_learner_is_affected(play) is wanted_answer)
    forgotten = [
        option.forgotten_rule
        for option in mistakes_by_forgetting(_learner_is_affected, scene.plays_without_puppet_rules())
        if option.value is not wanted_answer
    ]
    if not forgotten and rng.random() < 0.5:  # half of those that nobody gets wrong
        return None
    texts = join_texts(scene.event_text(), PHRASES("ask.touch"))
    options = yes_no_options(
        wanted_answer, next((rule for rule in forgotten if rule and "/" not in rule), "")
    )
    return play.make_item("pick_event", texts, options, _event_reasons(scene, play))


def _event_reasons(scene: _EventScene, play: PlayedTable) -> list[Reason]:
    """Return the reasons of an event: the Puppet, whom the event concerns, and what happens."""
    every = _event_rulings(play)
    kept_off = [ruling for ruling in every if ruling.rule == "TW-POW-puppet"]
    case = next((name for name in ("all", "rich") if scene.effect.startswith(f"{name}_")), "one")
    side, n = scene.table.character_name_keys[scene.drawer], scene.table.holdings[0].ornicles
    concerned = explanation_ruling("TW-BAT-8", case, side=side, n=n)
    rest = every[len(kept_off) :]
    if case == "one" and scene.drawer:  # the Puppet does not matter for the learner
        return [concerned, *kept_off, *rest]
    return [*kept_off, concerned, *rest]


def _event_rulings(play: PlayedTable) -> list[Ruling]:
    """Return the rulings about the event, those about the Puppet and the learner first."""
    cut = play.answer_index("pick_event")
    name = play.table.character_name_keys[0]
    rulings = drop_no_ornicles_rulings(
        play.cited_rulings("TW-POW-puppet", "TW-TURN-6", *_EVENT_CASES, answer_count=cut), name
    )
    return sorted(
        rulings, key=lambda ruling: (ruling.rule != "TW-POW-puppet", ruling.facts.get("side") != name)
    )


_EVENT_CASES = tuple(
    f"TW-BAT-8 {case}"
    for case in (
        *("ornicle_gained", "ornicle_returned", "object_gained", "spell_lost", "cat_found", "creature_lost"),
        *("spell_passed", "drawn", "creature", "nobody", "called"),
        *("no_ornicle", "no_spell", "no_cat", "no_creature"),
    )
)
"""The cases of the rule about events, in the order in which they happen."""


def _learner_is_affected(play: PlayedTable) -> bool:
    before = play.game_at(play.answer_index("pick_event")).table.players[0]
    return bool(before.key() != play.game.table.players[0].key())


@makers.question_kind("count")
@makers.prefer_forgotten_rule_options()
def ornicle_count_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “How many Ornicles do you have right after this event?”"""
    effect = rng.choice(_ORNICLE_EVENTS)
    scene = _deal_event_scene(rng, effect, rng.choice((2, 3)))
    few = effect == _ORNICLE_EVENTS[0] and rng.random() < 0.3
    if few:  # only one Ornicle is left: a player who may take two takes only that one (TW-TURN-6)
        *others, last = range(len(scene.table.holdings))
        held = sum(scene.table.holdings[seat].ornicles for seat in others)
        scene = attrs.evolve(
            scene, table=scene.table.with_holding(last, ornicles=ORNICLE_COUNT - 1 - held), drawer=0
        )
    play = makers.require_value(scene.play_battle())
    forgotten = [
        *scene.plays_without_puppet_rules(),
        *play.plays_without_rules("TW-TURN-6"),
        (scene.play_battle(drawer=1 - scene.drawer), "TW-BAT-8/drawer"),
    ]
    texts = join_texts(*([PHRASES("ask.left")] if few else []), scene.event_text(), PHRASES("ask.count"))
    why = play.with_count(_event_reasons(scene, play), "pick_event")
    return play.make_item("pick_event", texts, play.final_count_options(rng, forgotten), why)


@makers.question_kind("weakest")
def _weakest_creature_item(rng: random.Random) -> QuizItem | None:
    scene = _deal_event_scene(rng, "all_discard_weakest_creature", rng.choice((2, 3)), creature=True)
    play = makers.require_value(scene.play_battle())
    home = scene.table.holdings[0].entourage
    spell, _, fighting = scene.learner_lay.partition(" + ")
    unlaid = attrs.evolve(scene, learner_lay=spell)
    mistakes = mistakes_by_forgetting(
        _lost, [*scene.plays_without_puppet_rules(), (unlaid.play_battle(), "TW-BAT-8/laid")]
    )
    mistakes += [Mistake((card.token,)) for card in home]

    def texts_of(tokens: Sequence[str]) -> TextByLanguage:
        named = game_wording.creatures_texts(tokens)
        return PHRASES("weakest.fighting", card=named) if fighting in tokens else named

    name = scene.table.character_name_keys[0]
    why: list[Reason] = [
        ruling for ruling in _event_rulings(play) if ruling.facts["side"] == name or ruling.case == "called"
    ]
    if lost := play.rulings_about_learner("TW-BAT-8 creature_lost"):
        at_home = tuple(card for card in home if card.token != fighting)
        why[0] = explanation_ruling("TW-BAT-8", "weakest", cards=at_home, card=lost[0].facts["card"])
    options = game_wording.creature_answer_options(_lost(play), mistakes, texts_of)
    return play.make_item("pick_event", join_texts(scene.event_text(), PHRASES("ask.weakest")), options, why)


def _lost(play: PlayedTable) -> tuple[str, ...]:
    lost = play.rulings_about_learner("TW-BAT-8 creature_lost")
    return tuple(ruling.facts["card"].token for ruling in lost[:1])


# -- who draws


@makers.question_kind("who")
def _event_drawer_item(rng: random.Random) -> QuizItem | None:
    scene = _deal_event_scene(rng, "return_ornicle", rng.choice((2, 3)), puppet=0.0)
    both = rng.random() < 0.6  # both roll a Spiral
    faces = (SPIRAL, SPIRAL) if both else rng.choice(((SPIRAL, 2), (3, SPIRAL), (SPIRAL, -2), (-1, SPIRAL)))
    spirals = [seat for seat in (0, 1) if faces[seat] == SPIRAL]
    turned = rng.choice((None, *spirals)) if both or rng.random() < 0.3 else spirals[0]
    table = scene.table
    if turned is not None:  # the learner has a Miromon, and plays it on the die of this seat (TW-BAT-9)
        table = table.with_holding(0, hand=[*table.holdings[0].hand, "miromon"])
    plan = _plan_with_faces(scene, faces, turned)
    play = makers.require_value(play_plan(table, *plan, stop_kind="respond"))
    swapped = attrs.evolve(scene, learner_attacks=not scene.learner_attacks)
    other = table.with_position_parts(to_move=int(scene.learner_attacks))
    forgotten = [
        *play.plays_without_rules("TW-BAT-9/late"),
        (play_plan(other, *_plan_with_faces(swapped, faces, turned), stop_kind="respond"), "TW-BAT-8/order"),
    ]
    mistakes = [*mistakes_by_forgetting(_drawers, forgotten), *map(Mistake, ((0,), (1,), (), (0, 1), (1, 0)))]
    cut = play.answer_index("roll", -1) + 1
    options = answer_options(
        _drawers(play), mistakes, lambda seats: _order(table, seats), key=game_wording.seats_option_key
    )
    attacker = table.character_name_keys[int(not scene.learner_attacks)]
    why: list[Reason] = [
        *play.cited_rulings("TW-BAT-9", answer_count=cut - 1),
        explanation_ruling("TW-BAT-8", "drawers", side=attacker),
        *play.cited_rulings("TW-BAT-8 called", answer_count=cut - 1),
    ]
    return play.make_item(cut, _rolls_text(scene, faces, turned), options, why)


def _rolls_text(scene: _EventScene, faces: tuple[int, int], turned: int | None) -> TextByLanguage:
    """Return the text about the attack, the dice, and the die that Miromon inverts, with the question."""
    table, side = scene.table, scene.table.character_name_keys[1]
    rolls = "both" if faces == (SPIRAL, SPIRAL) else "you" if faces[0] == SPIRAL else "other"
    face = FACT_BY_FACE[faces[1] if rolls == "you" else faces[0]]
    sides = (0, 1) if scene.learner_attacks else (1, 0)
    texts = [
        game_wording.who_attacks_whom_texts(table, *sides),
        PHRASES(f"who.{rolls}", side=side, face=face),
    ]
    if turned is not None:
        texts.append(PHRASES(f"who.turn_{'other' if turned else 'own'}", side=side))
    return join_texts(*texts, PHRASES("ask.who"))


def _plan_with_faces(scene: _EventScene, faces: tuple[int, int], turned: int | None) -> list[str]:
    """Return the plan with other faces and, if given, Miromon played on the die of the seat `turned`."""
    rolls = [f"p{seat + 1}: roll {face_text(face)}" for seat, face in enumerate(faces)]
    lines = [line for line in scene.plan() if ": roll" not in line and ": event" not in line]
    lines += ["p1: event return_ornicle", "p2: event rich_return_ornicle"]
    role = "attacker" if (turned == 0) is scene.learner_attacks else "defender"
    return [*lines, *rolls] + ([] if turned is None else [f"p1: miromon {role}"])


def _drawers(play: PlayedTable) -> tuple[int, ...]:
    return play.seats_in_rulings("side", "TW-BAT-8 called")


def _order(table: QuizTable, seats: Sequence[int]) -> TextByLanguage:
    """Return the text of an option that names nobody, one player, or two players in order."""
    if len(seats) < 2:
        return game_wording.players_texts(table, seats)
    first, second = (game_wording.player_names_in_option(table, seat) for seat in seats)
    return PHRASES("who.two", one=first, two=second)


# -- a spell for the next player


@makers.question_kind("pass")
@makers.prefer_forgotten_rule_options()
def _spell_receiver_item(rng: random.Random) -> QuizItem | None:
    scene = _deal_event_scene(rng, "all_pass_random_spell", rng.choice((3, 4)))
    play, table = makers.require_value(scene.play_battle()), scene.table
    mistakes = mistakes_by_forgetting(
        _receiver,
        [
            (scene.play_battle(table.with_reversed_direction()), "TW-SET-5/turned"),
            *scene.plays_without_puppet_rules(),
        ],
    )
    mistakes += [Mistake(seat) for seat in (*range(1, len(table.character_name_keys)), 0)]
    cut = play.answer_index("pick_event")
    texts = join_texts(game_wording.seating_texts(table), scene.event_text(), PHRASES("ask.pass"))
    options = answer_options(
        _receiver(play), mistakes, lambda seat: _to(table, seat), key=game_wording.seat_option_key
    )
    why = play.rulings_about_learner("TW-BAT-8 spell_passed", answer_count=cut)
    why += play.cited_rulings("TW-POW-puppet", "TW-BAT-8 called", answer_count=cut)
    return play.make_item(cut, texts, options, why, ["TW-SET-5"])


def _receiver(play: PlayedTable) -> int:
    """Return the seat that the learner's spell goes to; 0 if it stays."""
    passed = play.rulings_about_learner("TW-BAT-8 spell_passed")
    return play.table.character_name_keys.index(passed[0].facts["enemy"]) if passed else 0


def _to(table: QuizTable, seat: int) -> TextByLanguage:
    return PHRASES("pass.to", side=table.character_name_keys[seat]) if seat else PHRASES("pass.kept")
