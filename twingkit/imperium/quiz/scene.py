"""Random positions of whole games for questions: a small galaxy with three players.

    scene = GalaxyQuizScene(rng, me="hacan")
    scene.place_units_in_space(0, system, cruiser=2)
    game = scene.game("activate 26")         # after these answers; the learner has the first seat

The engine plays what a question asks. `scene.mistakes_on_changed_table(rule, change, read, …)` plays the same
on a table on which that rule does nothing, and returns what somebody expects who has forgotten it.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.battle.rules.questions import QuestionWithDefault, RollDice
from twingkit.imperium.box.decks import full_decks
from twingkit.imperium.box.tiles import MECATOL_TILE, Tile, home_or_gate_tile, planets_by_id, tiles_by_number
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.map.hexes import CENTRE, Hex, distance, spiral
from twingkit.imperium.galaxy.map.map_faults import map_warnings
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.phases.set_up import set_up_faction
from twingkit.imperium.galaxy.position_of import position_of_table
from twingkit.imperium.galaxy.starts import PositionStart, fill_decks
from twingkit.imperium.galaxy.table.abilities import UseOrPass
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.sheet import FactionSheet
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.quiz import question_texts
from twingkit.imperium.texts.fact_names import STRATEGY_CARDS
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.deal import NoQuestion
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import require, require_value
from twingkit.learn.quiz.options import Mistake

LEARNER_SEAT = 0
"""The seat of the learner."""

_HOME_HEXES: Sequence[Hex] = ((0, -2), (2, 0), (-2, 2))
"""The hexes of the three homes on quiz maps, clockwise."""

SIMPLE_FACTIONS = ("sol", "hacan", "letnev", "sardakk", "yssaril")
"""Factions whose abilities ask no additional questions."""

COMMON_UNIT_FACTIONS = ("hacan", "letnev", "sardakk")
"""Factions with the common units, whose abilities do not matter for most questions."""

STARTING_TOKENS = {"tactic": 3, "fleet": 4, "strategy": 2}
"""The command tokens of every player in a scene, unless a question sets others."""

CARDS_BY_GROUP = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
"""The cards in questions, by group."""

_RED_TILES = tuple(number for number, tile in tiles_by_number().items() if tile.kind == "red")
_BLUE_TILES = tuple(number for number, tile in tiles_by_number().items() if tile.kind == "blue")

TableChange = Callable[[GameTable], None]
"""A function that changes a table to what somebody expects who has forgotten a rule."""


def _sample_galaxy(rng: random.Random, factions: Sequence[str], wanted: Sequence[str] = ()) -> Galaxy:
    """Return a random map of nineteen systems with three homes that includes these tiles.

    It avoids adjacent anomalies and adjacent equal wormholes if a few deals are enough for that.
    """
    places = [place for place in spiral(2) if place not in (CENTRE, *_HOME_HEXES)]
    fixed = {CENTRE: MECATOL_TILE} | {
        place: home_or_gate_tile(name).number for place, name in zip(_HOME_HEXES, factions, strict=True)
    }
    for _ in range(30):
        reds = [number for number in _RED_TILES if number not in wanted]
        blues = [number for number in _BLUE_TILES if number not in wanted]
        red = max(0, 4 - sum(number in _RED_TILES for number in wanted))
        chosen = [*dict.fromkeys(wanted), *rng.sample(reds, red)]
        chosen += rng.sample(blues, len(places) - len(chosen))
        rng.shuffle(chosen)
        galaxy = Galaxy.from_tiles(fixed | dict(zip(places, chosen, strict=True)))
        if not map_warnings(galaxy):
            break
    return galaxy


class GalaxyQuizScene:
    """A game of three players on a small random map, to which a quiz question adds the pieces it needs.

    Each player has home planets, a space dock, troops, command tokens and two strategy cards; it is the
    learner's turn in the second round.
    """

    def __init__(
        self,
        rng: random.Random,
        learner_factions: str | Sequence[str] = SIMPLE_FACTIONS,
        tiles: Sequence[str] = (),
        other_factions: Sequence[str] = SIMPLE_FACTIONS,
    ) -> None:
        self.rng = rng
        own = learner_factions if isinstance(learner_factions, str) else rng.choice(learner_factions)
        factions = (own, *rng.sample([name for name in other_factions if name != own], 2))
        self.table = table = GameTable(_sample_galaxy(rng, factions, tiles), 3)
        table.phase, table.round = "action", 2
        cards = rng.sample(STRATEGY_CARDS, 6)
        fill_decks(table, full_decks())
        for seat, (player, name) in enumerate(zip(table.players, factions, strict=True)):
            player.faction = name
            set_up_faction(table, seat)
            table.space[table.home_system(seat)].clear()
            for pool, n in STARTING_TOKENS.items():
                player.add_tokens(pool, n - player.tokens_in_pool(pool))
            player.strategy_cards = dict.fromkeys(sorted(cards[2 * seat : 2 * seat + 2]), False)
        self.set_open_objectives(*rng.sample(list(table.objective_decks[0]), 2))

    # -- set-up

    @property
    def learner_sheet(self) -> FactionSheet:
        """The learner's sheet."""
        return self.table.players[LEARNER_SEAT]

    def place_units_in_space(self, seat: int, system: int, **counts: int) -> None:
        """Place units of a player in the space of a system."""
        for name, count in counts.items():
            self.table.put_units(seat, system, name, count)

    def place_units_on_planet(self, seat: int, planet: str, **counts: int) -> None:
        """Place units of a player on a planet, which the player then controls."""
        self.table.planet_controllers[planet] = seat
        for name, count in counts.items():
            self.table.put_units(seat, planet, name, count)

    def give_planets(self, seat: int, *names: str, ready: bool = True) -> None:
        """Give a player control of planets, `ready` or exhausted."""
        for planet in names:
            self.table.planet_controllers[planet] = seat
            self.table.exhausted_planets -= {planet}
            if not ready:
                self.table.exhausted_planets |= {planet}

    def exhaust_some_planets(self, planets: Iterable[str], chance: float) -> None:
        """Exhaust each of these planets with the probability `chance`."""
        self.table.exhaust_planets([name for name in planets if self.rng.random() < chance])

    def place_tokens(self, seat: int, *systems: int) -> None:
        """Place a player's command tokens in systems."""
        for system in systems:
            self.table.place_token(seat, system)

    def enact_law(self, card: str, elected: str = "") -> None:
        """Put a law into play, with the outcome that was `elected`."""
        self.table.laws = (*self.table.laws, Law(card, elected))
        if self.table.agenda_deck.count(card):
            self.table.agenda_deck.take(card)

    def give_cards(self, seat: int, *cards: str) -> None:
        """Give a player action cards."""
        self.table.players[seat].gain("action_cards", cards)
        for card in cards:
            self.table.action_deck.take(card)

    def give_secrets(self, seat: int, *cards: str) -> None:
        """Give a player secret objectives."""
        self.table.players[seat].gain("secret_objectives", cards)
        for card in cards:
            self.table.secret_deck.take(card)

    def set_open_objectives(self, *cards: str) -> None:
        """Reveal these public objectives, at least two, and no others."""
        table = self.table
        for card in table.open_objectives:
            table.objective_decks[objectives_by_id()[card].stage - 1].shuffle_in(card)
        table.open_objectives = cards
        for card in cards:
            table.objective_decks[objectives_by_id()[card].stage - 1].take(card)
        opened = [objectives_by_id()[card].stage for card in cards]
        table.face_down_objective_counts = (5 - opened.count(1), 5 - opened.count(2))

    def start_turn(self, seat: int, *cards: int) -> None:
        """Make it a player's turn, and give that player these strategy cards if any are named."""
        table = self.table
        table.current = seat
        if cards:
            rest = [number for number in STRATEGY_CARDS if number not in cards]
            self.rng.shuffle(rest)
            for player in table.players:
                own = list(cards) if player.seat == seat else []
                own += [rest.pop() for _ in range(2 - len(own))]
                player.strategy_cards = dict.fromkeys(sorted(own), False)

    # -- places

    @property
    def systems(self) -> range:
        """The indices of all systems."""
        return range(len(self.table.space))

    def tile(self, system: int) -> Tile:
        """Return the tile of a system."""
        return self.table.galaxy.systems[system].tile

    def in_words(self, system: int) -> question_texts.SystemInWords:
        """Return the name of a system with its number and contents."""
        return question_texts.SystemInWords(self.table.tile_number(system))

    def hex_distance(self, system: int, other_system: int) -> int:
        """Return the number of hexes from one system to another."""
        systems = self.table.galaxy.systems
        places = systems[system].place, systems[other_system].place
        assert places[0] is not None
        assert places[1] is not None
        return distance(places[0], places[1])

    def empty_neighbours(self, system: int) -> list[int]:
        """Return the systems beside a system that are no anomalies and have no units in their space."""
        beside = self.table.galaxy.systems_sharing_side[system]
        return [index for index in beside if not self.tile(index).anomaly and not self.table.space[index]]

    def system_of_tile(self, tile_number: str) -> int:
        """Return the index of the system of a tile."""
        return self.table.galaxy.system(tile_number).index

    def is_ordinary(self, system: int) -> bool:
        """True if a system is not a home, an anomaly or Mecatol Rex; it may have wormholes."""
        return self.tile(system).kind in ("blue", "red") and not self.tile(system).anomaly

    def shuffled_ordinary_systems(self, *, min_planet_count: int = 0) -> list[int]:
        """Return the ordinary systems with at least `min_planet_count` planets, in random order."""
        systems = [
            system
            for system in self.systems
            if self.is_ordinary(system) and len(self.tile(system).planets) >= min_planet_count
        ]
        self.rng.shuffle(systems)
        return systems

    def two_adjacent_systems(self) -> tuple[int, int]:
        """Return two adjacent ordinary systems; the second is Mecatol Rex if there is no such pair."""
        here = self.rng.choice(self.shuffled_ordinary_systems())
        near = [*filter(self.is_ordinary, self.table.galaxy.systems_sharing_side[here])]
        return here, self.rng.choice(near or [self.table.mecatol_system])

    def free_planets(self) -> list[str]:
        """Return the planets outside homes that nobody controls, without Mecatol Rex, in random order."""
        names = [
            name
            for name, holder in self.table.planet_controllers.items()
            if holder is None and name != "mr" and planets_by_id()[name].tile != MECATOL_TILE
        ]
        self.rng.shuffle(names)
        return names

    def system_mistakes(self, key: str, *systems: int, rule: str = "") -> dict[str, list[Reason]]:
        """Return wrong options by tile number: for each system, a remark with this key in which the fact
        `place` names the system.
        """
        return {
            self.table.tile_number(system): [question_texts.remark(key, rule, place=self.in_words(system))]
            for system in systems
        }

    # -- playing

    def game(self, *answers: str) -> Game:
        """Return the game that continues from this scene, after these answers; it takes dice rolls and drawn
        cards from answers.

        Nobody uses anything at the start of the turn.
        """
        return _game_after_window(self.table, *answers)

    def game_on_changed_table(self, change: TableChange, *answers: str) -> Game | None:
        """Return the game after these answers on a table that `change` has changed; None if the answers are
        then not possible.
        """
        table = self.table.copy()
        change(table)
        try:
            return _game_after_window(table, *answers)
        except (Refusal, BadAnswer, Fault):
            return None

    def mistakes_on_changed_table(
        self, rule: str, change: TableChange, get_value: Callable[[Game], Hashable | None], *answers: str
    ) -> list[Mistake]:
        """Return the answer that a learner who has forgotten `rule` would give, as a mistake.

        It is what `get_value` returns for the game on the changed table after these answers. The list is
        empty if the answers do not fit there.
        """
        return staging.mistakes_by_forgetting(
            get_value, [(self.game_on_changed_table(change, *answers), rule)]
        )


