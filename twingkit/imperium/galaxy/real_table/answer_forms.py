"""The answers at a real table of Twilight Imperium, with `…` where words follow, and those that depend on
hidden hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.battle.rules.questions import Play
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.agenda.voting import ABSTAIN, CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table.abilities import UseOrPass, abilities
from twingkit.imperium.galaxy.table.command_tokens import Pools
from twingkit.imperium.galaxy.table.drawing import CardDraw
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice, TakesOffers
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleDice, BattleQuestion
from twingkit.imperium.galaxy.tactical.invasion import Commit
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.trade.transactions import BARGAINS
from twingkit.referee.ways import OPEN

MAX_LISTED = 300
"""The largest number of answers of a battle that are looked at."""

MAX_BUTTONS = 12
"""More answers than these are chosen word by word."""

DISCARD = "discard"
"""The kind of the questions for an action card that is discarded."""

UNSEEN_DRAWS = ("action", "secret", "look")
"""The draws whose cards only their player sees: action cards, secret objectives, agendas."""

UNSEEN = ("return", "given", "agenda")
"""The kinds of questions whose answers only some players see."""


def answer_forms(game: Game, question: Question, cards: frozenset[str]) -> Iterator[str] | None:
    """The answers to a question, `…` where words follow."""
    if isinstance(question, TurnChoice):
        return _turn(question)
    if isinstance(question, UseOrPass):
        own = (ability for ability in question.offered if ability.source != "action_card")
        return (ability.answer for ability in own)
    if isinstance(question, BattleQuestion):
        return _battle(question)
    if isinstance(question, Move | Commit | Build | Bombard):
        none = f"{question.kind} {NONE}"
        return (
            answer
            for answer in (f"{question.kind} {OPEN}", none)
            if answer != none or _matches(question, none)
        )
    if isinstance(question, Pay | Pools):
        return iter((f"{question.kind} {OPEN}",))
    if isinstance(question, CastVotes):
        return iter((f"vote {OPEN}", ABSTAIN))
    return _listed(game, question)


def _matches(question: Question, answer: str) -> bool:
    return question.refusal(question.parse_answer(answer)) is None


def _turn(question: TurnChoice) -> Iterator[str]:
    """The actions of a turn: strategy cards, open choices, and the first words of all others."""
    listed = list(question.options())
    yield from (answer for answer in listed if answer.startswith("strategy "))
    if any(answer.startswith("activate ") for answer in listed):
        yield f"activate {OPEN}"
    if question.table.players[question.player].action_cards:
        yield f"play {OPEN}"
    action_cards = {ability.answer for ability in abilities().values() if ability.source == "action_card"}
    yield from (
        answer for answer in listed if answer.startswith(("play ", "use ")) and answer not in action_cards
    )
    yield f"offer {OPEN}"
    yield from (answer for answer in listed if answer == "pass")


def _battle(question: BattleQuestion) -> Iterator[str]:
    """The technologies and abilities that are played, a retreat; dice and losses word by word."""
    asked = question.asked
    if isinstance(asked, Play):
        effect = asked.use.effect
        yield from (f"play {effect.id}",) if effect.source != "action" else ()
        return
    if isinstance(question, BattleDice):
        yield f"roll {OPEN}"
        return
    yield from _few(question, list(map(question.format_answer, islice(question.options(), MAX_LISTED))))


def _listed(game: Game, question: Question) -> Iterator[str] | None:
    """The answers of a list; cards that nobody else sees, and long lists, word by word."""
    if question.kind in UNSEEN or (isinstance(question, CardDraw) and question.name in UNSEEN_DRAWS):
        return iter(())
    if question.kind in ("draw", "discard", "card"):
        return iter((f"{question.kind} {OPEN}",))
    if question.kind == "score":
        return _scores(game.table, question)
    if not isinstance(question, ItemChoice):
        return None
    return _few(question, list(question.options()))


def _few(question: Question, answers: list[str]) -> Iterator[str]:
    """The answers, or where they are many the first words of all."""
    if len(answers) <= MAX_BUTTONS:
        yield from answers
        return
    yield from dict.fromkeys(f"{answer.split()[0]} {OPEN}" for answer in answers)


def _scores(table: GameTable, question: Question) -> Iterator[str]:
    """The open objectives that can be scored, a secret one, or none."""
    secret = {card for player in table.players for card in player.secrets}
    yield from (answer for answer in question.options() if answer.removeprefix("score ") not in secret)
    yield f"score {OPEN}"


def players_with_equal_cards(game: Game) -> Iterator[int]:
    """Yield the player who is asked to discard a card, if the hand may contain only equal cards.

    Equal cards are discarded without a question (IM-ASK-1).
    """
    table, question = game.table, game.question
    if not isinstance(question, ItemChoice) or question.kind not in (DISCARD, "card"):
        return
    held = table.players[question.player].action_cards
    hidden = Counter(card for player in table.players for card in player.action_cards)
    enough = any(table.action_deck.count(card) + number >= len(held) for card, number in hidden.items())
    if enough and set(question.choices) == set(held):
        yield question.player


def _discarded_without_question(game: Game) -> Iterator[int]:
    """The players whose equal action cards were discarded without a question by the last answer; with
    different cards they would have been asked.
    """
    if not len(game):
        return
    (entry,) = game.entries(len(game) - 1)
    cards = Counter(
        SEATS.index(ruling.facts["side"])
        for ruling in entry.rulings
        if ruling.case == "discarded" and ruling.facts["card"] in abilities()
    )
    for seat, number in cards.items():
        unasked = number - (entry.kind == DISCARD and entry.player == seat)
        if unasked and unasked + len(game.table.players[seat].action_cards) > 1:
            yield seat


def answers_of_hidden_hands(game: Game) -> Iterator[tuple[int, str]]:
    """Yield the answers that are possible with other hands: an action card in any window, a secret objective,
    different cards to discard.
    """
    table: GameTable = game.table
    question = game.question
    if table.phase == "setup":
        return
    for seat in _discarded_without_question(game):
        yield seat, f"{DISCARD} {OPEN}"
    for player in table.players:
        asked = isinstance(question, TakesOffers) and question.player == player.seat
        if player.action_cards and not player.eliminated:
            yield player.seat, f"play {OPEN}"
        if player.secrets and not player.eliminated:
            yield player.seat, f"score {OPEN}"
        if table.has_effect(BARGAINS, player.seat) and asked and not isinstance(question, TurnChoice):
            yield player.seat, f"offer {OPEN}"
