"""The state of the teacher beside a first game: the rules to explain, to ask again, and already met."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from twingkit import Game
from twingkit.core.games import GameEntry
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.first_game import met_rules
from twingkit.learn.first_game.briefing import QuestionBriefing, RuleToExplain, choose_briefing
from twingkit.learn.first_game.consequence import first_ruling_after, sample_consistent_games
from twingkit.learn.first_game.first_game import FirstGameSettings, first_game_settings
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.progress import ProgressError
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.saved_progress import saved_ledger, with_ledger
from twingkit.learn.quiz.tally import LedgerError
from twingkit.learn.reviews.answers import seat_name
from twingkit_widgets.learn.first_game.questions import PracticeQuestions
from twingkit_widgets.learn.lesson.views import lesson_pictures_of
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.practice.view import QUIZ_CSS
from twingkit_widgets.panel.address.addresses import page_name_of
from twingkit_widgets.panel.address.query import BACK_PARAMETER
from twingkit_widgets.panel.views import views_of
from twingkit_widgets.panel.visitor_clock import visitor_day
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first
from twingkit_widgets.table.play.match import FORCED, Match
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.player_view import PlayerView

CSS = Path(__file__).with_name("first_game.css").read_text(encoding="utf-8")
"""The style of the teacher's parts."""

MET_MEMORY, PRACTICE = "met", "practice"
"""The names of the browser data with the rules met, and with the practice ledger."""

AnswerPath = tuple[str | tuple[int, str], ...]
"""The reason of a pause ("" for none), followed by the answers that led to it."""

QUESTIONS_BETWEEN_REPEATS = 6
"""The number of the game's questions between two repeated practice questions, and before the first."""

MAX_FREQUENT_RULES = 10
"""The largest number of often-asked rules that are explained at the end if they did not come up."""

_MAX_PREVIEWED_ANSWERS = 12
"""The largest number of options whose effects are computed by trying them."""


