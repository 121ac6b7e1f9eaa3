"""The state of a real table and a person's actions: taps become lines of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import traitlets

from twingkit import Game
from twingkit.core.games import game_by_id
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.record import SHOWS, UNKNOWN, RecordError, parse_record
from twingkit.core.rulebook import NamesByLanguage, Ruling
from twingkit.core.slices import Slices
from twingkit.core.variants.house_rules import (
    address_variant_line,
    includes_all_house_rules,
    variant_in_force,
)
from twingkit.referee import Referee, answer_templates
from twingkit.referee.referee_rules import referee_rules_of_game
from twingkit.referee.typed_line import TypedLine
from twingkit_widgets.panel.game_panel import GamePanel
from twingkit_widgets.panel.house_rules_words import variant_name
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.panel import CSS, error_explanation
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.panel.views import views_of
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("referee_words.toml"))
"""The texts of the page for any game."""


NAMES = "names"
"""The first word of the first line of a saved table: the names of the people follow, separated by tabs."""

_HOUSE_RULES_OPTION = "house"

MAX_NAME_LENGTH = 24
"""The largest number of characters shown of a name."""


class _PersonName(str):
    """A person's name that replaces a seat in a ruling."""

    __slots__ = ()

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the name, in the genitive if `form` asks for it."""
        return WORDS.say("whose", name=str(self)) if form == "gen" else str(self)


def _with_names(ruling: Ruling, name_by_seat: Mapping[str, str]) -> Ruling:
    def named(fact: object) -> Any:  # a fact of any type
        if isinstance(fact, tuple | list):
            return [named(part) for part in fact]
        return _PersonName(name_by_seat[fact]) if isinstance(fact, str) and fact in name_by_seat else fact

    return attrs.evolve(ruling, facts={name: named(fact) for name, fact in ruling.facts.items()})


class _TableFault(CatalogueFault):
    catalogue = WORDS


@attrs.frozen(eq=False)
class _PendingWork:
    """A long task done in slices: checking a typed line, or opening a record for the people `names` (None for
    a line).

    `text` is the line or the record, `progress_text` a sentence for the page; opening a record returns its
    `Referee`.
    """

    text: str
    progress_text: str
    slices: Slices[Referee | None]
    names: tuple[str, ...] | None = None


class RealTablePanel(GamePanel):
    """Base class of the panel for a game at a real table: its state and actions, without HTML.

    The browser keeps `saved_table`: the names of the people and the record.
    """

    MEMORY_TRAITS: Mapping[str, str] = {}

    saved_table = traitlets.Unicode(help="the players' names and the record")

    def __init__(self, game: str, lang: str | None = None) -> None:
        self.game_entry = game_by_id(game)
        self.views = views_of(game)
        self.referee_rules = referee_rules_of_game(game)
        self.MEMORY_TRAITS = {f"{game}-referee": "saved_table"}
        self._css = CSS + self.views.css + Path(__file__).with_name("referee.css").read_text("utf-8")
        self.table: Referee | None = None
        self.person_names: tuple[str, ...] = ()
        self.answer_templates: list[answer_templates.AnswerTemplate] = []
        self.showing_seats: list[int] = []
        self.possibly_asked_seats: list[int] = []
        self.chosen_template: answer_templates.AnswerTemplate | None = None
        self.chosen_cards: tuple[str, ...] = ()
        self.letter = ""
        self.pasted_text = self.typed_text = ""
        self.first_news_line = 0
        """The number of lines before the last input."""
        self.alert_text = ""
        self.paste_error: RecordError | None = None
        """The error in the pasted record, if the lines before it are valid."""
        self.pending_work: _PendingWork | None = None
        self.unfinished: UnfinishedError | None = None
        self.asks_to_confirm = self.shows_slow_odds = False
        super().__init__(lang=lang)

    def _current_game(self) -> Game | None:
        return None if self.table is None else self.table.sample_game

    @property
    def record(self) -> str:
        """The typed record, with `?` for unknown cards; "" before the table is set up.

        In `game` some card stands for each unknown one.
        """
        return "" if self.table is None else self.table.record

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Start to restore the table that the browser has saved.

        An invalid text is reported and put into the field for records; the browser keeps it.
        """
        head, _, record = saved_text.partition("\n")
        if saved_text:
            word, *names = head.split("\t")
            self.saved_table, self.pasted_text = saved_text, record if word == NAMES else saved_text
            try:
                self._begin_opening(self.pasted_text, names)
            except (Refusal, ValueError) as why:
                self.alert_text = " ".join(map(str, error_explanation(why)))
        self.refresh()

    @property
    def rules_options(self) -> tuple[str, ...]:
        """The ids of the rule presets that the visitor can choose from, the house rules first, without
        duplicates.

        A game with several forms plays each of them under the house rules.
        """
        house = variant_in_force(self.game_entry.id) if self.referee_rules.make_setup_lines is None else None
        if house is None:
            return self.referee_rules.preset_names
        presets = self.game_entry.load("variants").presets()
        others = (name for name in self.referee_rules.preset_names if presets.get(name) != house)
        return (_HOUSE_RULES_OPTION, *others)

    def rules_title(self, preset_id: str) -> str:
        """Return the title of one of the presets in `rules_options`."""
        house = variant_in_force(self.game_entry.id) if preset_id == _HOUSE_RULES_OPTION else None
        if house is not None and address_variant_line(self.game_entry.id):
            return variant_name(house)
        presets = (
            self.game_entry.load("variants").presets() if self.referee_rules.make_setup_lines is None else {}
        )
        if preset_id in presets:
            return str(presets[preset_id].switches.preset_title(preset_id))
        return WORDS.say(f"preset.{preset_id}")

    @property
    def uses_house_rules(self) -> bool:
        """True if the current table, or the next one if none is set up, uses the house rules."""
        if self.table is None:
            return variant_in_force(self.game_entry.id) is not None
        variant = getattr(self.table.sample_game.start, "variant", None)
        return variant is not None and includes_all_house_rules(variant, self.game_entry.id)

    # -- actions

    def act_begin(self, value: object) -> None:
        """Set up a table: the number of players, their names, the rules, and the role of each."""
        sent, rules = value if isinstance(value, dict) else {}, self.referee_rules
        number, variant = str(sent.get("players", "")), str(sent.get("variant", ""))
        self._expect(number, [str(count) for count in rules.player_counts])
        if self.rules_options:
            self._expect(variant, self.rules_options)
        names = [name.strip() for name in str(sent.get("names", "")).split(",") if name.strip()]
        if len(names) > int(number):
            raise _TableFault("setup.many", n=len(names), most=number)
        preset = str(variant_in_force(self.game_entry.id)) if variant == _HOUSE_RULES_OPTION else variant
        lines = rules.setup_line_format.format(game=self.game_entry.id, players=number)
        if variant in (_HOUSE_RULES_OPTION, *rules.preset_names[1:]):
            lines += f"\nvariant {preset}"
        if rules.make_setup_lines is not None:
            seats = range(int(number) if rules.player_parts else 0)
            parts = [str(sent.get(f"part{seat}", "")) for seat in seats]
            for part in parts:
                self._expect(part, rules.player_parts)
            lines = rules.make_setup_lines(int(number), variant, parts)
        self._open(Referee.from_line(lines, self.game_entry.id), names)

    def act_answer(self, value: object) -> None:
        """Record the answer of the button that was pressed; if cards must be named, ask for them first."""
        self._give_up()
        text = str(value or "")
        way = next((way for way in self.answer_templates if self.record_line(way) == text), None)
        if way is None:
            raise _TableFault("gone", found=one_line_excerpt(text, 40))
        if way.unnamed_card_count or way.is_word_by_word:
            self._ask_cards(way)
        else:
            self._record(text)
            while (
                way.is_hidden
                and not way.is_rare
                and self.answer_templates == [way]
                and self.pending_work is None
            ):  # hidden cards in a row are one tap
                self._record(text)

    def act_nobody_reacts(self, value: object) -> None:
        """Record a pass for every player who could still react."""
        self._give_up()
        table, since = self._there(), len(self._there())
        if not self.pending_outcome_text:
            raise _TableFault("gone", found="")
        while self.pending_outcome_text and self.pending_work is None:
            assert table.question is not None
            self._record_answer(table.question.player, table.rules.silent_answers[0])
        self.first_news_line = since

    def act_shows(self, value: object) -> None:
        """Start entering the cards that a seat has revealed."""
        seat = next(
            (seat for seat in (*self.showing_seats, *self.possibly_asked_seats) if str(seat) == str(value)),
            None,
        )
        if seat is None:
            raise _TableFault("gone", found=one_line_excerpt(str(value), 40))
        self._ask_cards(answer_templates.AnswerTemplate(seat, "shows"))

    def act_letter(self, value: object) -> None:
        """Choose the letter of a card; its number is chosen next."""
        self.letter = str(value or "")

    def act_card(self, value: object) -> None:
        """Add a card to the answer that is being entered; the last card completes the record line."""
        card = str(value or "")
        if self.chosen_template is None or card not in self.possible_next_cards():
            raise _TableFault("gone", found=one_line_excerpt(card, 40))
        self.chosen_cards, self.letter = (*self.chosen_cards, card), ""
        if self.chosen_template.is_word_by_word:
            if self.possible_next_cards() == [""]:
                self.act_done(None)
        elif len(self.chosen_cards) == self.chosen_template.unnamed_card_count:
            way, cards = self.chosen_template, self.chosen_cards
            self.chosen_cards = cards[:-1]  # if the line is refused, ask for the last card again
            self._record_answer(way.seat, way.fill_in_cards(*cards))

    def act_done(self, value: object) -> None:
        """Finish an answer that is chosen word by word."""
        template = self.chosen_template
        if template is None or "" not in self.possible_next_cards():
            raise _TableFault("gone", found="")
        words = answer_templates.join_chosen_words([*template.chosen_words, *self.chosen_cards])
        if self.possible_next_cards() == [""]:
            self.chosen_cards = self.chosen_cards[:-1]
        self._record_answer(template.seat, words)

    def act_back(self, value: object) -> None:
        """Remove the last named card."""
        self.chosen_cards, self.letter = self.chosen_cards[:-1], ""

    def act_shown(self, value: object) -> None:
        """Finish naming revealed cards."""
        if self.chosen_template is None or not self.chosen_cards:
            raise _TableFault("gone", found="shows")
        self._record_answer(self.chosen_template.seat, " ".join((SHOWS, *self.chosen_cards)))

    def act_cancel(self, value: object) -> None:
        """Cancel naming cards, or cancel the check whether a line fits the unknown cards."""
        self._give_up()
        self._ask_cards(None)

    def act_line(self, value: object) -> None:
        """Record a typed line; a refused one stays in the field."""
        self.typed_text = str(value.get("line", "")) if isinstance(value, dict) else str(value or "")
        self._record(self.typed_text.strip(), is_typed=True)
        self.typed_text = ""

    def act_undo(self, value: object) -> None:
        """Take back the last line, together with hidden cards drawn in the same tap."""
        self._give_up()
        table = self._there()
        count, last = 1, table.lines[-1] if len(table) else ""
        sentence = self.sentence(last) if last else ""
        while last.endswith(" ?") and table.lines[-count - 1 : -count] == (last,):
            count += 1
        table.undo(count)
        self._changed()
        self.first_news_line = len(table)
        self.status = WORDS.say("undone", line=sentence)

    def act_paste(self, value: object) -> None:
        """Continue a pasted record; an unreadable one stays in the field, and the table is not changed."""
        self.pasted_text = str(value.get("record", "")) if isinstance(value, dict) else str(value or "")
        self._begin_opening(self.pasted_text, self.person_names)
        self.continue_pending_work()

    def act_up_to(self, value: object) -> None:
        """Open the pasted record up to its fault."""
        if self.paste_error is None:
            raise _TableFault("gone", found="")
        self.act_paste(self.paste_error.text_before_error(self.pasted_text))

    def act_save(self, value: object) -> None:
        """Save the record as a file."""
        self._give_up()
        record = self._there().record_with_notes.encode()
        self.send({"file": f"{self.game_entry.id}-table.record", "type": "text/plain"}, [record])

    def act_chances(self, value: object) -> None:
        """Show or hide the odds that take time to work out."""
        self.shows_slow_odds = not self.shows_slow_odds

    def act_anew(self, value: object) -> None:
        """Start a new table after confirmation: `value` is "ask" first, then "yes" or "no"."""
        self._give_up()
        self.asks_to_confirm = value == "ask"
        if value == "yes":
            self.table, self.saved_table, self.alert_text = None, "", ""
            self.act_cancel(None)

    # -- internals

    @staticmethod
    def _expect(choice: str, known: tuple[str, ...] | list[str]) -> None:
        if choice not in known:
            raise _TableFault("setup.choice", found=one_line_excerpt(choice, 40), known=", ".join(known))

    def _begin_opening(self, record: str, names: Sequence[str]) -> None:
        """Schedule a record to be opened. Raises `ValueError` if it does not belong to this game."""
        self._give_up()
        self.paste_error = None
        name = parse_record(record).start.name.partition(".")[0]
        if name != self.game_entry.id:
            raise _TableFault("paper.other", found=name)
        self.pending_work = _PendingWork(record, "", Referee.from_record_in_slices(record), tuple(names))

    def _open(self, table: Referee, names: Sequence[str]) -> None:
        self._give_up()
        self.table, self.person_names = table, tuple(name[:MAX_NAME_LENGTH] for name in names)
        self.asks_to_confirm, self.pasted_text, self.paste_error = False, "", None
        self.first_news_line = len(table)
        self._changed()

    def _there(self) -> Referee:
        if self.table is None:
            raise _TableFault("gone", found="")
        return self.table

    def _record_answer(self, seat: int, answer: str) -> None:
        self._record(f"{self.seat_name(seat)}: {answer}")

    def _record(self, line: str, is_typed: bool = False) -> None:
        self._give_up()
        progress_text = line if is_typed else self.sentence(line)
        self.pending_work = _PendingWork(line, progress_text, self._there().add_line_in_slices(line))
        self.continue_pending_work()

    def continue_pending_work(self) -> None:
        """Continue the check of a typed line or the opening of a record. Raises the error if the line or
        record is rejected.
        """
        waiting, self.unfinished = self.pending_work, None
        assert waiting is not None
        try:
            table = self.long_work.answer((waiting.text, id(waiting.slices)), lambda: waiting.slices)
        except UnfinishedError as unfinished:
            self.unfinished = unfinished
            if unfinished.job.state == "asks":  # continue automatically, since people are waiting
                self.long_work.start(unfinished.job.name)
            return
        except Exception as why:
            self.pending_work = None
            if waiting.names is not None and isinstance(why, RecordError):
                self.paste_error = why
            raise
        self.pending_work = None
        if table is not None:
            self._open(table, waiting.names or ())
            key = "paper.opened_one" if len(table) == 1 else "paper.opened"
            self.status = WORDS.say(key, n=len(table))
            self.alert_text = WORDS.say("paper.changed") if table.changed else ""
        else:
            self.first_news_line = len(self._there()) - 1
            self._changed()
            self.status = WORDS.say("taken", line=self.sentence(self._there().lines[-1]))

    def _give_up(self) -> None:
        if self.pending_work is not None:
            self.pending_work.slices.close()
        self.pending_work = self.unfinished = None

    def _changed(self) -> None:
        table = self._there()
        self.answer_templates = answer_templates.possible_answer_templates(table)
        self.alert_text = ""
        self.showing_seats = answer_templates.seats_to_show_cards(table)
        self.possibly_asked_seats = [
            seat
            for seat in answer_templates.seats_asked_because_cards_differ(table)
            if seat not in self.showing_seats
        ]
        self.act_cancel(None)
        names = (name.replace("\t", " ").replace("\n", " ") for name in self.person_names)
        self.saved_table = "\n".join(["\t".join([NAMES, *names]), table.record_with_notes])

    def _ask_cards(self, way: answer_templates.AnswerTemplate | None) -> None:
        self.chosen_template, self.chosen_cards, self.letter = way, (), ""

    def possible_next_cards(self) -> list[str]:
        """Return the cards that can be named next."""
        table, way = self._there(), self.chosen_template
        if way is None:
            return []
        if way.is_word_by_word:
            return answer_templates.next_words(table, way, (*way.chosen_words, *self.chosen_cards))
        there = set(table.possible_cards(way.seat))
        if not way.unnamed_card_count and table.rules.hand_tokens is not None:
            before = table.game_after(
                answer_templates.answered_line_count(table) - 1
            )  # shown cards have left the hand
            there |= set(table.rules.hand_tokens(before.table, way.seat))
        return sorted(there, key=lambda card: (card[:1], len(card), card))

    @property
    def pending_outcome_text(self) -> str:
        """The end of the current contest if nobody reacts any more, as a sentence; "" if nobody could."""
        table = self._there()
        question = table.question
        if question is None or question.kind not in table.rules.silent_question_kinds:
            return ""
        return self.views.pending_outcome_text(table.sample_game, self.person_by_seat_name())

    @property
    def news(self) -> list[str]:
        """The public rulings since the last typed line, with the names of the people."""
        table = self._there()
        called = self.views.message_names(table.sample_game, self.person_by_seat_name())
        rulings = table.rulings_since_line(min(self.first_news_line, len(table)))
        return [_with_names(ruling, called).text() for ruling in rulings if self.views.is_announced(ruling)]

    def seat_name(self, seat: int) -> str:
        """Return the name that records use for seat `seat`."""
        return self._there().seat_name(seat)

    def record_line(self, template: answer_templates.AnswerTemplate) -> str:
        """Return the record line, such as `p1: pass`, for the answer of a button."""
        return f"{self.seat_name(template.seat)}: {template.text}"

    def person_name(self, seat: int) -> str:
        """Return the name of the person in a seat."""
        return self.person_names[seat] if seat < len(self.person_names) else WORDS.say("player", n=seat + 1)

    def sentence(self, line: str) -> str:
        """Return a sentence about a line of the record, with the person's name."""
        typed = TypedLine.parse(line)
        seat = self._there().seat_names.index(typed.seat)
        return WORDS.say("line", name=self.person_name(seat), what=self._deed(typed))

    def _deed(self, typed: TypedLine) -> str:
        first, *words = typed.words
        if typed.is_shows_line:
            cards = [self.views.answer_word_text(card, first) for card in words]
            return WORDS.say("line_shows", cards=", ".join(cards))
        if words and set(words) == {UNKNOWN}:
            return self.hidden_card_text(first)
        deed = self.views.answer_text(typed.answer, self.person_by_seat_name())
        lines, key = self.views.line_texts, f"line.{first}"
        if lines is None or key not in lines:
            return deed
        things = ", ".join(self.views.answer_word_text(word, first) for word in words)
        return lines.say(key, what=deed, things=things)

    def hidden_card_text(self, first_word: str) -> str:
        """Return a text for an action with a card that no other player saw; `first_word` is the first word of
        the answer.
        """
        return WORDS.say("hidden" if first_word in self.referee_rules.hidden_draw_kinds else "unseen")

    def person_by_seat_name(self) -> dict[str, str]:
        """Return the names of the people, by the names of their seats in records."""
        return {seat: self.person_name(number) for number, seat in enumerate(self._there().seat_names)}
