"""Any game on the play page: its entry and its pictures, with defaults for the rest.

`GenericPlayPanel("coin")` is the panel of a game without its own play page.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Self, TypeGuard

import attrs

from twingkit import Game, Question
from twingkit.core.example_lines import example_by_player_count, example_lines
from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.language import localized
from twingkit.core.play import Start
from twingkit.core.record import TranscriptEntry
from twingkit.core.rulebook import READER_KEY
from twingkit.core.running.running_script import player_count
from twingkit.core.starts import parse_start, starts_of
from twingkit.core.variants.start_lines import VARIANT_KEY, variant_in, variant_lines
from twingkit.core.variants.variant import BaseVariant
from twingkit.core.zones.views import TableView
from twingkit.players.policies import player_factories
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Markup, el, join
from twingkit_widgets.panel.views import load_views
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.panel.zone_table import chosen_piece, without_own_zones_of
from twingkit_widgets.table.play import form
from twingkit_widgets.table.play.answer_buttons import AnswerButton, has_many_answers
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.play_game import PlayDesign
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.settings import ALL_SEATS, plays_all_seats
from twingkit_widgets.table.play.words import PlayFault


class GenericPlayDesign(PlayDesign["GenericSettings"]):
    """The default design of the play page, for any game that starts from a position string or set-up
    lines.
    """

    linked_settings: tuple[str, ...] = ("line", "opponents", "seed", "game", "seat")
    seat_tags = (*form.SEATS, ALL_SEATS)

    def __init__(self, entry: GameEntry) -> None:
        """Load the game of this entry."""
        self.entry, self.views = entry, load_views(entry)
        by_start = [player_factories(start.name) for start in starts_of(entry)]
        self.ai_levels = tuple(
            name for name in player_factories(entry.id) if all(name in players for players in by_start)
        )
        self.default_level = self.ai_levels[0]

    @localized
    def page_title(self, lang: str | None = None) -> str:
        """Return the name of the page for screen readers."""
        return self.words.say("now.panel", game=self.entry.title())

    def question_text(self, question: Question, view: object) -> str:
        """Return the person's question in one sentence."""
        return self.views.question_text(question, view)

    def goal_html(self, player_view: PlayerView) -> Markup | None:
        """Return one sentence about the person's seat (or all seats), and one about the goal."""
        seat_text = el("b", self.seat_text(player_view))
        goal = self.views.goal(player_view.view)
        return el("div", el("p", seat_text, " ", goal), cls="tk-play-goal", data_key="goal")

    def seat_name(self, game: Game, seat: int) -> str:
        """Return the name of a player in the words of the game."""
        name = game.start.seat(seat)
        return self._named(name)

    def _named(self, name: str) -> str:
        words = self.views.words
        return words.name(name) if name in words else name

    def level_label(self, name: str) -> str:
        """Return the name of a computer level, preferably in the words of the game."""
        key = f"new.ai_level.{name}"
        return self.words.say(key) if key in self.words else self._named(name)

    def message_names(self, game: Game, seat: int) -> Mapping[str, str]:
        """Return the names to use in messages to the person, who is "you" if the game has a word for that."""
        return {game.start.seat(seat): READER_KEY} if READER_KEY in self.views.words else {}

    def contest_html(self, player_view: PlayerView) -> Markup | None:
        """Return the shared zones of a declared table, shown above the answers, and the trick that was
        finished since the last answer; None if the game draws its table.
        """
        view = player_view.view
        if not self._draws_zones(view):
            return None
        pictures, trick = self.views.zone_pictures(), newly_finished_trick(player_view.match)
        last = pictures.played_html(view, trick, player_view.say("table.last_trick")) if trick else None
        shared = pictures.shared_zones_html(view)
        return el("div", last, shared, cls="tk-zones-row tk-zones-contest") if last or shared else None

    def hand_html(self, player_view: PlayerView) -> Markup | None:
        """Return the person's zones of a declared table, next to the answers; None for any other table.

        A zone is left out if there is a button for each of its pieces.
        """
        view, over = player_view.view, player_view.match.game.over
        if not self._draws_zones(view):
            return None
        left = without_own_zones_of(view, self._pieces_on_buttons(player_view))
        return self.views.zone_pictures().others_and_own_html(left, over)[1]

    def _pieces_on_buttons(self, player_view: PlayerView) -> set[str]:
        """Return the person's pieces that are shown as buttons, unless the game draws its own answers or
        pieces.
        """
        question, view = player_view.question, player_view.view
        is_plain = self.views.is_default("answer_controls") and self.views.is_default("component_html")
        if question is None or not (is_plain and player_view.can_choose) or has_many_answers(question):
            return set()
        pieces = (chosen_piece(question, option, view) for option in question.options())
        return {piece for piece in pieces if piece is not None}

    def shows_controls_beside(self, player_view: PlayerView) -> bool:
        """Return whether the game draws zones, which need much room."""
        return self._draws_zones(player_view.view)

    def _draws_zones(self, view: object) -> TypeGuard[TableView]:
        return self.views.is_default("table") and isinstance(view, TableView)

    def table_html(self, player_view: PlayerView) -> Markup | None:
        """Return the table as the person sees it, with its heading."""
        title, view = el("h3", player_view.say("table.title")), player_view.view
        if self._draws_zones(view):
            drawn = self.views.zone_pictures().others_and_own_html(view, player_view.match.game.over)[0]
        else:
            drawn = self.views.table(view, "page")
        return el("section", title, drawn, cls="tk-play-table", data_key="table")

    def answer_sentence(self, entry: TranscriptEntry) -> str:
        """Return the question and the answer, in the words of the game."""
        answer = entry.answer.removeprefix(f"{entry.kind} ")
        return f"{entry.question.text()} {self.views.option_text(answer, answer)}"

    def choice_controls(self, question: Question, player_view: PlayerView) -> Markup | None:
        """Return the game's own controls for an answer; None to show a button for each answer."""
        if self.views.is_default("answer_controls"):
            return None
        return self.views.answer_controls(question, player_view.view)

    def answer_button(self, question: Question, answer: object, player_view: PlayerView) -> AnswerButton:
        """Return an answer to a question as a button, labelled in the words of the game."""
        text, view = question.format_answer(answer), player_view.view
        sign = self.views.short_name_html(chosen_piece(question, answer, view))
        return AnswerButton(text, self.views.option_label(question, answer, view), picture_html=sign)

    # -- starting

    def fields(self, player_view: PlayerView[GenericSettings]) -> list[Markup]:
        """Return the form fields for a new game (position, players, variant, seat, opponents, seed)."""
        settings = player_view.match.settings
        start = player_view.match.game.start
        game = player_view.match.game
        seats = [
            (tag, capitalize_first(self.seat_name(game, index)))
            for index, tag in enumerate(form.SEATS[: settings.seat_count])
        ]
        seats.append((ALL_SEATS, player_view.say("all.seat")))
        line = self._line_field(form.typed_or(player_view, "line", settings.line), len(start.setup_keys) > 1)
        seat_tag = form.typed_or(player_view, "seat", self.seat_tags[settings.seat])
        setup, choices = form.labelled_field(player_view, "setup", line), self._choices(player_view)
        fields = [*choices, form.form_drop_down(player_view, "seat", seat_tag, seats)]
        fields += [form.opponent_level_field(player_view), form.seed_field(player_view)]
        return [setup, *fields] if not choices else [*fields, setup]

    def _choices(self, player_view: PlayerView[GenericSettings]) -> list[Markup]:
        fields: list[Markup] = []
        settings = player_view.match.settings
        counts = sorted({*example_by_player_count(self.entry), settings.seat_count})
        if len(counts) > 1:
            chosen = form.typed_or(player_view, "players", settings.seat_count)
            fields.append(
                form.form_drop_down(player_view, "players", chosen, [(str(n), str(n)) for n in counts])
            )
        if settings.variant is not None:
            presets = list(type(settings.variant).presets())
            now = next((name for name in presets if settings.variant == settings.variant.preset(name)), "")
            names = [*presets, *([] if now else [str(settings.variant)])]
            chosen = form.typed_or(player_view, "variant", now or settings.variant)
            listed = type(settings.variant).switches
            titles = [(name, listed.preset_title(name)) for name in names]
            fields.append(form.form_drop_down(player_view, "variant", chosen, titles))
        return fields

    def _line_field(self, line: str, several: bool) -> Markup:
        """Return the text field for the position, which suggests the game's examples; with `several` lines, a
        larger field.
        """
        known = {"id": "tk-play-setup", "spellcheck": "false", "data_key": "new:line", "autocomplete": "off"}
        if several or "\n" in line:
            return named_field("textarea", "line", line, cls="tk-field tk-code", rows=4, **known)
        lines = example_lines(self.entry)
        field = named_field(
            "input", "line", cls="tk-field tk-code", value=line, list="tk-play-examples", **known
        )
        listed = [el("option", value=text) for text in lines]
        return join(field, el("datalist", listed, id="tk-play-examples"))

    def settings(self, form_values: Mapping[str, str], old_settings: GenericSettings) -> GenericSettings:
        """Read the settings from the form. Choosing another number of players or another variant replaces the
        position.

        Raises like `parse_start` for an invalid position, `PlayFault` for a number of players without an
        example, and `VariantError` for an invalid variant.
        """
        settings = attrs.evolve(old_settings, line=form_values.get("line", old_settings.line))
        count = form_values.get("players", str(old_settings.seat_count))
        if settings.line == old_settings.line and count != str(old_settings.seat_count):
            lines = {str(seats): line for seats, line in example_by_player_count(self.entry).items()}
            if count not in lines:
                raise PlayFault("players", found=count[:20], counts=", ".join(lines))
            settings = attrs.evolve(settings, line=lines[count])
        if form_values.get("variant") and old_settings.variant is not None:
            variant = type(old_settings.variant).resolve(form_values["variant"])
            settings = settings if variant == old_settings.variant else settings.with_variant(variant)
        seats = form.SEATS[: settings.seat_count]
        tag = form_values.get(
            "seat",
            ALL_SEATS
            if plays_all_seats(old_settings)
            else seats[min(old_settings.seat, settings.seat_count - 1)],
        )
        if tag not in (*seats, ALL_SEATS):
            raise PlayFault("no_seat", found=tag[:20])
        return form.common_settings(form_values, attrs.evolve(settings, seat=self.seat_tags.index(tag)))

    def address(self, settings: GenericSettings) -> dict[str, str]:
        """Return the position as a query, if it is not the default example."""
        return {} if settings.line == default_settings(self.entry.id).line else {"line": settings.line}