class TeacherState:
    """The state of the teacher, which explains rules beside a first game; `day` is the day number for the
    practice record (default: today).
    """

    def __init__(self, entry: GameEntry, panel: MatchPanel, day: int | None = None) -> None:
        self.entry, self.panel = entry, panel
        self.settings: FirstGameSettings = first_game_settings(entry)
        self.repeated_announcements = self.settings.repeated_announcements
        self._day = day
        self.course = course_of(entry.id)
        views = lesson_pictures_of(entry.id) if self.course else None
        self._course_name = views.memory_name if views else ""
        self.memory_traits: Mapping[str, str] = {
            MET_MEMORY: MET_MEMORY,
            PRACTICE: "ledger",
            **({self._course_name: "course"} if self._course_name else {}),
        }
        self.css = f"{CSS}{QUIZ_CSS}{views_of(entry.id).css}{pictures_of(entry.id).css}"
        self.met_rules, self.ledger, self._taught = met_rules.FirstGameProgress(), Ledger(()), set[str]()
        self.fault_by_memory: dict[str, Exception] = {}
        """The faults in browser data, by name."""
        self.briefing = QuestionBriefing()
        self.has_left_first_screen = False
        """True once the first screen was left."""
        self.questions = PracticeQuestions(entry.id, self.record_practice_answer, lambda: self.player_count)
        page = page_name_of(entry.id, "first")
        self.back_query: Mapping[str, str] = {BACK_PARAMETER: page} if page else {}
        """The parameter that makes a linked page show a link back to the game."""
        self.label_by_rule: Mapping[str, str] = {}
        """The label of the first answer that each rule forbids now."""
        self._rulings: dict[str, Ruling | None] = {}
        self._worlds: tuple[Game, ...] = ()
        self._place, self._at, self._asked, self._turn, self._ended = -1, self._answer_path(), 0, -1, False
        self._told: dict[str, None] = {}
        self._waited: tuple[RuleToExplain, ...] = ()
        self._match: Match | None = None
        self._taken_up = False
        self._left: dict[AnswerPath, QuestionBriefing] = {}
        self._asked_back: set[str] = set()

    @property
    def player_count(self) -> int:
        """The number of players of the game on the page."""
        return int(self.panel.match.settings.seat_count)

    def say(self, key: str, **facts: object) -> str:
        """Return the text `key` of the teacher, with `facts` filled in."""
        return WORDS.say(key, **facts)

    # -- known rules

    @property
    def known_rules(self) -> set[str]:
        """The rules that need no explanation: explained before, taught by the course, or answered right in
        practice.
        """
        return {*self.met_rules.rules, *self._taught, *met_rules.rules_answered_right(self.ledger)}

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load saved browser data. Unreadable data is left unchanged, and nothing is added to it."""
        try:
            self._load(memory_name, saved_text)
        except (Fault, LedgerError, ProgressError) as fault:
            self.fault_by_memory[memory_name] = fault
        else:
            self.fault_by_memory.pop(memory_name, None)
            self.panel.set_trait(self.memory_traits[memory_name], saved_text)
        if self._answer_path() not in self._left:
            self._choose()

    def _load(self, name: str, text: str) -> None:
        if name == MET_MEMORY:
            self.met_rules = met_rules.FirstGameProgress.parse(text)
        elif name == PRACTICE:
            self.ledger = saved_ledger(text, self.entry.id)
        else:
            self._taught = met_rules.rules_of_done_lessons(self.course, text)

    def save_met_rules(self) -> None:
        """Save which rules were explained, unless the saved data cannot be read."""
        if MET_MEMORY not in self.fault_by_memory:
            self.panel.set_trait(MET_MEMORY, self.met_rules.text)

    def record_practice_answer(
        self, name: str, right: bool, rules: tuple[str, ...], option_index: int | None
    ) -> None:
        """Record the answer to a practice question."""
        if PRACTICE not in self.fault_by_memory:
            text = getattr(self.panel, self.memory_traits[PRACTICE])
            self.ledger = saved_ledger(text, self.entry.id)
            self.ledger.record_answer(name, right, rules, visitor_day(self._day), option_index)
            kept = with_ledger(text, self.entry.id, self.ledger)
            self.panel.set_trait(self.memory_traits[PRACTICE], kept)

    # -- explanations

    def on_question(self) -> None:
        """Handle a new question: count the rules explained with the previous question as known, and choose
        the rules to explain now.
        """
        game, path = self.panel.match.game, self._answer_path()
        if self.panel.match is not self._match:  # another or a resumed game
            self._match, self._left, self._told, self._ended = self.panel.match, {}, {}, game.over
            self._match.is_first_game = True
            self._waited, self._taken_up = self._unexplained_rules(), self.panel.match.can_undo
            self.has_left_first_screen = bool(self.panel.state)
        elif len(game) > self._place or (path[1:] == self._at[1:] and path != self._at):  # or after a pause
            self._left[self._at] = self.briefing
            self._told |= dict.fromkeys(self.briefing.rule_ids)
            self._waited = self.briefing.postponed_rules
            self.met_rules.add_rules(self.briefing.rule_ids)
            self.save_met_rules()
            self._asked += 1
        elif len(game) < self._place:
            self._waited = ()  # undone
        self._place, self._at, self._rulings = len(game), path, {}
        self.has_left_first_screen = (
            self.has_left_first_screen or self.panel.match.can_undo
        ) and self.panel.match.pause_reason != "start"
        if game.over and not self._ended:
            self._ended = True
            self._end()
        elif not game.over:
            self._ended = False
        if path in self._left:  # undone: the same question again
            self.briefing = self._left[path]
            return
        self._choose()
        if self._between_turns() and (self.briefing.is_unprompted or not self.briefing.rules_to_explain):
            self._ask_back()

    def _answer_path(self) -> AnswerPath:
        match = self.panel.match
        return (match.pause_reason, *((entry.player, entry.answer) for entry in match.game.transcript))

    def _unexplained_rules(self) -> tuple[RuleToExplain, ...]:
        """Return the rules that acted without an explanation in a resumed game, the latest first."""
        match, known = self.panel.match, self.known_rules
        before = match.rulings[: match.first_new_ruling] if match.can_undo else []
        latest = {ruling.rule: ruling for ruling in before if ruling.rule not in known}
        rules = sorted(latest.values(), key=before.index, reverse=True)
        fresh = [ruling for ruling in rules if not self.settings.is_unexplained(ruling.rule)]
        return tuple(RuleToExplain(ruling.rule, ruling) for ruling in fresh)

    def _end(self) -> None:
        """Handle the end of the game.

        Rules used without an explanation are listed, but do not count as met: they stay listed when the end
        is seen again, and are explained in the next game.
        """
        self.met_rules.add_finished_game(self.entry.id)
        self.save_met_rules()

    def _between_turns(self) -> bool:
        """True if a turn has begun since the last question or, in a game without turns, another player has
        answered since.
        """
        match = self.panel.match
        last, self._turn = self._turn, match.play_design.turn_or_round_number(match.game)
        if self._turn:
            return self._turn != last
        asked = [entry.question for entry in match.game.entries(match.last_own_answer_index() or 0)]
        return any(question.player != match.seat and not question.is_chance for question in asked)

    def _choose(self) -> None:
        match, self.briefing = self.panel.match, QuestionBriefing()
        if match.game.over or (match.question is None and match.pause_reason == "start"):
            return
        player_view = self.panel.player_view()
        rulings = player_view.visible_rulings[player_view.first_new_ruling :]
        question, book = match.question, player_view.book
        refusals = [] if question is None else self._refusals(player_view)
        early = partial(self.settings.is_rule_too_early, player_view.view)
        known, waited = self.known_rules, self._waited
        self.briefing = choose_briefing(
            self.settings, book, question, rulings, refusals, known, waited, is_early=early
        )

    def _refusals(self, player_view: PlayerView) -> list[Refusal]:
        groups = player_view.play_design.answer_groups(player_view.question, player_view)
        barred = [
            (offer.refusal, offer.label) for group in groups for offer in group.buttons if offer.refusal
        ]
        self.label_by_rule = {refusal.rule: label for refusal, label in reversed(barred)}
        return [refusal for refusal, _ in barred]

    def on_refusal(self, refusal: Refusal) -> None:
        """Handle a refusal of the learner's answer: the page shows the reason, and the rule counts as met
        unless only the form of the answer was wrong.
        """
        if self.settings.is_unexplained_refusal(refusal):
            return
        self._told[refusal.rule] = None
        self.met_rules.add_rules([refusal.rule])
        self.briefing = QuestionBriefing(
            tuple(remark for remark in self.briefing.rules_to_explain if remark.rule != refusal.rule)
        )
        self.save_met_rules()

    def answer_note(self, player_view: PlayerView, answer: str, has_no_title: bool) -> str:
        """Return the game's note on the effect of an answer; for an answer without a title, otherwise the
        ruling that would follow it.
        """
        said = self.settings.answer_text(answer)
        if said or not has_no_title or player_view.play_design.is_passing_answer(answer):
            return said
        if answer not in self._rulings:
            if not self._rulings:
                self._worlds = sample_consistent_games(player_view.match.game)
            worlds = self._worlds if len(self._rulings) < _MAX_PREVIEWED_ANSWERS else ()
            self._rulings[answer] = first_ruling_after(worlds, answer)
        ruling = self._rulings[answer]
        return "" if ruling is None else player_view.match.phrase_for_person(ruling).text()

    def shows_forbidden_answer(self, player_view: PlayerView, refusal: Refusal) -> bool:
        """Return whether a forbidden answer is displayed, which needs a rule that the learner already knows
        or that already matters.
        """
        is_early = self.settings.is_rule_too_early(player_view.view, refusal.rule)
        return not is_early or refusal.rule in self.known_rules

    def automatic_answer(self, game: Game) -> str:
        """Return the answer that is given automatically for the learner; "" to ask the learner."""
        return self.settings.automatic_answer(game)

    def automatic_answer_case(self, game: Game) -> str:
        """Return the key of the reason for the automatic answer, as the game defines it; "" if there is only
        one possible reason.
        """
        return self.settings.automatic_answer_case(game)

    def automatic_answer_text(self, question_kind: str, result: str = "") -> str:
        """Return the sentence about an automatic answer to a kind of question, with its `result`: the game's
        text or a default one; "" for a pass without a text.
        """
        texts = self.settings.automatic_answer_texts.get(question_kind)
        if texts:
            return texts[self.panel.lang]
        if question_kind.endswith(FORCED):
            return ""
        return self.say("taken.happened", happened=result) if result else self.say("taken.only")

    def why_opponents_held_back(self) -> dict[str, str]:
        """Map each sentence about an opponent's deliberately weaker action to a remark on it; empty after the
        game and before the learner's first answer.
        """
        match, remarks = self.panel.match, dict[str, str]()
        if match.game.over or not match.can_undo:
            return remarks
        for seat, since in sorted(match.weaker_actions.items()):
            who = capitalize_first(seat_name(match.game, seat))
            sentences = (ruling.text() for ruling in match.rulings[since:])
            if action := next((sentence for sentence in sentences if sentence.startswith(who)), ""):
                remarks[action] = self.say("held_back", who=who)
        return remarks

    # -- questions asked again

    def _ask_back(self) -> None:
        if (
            self._asked < QUESTIONS_BETWEEN_REPEATS
            or self.panel.match.game.over
            or self.questions.open_question is not None
        ):
            return
        for rule, home in met_rules.question_kind_by_missed_rule(self.ledger).items():
            if rule not in self._asked_back and self.questions.ask_about_missed_rule(rule, home):
                self._asked_back.add(rule)
                self._asked = 0
                return

    def rules_explained_now(self) -> tuple[RuleToExplain, ...]:
        """Return the rules explained at the pending question, the most important first."""
        return self.briefing.rules_to_explain

    def met_rule_ids(self) -> list[str]:
        """Return, without repetitions, the ids of the rules that came up for the learner in this game through
        rulings, components, questions or explanations.
        """
        match = self.panel.match
        acted = [ruling.rule for ruling in match.rulings]
        gained = (
            *self.settings.acquired_rules(match.game, match.seat),
            *self.settings.displayed_rules(match.game),
        )
        questions = [entry.question for entry in match.game.transcript if entry.question.player == match.seat]
        asked = [question.rule for question in questions if question.rule and not question.is_chance]
        met = [
            rule for rule in self.met_rules.rules if self._taken_up and rule in match.game.start.rulebook()
        ]
        return list(dict.fromkeys([*acted, *gained, *asked, *self._told, *met]))

    @property
    def unexplained_rules(self) -> tuple[str, ...]:
        """The rules that acted in this game without an explanation, by the teacher or on the table."""
        game = self.panel.match.game
        known, book = {*self.known_rules, *self.settings.displayed_rules(game)}, game.start.rulebook()
        came_up = (rule for rule in self.met_rule_ids() if rule in book and rule not in known)
        return tuple(rule for rule in came_up if not self.settings.is_unexplained(rule))

    @property
    def unmet_frequent_rules(self) -> tuple[str, ...]:
        """The often-asked rules that did not come up in this game and are not known."""
        met = {*self.known_rules, *self.met_rule_ids(), *self.settings.first_screen_rules}
        book = self.panel.match.game.start.rulebook()
        often = (rule for rule in self.settings.frequent_rules if rule in book and rule not in met)
        return tuple(rule for rule in often if not self.settings.is_unexplained(rule))[:MAX_FREQUENT_RULES]

    def address(self) -> dict[str, str]:
        """Return the number of players as a query parameter; empty for the smallest number and for numbers
        without a prepared deal.
        """
        count, (_, *larger) = self.player_count, sorted(self.settings.deals)
        return {"players": str(count)} if count in larger else {}


WORDS = PanelTexts(Path(__file__).with_name("first_words.toml"))
"""The teacher's texts for any game."""