def scene_with(
    *learner_factions: str, other_factions: Sequence[str] = SIMPLE_FACTIONS
) -> partial[GalaxyQuizScene]:
    """Return a function that deals a scene in which the learner has one of these factions."""
    own = learner_factions[0] if len(learner_factions) == 1 else learner_factions
    return partial(GalaxyQuizScene, learner_factions=own, other_factions=other_factions)


common_unit_scene = scene_with(*COMMON_UNIT_FACTIONS)
"""Deals a scene in which the learner has one of the `COMMON_UNIT_FACTIONS`."""


def game_from_table(table: GameTable) -> Game:
    """Return a game that continues from the state of a table and asks for the results of dice and card
    draws.
    """
    line = position_of_table(table, tuple(player.faction for player in table.players), includes_map=True)
    return Game(PositionStart(line), rolls="ask")


def _game_after_window(table: GameTable, *answers: str) -> Game:
    """Return the game from a table after these answers; nobody uses anything at the start of the turn."""
    game = game_from_table(table)
    staging.answer_while_pending(game, UseOrPass)
    return game.give_answers(*answers)


def game_at_secondary(scene: GalaxyQuizScene, card_number: int, **asked: str) -> Game:
    """Return the game at the point where the learner is asked whether to use the secondary ability of
    strategy card `card_number`.

    The second player uses the card. `asked` are that player's answers by kind of question; without one, the
    player takes nothing if possible, and anything if not. Raises `NoQuestion` if the learner is not asked.
    """
    if scene.table.current != 1 or card_number not in scene.table.players[1].strategy_cards:
        scene.start_turn(1, card_number)
    game = scene.game(f"strategy {card_number}")
    for _ in range(40):
        if staging.is_pending(game, "secondary", LEARNER_SEAT):
            return game
        require(staging.pending(game, TurnChoice) is None)
        answer = asked.get(require_value(game.question).kind) or passing_answer(game)
        if answer is None:
            game.answer_randomly(scene.rng)
        else:
            game.give_answers(answer)
    raise NoQuestion