def newly_finished_trick(match: Match[Any]) -> list[tuple[int, str]]:
    """Return the pieces of the last trick finished since the person's last answer, as pairs (seat, piece).

    A trick is a shared zone that records who played its pieces. The last piece of a trick is the answer with
    which it was cleared, so the answers are given again in a copy.
    """
    game, first = match.game.copy(), match.last_own_answer_index()
    if first is None:
        return []
    entries, trick = match.game.entries(first), list[tuple[int, str]]()
    game.undo(len(game) - first)
    for entry in entries:
        before = None if entry.question.is_chance else game.view(entry.player)
        game.answer(entry.answer)
        last = chosen_piece(entry.question, entry.act, before)
        if before is None or last is None:
            continue
        cleared = {zone.name for zone in game.view(match.seat).zones if not zone.known_pieces}
        for zone in before.zones:
            if zone.seat is None and zone.name in cleared and zone.played_by:
                trick = [*zip(zone.played_by, zone.known_pieces, strict=False), (entry.player, last)]
    return trick


@cache
def default_play_design(game: str) -> GenericPlayDesign:
    """Return the default play page design of the game with this id."""
    return GenericPlayDesign(game_by_id(game))


@attrs.frozen
class GenericSettings:
    """The settings of a play page: the game's id, position, the person's seat, opponents, and seed."""

    game_id: str
    line: str
    seat: int = 0
    opponent_level: str = attrs.Factory(lambda settings: settings.play_design.default_level, takes_self=True)
    seed: int = 0

    @property
    def play_design(self) -> GenericPlayDesign:
        """The `GenericPlayDesign` that defines the play page for these settings."""
        return default_play_design(self.game_id)

    @property
    def start(self) -> Start:
        """The start of the game. Raises `Fault` if the position is not valid."""
        return parse_start(self.line, self.game_id)

    @property
    def seat_count(self) -> int:
        """The number of players."""
        return player_count(Game(self.start, rolls="ask"))

    @property
    def variant(self) -> BaseVariant | None:
        """The variant; None in a game without variants."""
        kind = game_by_id(self.game_id).load("variants")
        return variant_in(self.start.setup_lines(), kind) if kind else None

    def with_variant(self, variant: BaseVariant) -> GenericSettings:
        """Return the settings with another variant."""
        lines = [line for line in self.start.setup_lines() if line.split()[:1] != [VARIANT_KEY]]
        return attrs.evolve(self, line="\n".join([*lines, *variant_lines(variant)]))

    def game(self) -> Game:
        """Return a new game in which chance results are questions."""
        return Game(self.start, seed=self.seed, rolls="ask")

    def with_start(self, start: Start, **changes: Any) -> Self:
        """Return the settings for a game with this start.

        Raises `PlayFault` if it belongs to another game.
        """
        if start.name.partition(".")[0] != self.game_id:
            raise PlayFault("other", name=start.name)
        return attrs.evolve(self, line="\n".join(start.setup_lines()), **changes)

    def changed(self, **changes: Any) -> Self:  # each field has its type
        """Return a copy of the settings with these fields changed."""
        return attrs.evolve(self, **changes)


def default_settings(game: str) -> GenericSettings:
    """Return the default settings for the play page of a game, with the game's first example as the
    position.
    """
    return GenericSettings(game, next(iter(example_lines(game_by_id(game))), ""))


class GenericPlayPanel(MatchPanel[GenericSettings]):
    """The play panel of any game that has an example position, against the computer or with one person at all
    seats.
    """

    _settings: type[GenericSettings] = GenericSettings

    def __init__(
        self,
        game: str,
        line: str = "",
        seat: int | None = None,
        opponents: str = "",
        seed: int | None = None,
        lang: str | None = None,
        *,
        record: str | None = None,
        waits: bool = False,
    ) -> None:
        """Start a game from a position (`line`, by default its example) or from the end of a `record`.

        Raises `LookupError` for an unknown game, `Fault` for an invalid position or opponent, `PlayFault` for
        a missing seat or an invalid text, and `RecordError` for a broken record.
        """
        defaults = default_settings(game)
        settings = self._settings(
            game,
            line or defaults.line,
            seat or 0,
            opponents or defaults.opponent_level,
            form.seed_or_random(seed),
        )
        self._css = f"{MatchPanel._css}{settings.play_design.views.css}"
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)
