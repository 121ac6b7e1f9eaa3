"""Both fleets of a battle in play, as the person sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twingkit.core.play import Game, TranscriptEntry
from twingkit.core.rulebook import Rulebook, Ruling
from twingkit.imperium.battle.best_player import SideOdds
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.address_reader import address_as_you, side_words_for_reader
from twingkit.imperium.battle.rules.dice.volley import FACES
from twingkit.imperium.battle.rules.force import ForcePair
from twingkit.imperium.battle.rules.losses.combat_hits import force_after_losses
from twingkit.imperium.battle.rules.questions import AssignHits, PlayEffect, RollDice
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.rules.target import NO_TARGET, ChooseTarget
from twingkit.imperium.battle.side_knowledge import (
    enemy_secret_answer_index,
    hidden_enemy_cards,
    reveals_hidden_card,
)
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.pictures import fleets
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.play.battle.chances import odds_from_here, seat_odds
from twingkit_widgets.imperium.play.battle.losses import ChosenLosses
from twingkit_widgets.imperium.play.battle.stage import battle_stages
from twingkit_widgets.panel.sentences import catalogue_sentence
from twingkit_widgets.table.play.all_seats import AnswerSentence
from twingkit_widgets.table.play.headline import EventSentence
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import PlayFault

_STAGES_ABOUT_LAST_DICE = ("cannon", "barrage", "roll", "assign")
"""The stages in which questions about effects refer to the last dice."""


def decision_text(entry: TranscriptEntry, rules: Callable[[], Rulebook] = rulebook) -> str:
    """Return a side's decision in a sentence, with names from the `rules`; "" if the answer needs none."""
    key, facts = "", dict[str, object]()
    match entry.question, entry.act:
        case _, acts.Stay():
            key = "step.stays"
        case PlayEffect() as question, acts.Play():
            key, facts = "step.play", {"effect": rulebook()[question.rule].title()}
        case ChooseTarget() as question, int(index) if index != NO_TARGET:
            key, facts = "step.target", {"unit": unit_name(question.units[index])}
        case AssignHits() as question, taken:
            losses = ChosenLosses.from_taken(taken).text(question.assignments.roster)
            key, facts = "step.assigns", {"losses": losses}
    return catalogue_sentence(fleets.WORDS, rules(), key, entry.seat, **facts) if key else ""


