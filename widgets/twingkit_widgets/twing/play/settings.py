"""The form for a new game of Imperial Twing: players, variant, opponents, seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from twingkit import twing
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.setup_lines import PLAYER_COUNTS, RANDOM_CHARACTER
from twingkit.twing.players import PLAYERS
from twingkit.twing.starts import GameStart
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.settings.start_rules import publisher_box, start_variant
from twingkit_widgets.table.play.form import form_drop_down, opponent_level_field, seed_field, typed_or
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import NewGameForm
from twingkit_widgets.twing.play.base_settings import TwingSettings
from twingkit_widgets.twing.play.own_dice import WHO_THROWS
from twingkit_widgets.twing.play.table import element_name
from twingkit_widgets.twing.play.words import WORDS, TwingPlayFault

AI_LEVELS = tuple(PLAYERS)
"""The computer's levels, the strongest first."""

DEFAULT_LEVEL = "greedy"
"""The default level of the computer, which attacks early, so that newcomers see battles."""

_PLAYER_COUNT_OPTIONS = tuple(str(count) for count in PLAYER_COUNTS)


def make_start(characters: Sequence[str], variant: twing.Variant = twing.BOX) -> GameStart:
    """Return the start of a game for these characters ("?" for a random one), with the publisher's box of
    cards.

    Raises `Fault` for invalid characters.
    """
    return GameStart(tuple(characters), variant, publisher_box("twing") or load_box())


ChoiceT = TypeVar("ChoiceT", bound=TwingSettings)
"""The type of the settings of a game."""


class NewTwingGameForm(NewGameForm[ChoiceT]):
    """The form for a new game: character, variant, opponents, and who throws the visitor's die."""

    game_id = "twing"
    player_counts = _PLAYER_COUNT_OPTIONS

    def default_start(self) -> GameStart:
        """Return the start of a game for two players."""
        return make_start(RANDOM_CHARACTER * PLAYER_COUNTS[0])

    def read_start(
        self,
        form_values: Mapping[str, str],
        old_settings: ChoiceT,
        seat_count: int,
        seat: int,
        variant: twing.Variant,
    ) -> GameStart:
        """Return the start chosen in the form: the visitor's character, and random ones for the others."""
        characters = [RANDOM_CHARACTER] * seat_count
        characters[seat] = form_values.get("character", RANDOM_CHARACTER)
        return make_start(characters, variant)

    def settings(self, form_values: Mapping[str, str], old_settings: ChoiceT) -> ChoiceT:
        """Return the settings chosen in the form.

        Raises the errors of `NewGameForm.settings`, and `TwingPlayFault` for an invalid thrower.
        """
        settings = super().settings(form_values, old_settings)
        who = form_values.get("dice", WHO_THROWS[old_settings.own_dice])
        if who not in WHO_THROWS:
            raise TwingPlayFault("dice", found=who[:20])
        return settings.changed(own_dice=who == "own")

    def fields(self, player_view: PlayerView[ChoiceT]) -> list[Markup]:
        """Return the fields of the form: players, character, opponents, variant, who throws, and seed."""
        settings = player_view.match.settings
        presets = [
            (name, twing.Variant.switches.preset_title(name))
            for name in ("box", "short", "english", "german")
        ]
        preset = next((name for name, _ in presets if twing.PRESETS[name] == settings.variant), "")
        preset = preset or str(settings.variant)
        for line in dict.fromkeys((start_variant("twing"), preset)):  # a house rule, or a variant from a link
            if line not in dict(presets):
                changes = twing.BOX.diff(twing.Variant.resolve(line))
                names = ", ".join(change.switch.title() for change in changes)
                presets.append((line, player_view.say("new.preset.own", names=names)))
        throwers = [(who, player_view.say(f"new.thrower.{who}")) for who in WHO_THROWS]
        count = typed_or(player_view, "players", settings.seat_count)
        element = typed_or(player_view, "character", settings.start.characters[settings.seat])
        return [
            form_drop_down(player_view, "players", count, [(n, n) for n in _PLAYER_COUNT_OPTIONS]),
            form_drop_down(player_view, "character", element, _characters()),
            opponent_level_field(player_view),
            form_drop_down(player_view, "variant", typed_or(player_view, "variant", preset), presets),
            form_drop_down(
                player_view, "dice", typed_or(player_view, "dice", WHO_THROWS[settings.own_dice]), throwers
            ),
            seed_field(player_view),
        ]


def _characters() -> list[tuple[str, str]]:
    named_by = [
        (
            element,
            WORDS.say(
                "new.character_of", name=WORDS.say(f"character.{element}"), element=element_name(element)
            ),
        )
        for element in twing.ELEMENTS
    ]
    return [("?", WORDS.say("new.any")), *named_by]