def answer_by_first_option(game: Game, rng: random.Random, *kinds: str, last_option_kind: str = "") -> Game:
    """Answer the learner's questions of the given `kinds` by their first option, and those of the kind
    `last_option_kind` by their last; return the same game.

    Dice and cards are drawn at random.
    """
    while (question := game.question) is not None:
        if question.is_chance:
            game.answer_randomly(rng)
        elif question.player == LEARNER_SEAT and question.kind in (*kinds, last_option_kind):
            options = list(question.options())
            game.answer(options[-1 if question.kind == last_option_kind else 0])
        else:
            break
    return game


def items_to_choose(game: Game, kind: str) -> list[str]:
    """Return the items that the pending question lists if it is of this kind; empty otherwise."""
    if game.question is None or game.question.kind != kind:
        return []
    return [option.item for option in game.question.options()]


def passing_answer(game: Game) -> str | None:
    """Return the answer to the pending question that does nothing; None if every answer has an effect."""
    if game.question is None:
        return None
    kind = game.question.kind
    texts = ("pass", f"{kind} no", f"{kind} none", "move none", "abstain", "refuse")
    return next((text for text in texts if staging.refusal_of_answer(game, text) is None), None)


def passive_answer(game: Game, rng: random.Random) -> str:
    """Return the answer to the pending question that does nothing, or else its first option; a random one for
    dice and cards."""
    question = game.question
    assert question is not None
    if question.is_chance:
        return question.format_answer(question.random_answer(rng))
    return passing_answer(game) or str(next(iter(question.options())))


def system_question(
    game: Game,
    continuation: Sequence[str] | Game,
    texts: TextByLanguage,
    right: str,
    wrong: Mapping[str, Sequence[Reason]],
    reasons: Iterable[Reason],
    system_text: Callable[[str], TextByLanguage] = question_texts.system_number_texts,
) -> QuizItem | None:
    """Return a question whose options are systems, by the numbers of their tiles."""
    return staging.value_question(game, continuation, texts, right, wrong, system_text, reasons, "system ")


def play_out_battle(game: Game, face_by_seat: Callable[[int], int], only_step: str = "") -> Game:
    """Play the rest of a battle with decisions by policy, or with `only_step` up to the first roll of another
    step; return the same game.

    Every die of a player shows `face_by_seat(seat)`.
    """
    while isinstance(question := game.question, BattleQuestion):
        match question.battle_question:
            case RollDice(step=step) if only_step and step != only_step:
                break
            case RollDice(volley=volley):
                game.answer(volley.result_of([face_by_seat(question.player)] * volley.count))
            case QuestionWithDefault() as asked:
                game.answer(asked.default_answer())
    return game