class FleetsView:
    """A battle in play, showing only what the person knows; a person who plays both sides (`own` is None)
    sees everything.

    The dice of a step stay on the table while the person looks at them and is asked about their result.
    """

    def __init__(self, game: Game, own: int | None, shown_from: int = 0, match: Match | None = None) -> None:
        """View a game from a seat; everything after answer number `shown_from` is new.

        Changing a die needs a `match`.
        """
        self.game, self.own, self.shown_from, self.match = game, own, shown_from, match
        self._cards = () if own is None else hidden_enemy_cards(game, own)
        self._secret = -1 if own is None else enemy_secret_answer_index(game, own)

    @property
    def table(self) -> BattleTable:
        """The table of the battle now, as the rules keep it."""
        table: BattleTable = self.game.table
        return table

    @property
    def forces(self) -> ForcePair:
        """The forces of both sides as the person sees them; units already given up are gone.

        For a person who plays both sides, units that the first side has given up are already gone while the
        second side is asked about the hits of the same moment.
        """
        first, second = self.table.state
        question = self.game.question
        if self.own is None and question and enemy_secret_answer_index(self.game, question.player) >= 0:
            (entry,) = self.game.entries(len(self.game) - 1)
            if entry.player == 0:
                return force_after_losses(first, entry.act), second
            return first, force_after_losses(second, entry.act)
        return first, second

    def forces_before_news(self) -> ForcePair:
        """Return the forces of both sides before the answers that are new to the person."""
        if self.shown_from >= len(self.game):
            return self.table.state
        game = self.game.copy()
        game.undo(len(game) - self.shown_from)
        state: ForcePair = game.table.state
        return state

    # -- dice

    def latest_rolls(self) -> list[fleets.RollInRecord]:
        """The latest rolls, shown together, whatever the pending question is about."""
        return fleets.latest_rolls(self.game, keeps_last_round=self.own is not None)

    def rolls_on_table(self) -> list[fleets.RollInRecord]:
        """The dice on the table now; none if the question is about something else."""
        throws = self.latest_rolls()
        looked_at = self.own is None or self.match is None or bool(self.match.pause_reason) or self.game.over
        return throws if looked_at or not _is_about_other_dice(self.game, throws) else []

    def pending_roll(self) -> RollDice | None:
        """The roll that the person is asked for, if any."""
        question = self.game.question
        wanted = self.match is not None and not self.match.pause_reason
        return (
            question
            if wanted and isinstance(question, RollDice) and self.own in (None, question.player)
            else None
        )

    def die_face(self, answer_index: int, die: int) -> int:
        """Return the face of die number `die` (from 0) in the roll that is answer number `answer_index` (from
        0) of the record.

        Raises `PlayFault` if there is no such die.
        """
        faces = self._cast(answer_index).result.faces
        if not 0 <= die < len(faces):
            raise PlayFault("no_place")
        return faces[die]

    def _cast(self, throw: int) -> fleets.RollInRecord:
        for cast in self.latest_rolls():
            if cast.answer_index == throw:
                return cast
        raise PlayFault("no_place")

    def answer_with_face(self, answer_index: int, die: int, face: int) -> str:
        """Return the answer number `answer_index` (from 0) of the record, a roll, changed so that its die
        number `die` (from 0) shows `face`.

        Raises `PlayFault` if there is no such roll, die or face.
        """
        self.die_face(answer_index, die)
        if face not in FACES:
            raise PlayFault("no_place")
        cast = self._cast(answer_index)
        faces = list(cast.result.faces)
        faces[die] = face
        return cast.question.format_answer(cast.volley.result_of(faces))

    def win_chance_if_face(self, answer_index: int, die: int, face: int) -> float:
        """Return the person's chance to win if a die had shown `face`.

        The computer has then answered and no further dice are thrown. For a person who plays both sides it is
        the attacker's chance right after the roll. Raises the same errors as `answer_with_face`, and
        `WalkBudgetError` if that takes too much work.
        """
        thrown = self.answer_with_face(answer_index, die, face)
        if self.own is None:
            game = self.game.what_if(answer_index, thrown)
            found: Odds | SideOdds | WalkBudgetError | None = odds_from_here(game.record)
        else:
            assert self.match is not None
            game = self.match.game_played_on_after_result(answer_index, thrown)
            found = seat_odds(game.record, self.own)
        if isinstance(found, WalkBudgetError):
            raise found
        odds = found.odds if isinstance(found, SideOdds) else found
        return odds.win if odds else float(game.result.winner == (self.own or 0))

    # -- events

    def opening_notes(self) -> list[EventSentence]:
        """Return the sentences before the first answer, each once: notes on the battle, and early rulings."""
        return _without_repeats(self._with_rulings([], self.game.opening_rulings))

    def events_since(self, first: int) -> list[EventSentence]:
        """Return the events of the answers from `first` on, limited to those the person knows.

        The following rulings describe the losses.
        """
        sentences: list[EventSentence] = []
        for entry in self.game.entries(first):
            new = self._with_rulings(self._decisions(entry), entry.rulings)
            last = sentences[-1] if sentences else None
            if new and isinstance(last, AnswerSentence) and isinstance(last.entry.question, AssignHits):
                sentences.pop()
            sentences += new
        return _without_repeats(sentences)

    def _decisions(self, entry: TranscriptEntry) -> list[EventSentence]:
        """Return a side's decisions that no ruling mentions, except secrets and staying in a fight."""
        question = entry.question
        said = (ruling.rule for ruling in entry.rulings)
        if question.rule in said if isinstance(question, PlayEffect) else entry.rulings:
            return []
        if self.own is not None and entry.act == acts.STAY:
            return []
        secret = self._secret >= 0 and self.game.transcript[self._secret] == entry
        if (secret and entry.player != self.own) or not decision_text(entry):
            return []
        return [AnswerSentence(lambda given: decision_text(given, self._rules), entry)]

    def _with_rulings(self, given: list[EventSentence], rulings: Sequence[Ruling]) -> list[EventSentence]:
        if self.own is None:
            return [*given, *rulings]
        known = [ruling for ruling in rulings if not reveals_hidden_card(ruling, self._cards, self.own)]
        return [*given, *(address_as_you(ruling, self.own, "computer") for ruling in known)]

    def _rules(self) -> Rulebook:
        """Return the rulebook that calls the person "you" and the other side the computer."""
        return (
            rulebook()
            if self.own is None
            else rulebook().for_reader(side_words_for_reader(self.own, "computer"))
        )


def _without_repeats(sentences: list[EventSentence]) -> list[EventSentence]:
    kept: dict[str, EventSentence] = {}
    for said in sentences:
        kept.setdefault(said.text("en"), said)
    return list(kept.values())


def _is_about_other_dice(game: Game, throws: list[fleets.RollInRecord]) -> bool:
    """Return whether the pending question is not about these dice."""
    question = game.question
    if not throws or question is None:
        return False
    match question:
        case RollDice():
            return not fleets.are_rolls_shown_together(throws[-1].question, question)
        case AssignHits():
            return False
        case PlayEffect():
            stage = battle_stages(question, game.table, throws[-1].question).current_stage
            return stage not in _STAGES_ABOUT_LAST_DICE
    return True


def has_unseen_dice(game: Game, seat: int, seen_answers: int) -> bool:
    """Return whether the person at `seat` has not yet seen the latest dice although the pending question is
    about something else.

    The person has seen everything up to answer number `seen_answers`.
    """
    throws = fleets.latest_rolls(game)
    if not _is_about_other_dice(game, throws):
        return False
    last = throws[-1].answer_index + 1
    answered = any(entry.player == seat for entry in game.transcript[last:])
    return not answered and seen_answers < last


def fleets_view(player_view: PlayerView) -> FleetsView:
    """Return the view of the battle in play, limited to what the person may know."""
    match = player_view.match
    if match.plays_all_seats:
        return FleetsView(match.game, None, max(0, len(match.game) - 1), match)
    return FleetsView(
        match.game, match.seat, max(match.last_own_answer_index() or 0, match.seen_answer_count), match
    )
