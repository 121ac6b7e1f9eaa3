"""The settings of a game of Imperial Twing: players, variant, opponents, seed, and the form for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from twingkit import Game, twing
from twingkit.play import Start
from twingkit.twing.notation.setup_lines import PLAYERS, UNKNOWN
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import diff
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.play.form import common_settings, opponents_field, seed_field, select, typed_or
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.site.house.start_rules import start_box, start_variant, variant_query
from twingkit_widgets.twing.play.own_dice import WHO_THROWS
from twingkit_widgets.twing.play.table import words_of
from twingkit_widgets.twing.play.words import WORDS, TwingFault

TEMPERS = ("steady", "greedy", "random")
"""The ways in which the computer can play, the strongest first."""

USUAL = "greedy"
"""The default way in which the computer plays: it attacks early, so that a newcomer sees battles."""


@attrs.frozen
class TwingChoice:
    """The settings of a game of Imperial Twing: the characters by seat ("?" for chance), the person's seat
    (from 0), the computer's way to play (one of `TEMPERS`), the variant, a seed for chance and opponents,
    and whether the person throws the own die."""

    characters: tuple[str, ...] = ("?", "?")
    seat: int = 0
    opponents: str = USUAL
    variant: twing.Variant = twing.BOX
    seed: int = 0
    own_dice: bool = False

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.characters)

    def game(self) -> Game:
        """A fresh game. Raises `Fault` for characters that cannot be."""
        rules = {"variant": self.variant, "box": start_box("twing")}
        return twing.new_game(self.characters, seed=self.seed, rolls="ask", **rules)

    def taken_up(self, start: Start, **changes: Any) -> Any:
        """The same for a game that began so. Raises `TwingFault` if it is no whole game."""
        if not isinstance(start, GameStart):
            raise TwingFault("other", name=start.name)
        return attrs.evolve(self, characters=start.characters, variant=start.variant, **changes)


def settings_of(typed: Mapping[str, str], before: Any) -> Any:
    """Return what the form of a new game says; fields that are not there stay as `before`.

    Raises `TwingFault` for a number of players, an opponent or a seed that cannot be, `VariantError` for a
    variant that cannot.
    """
    count = typed.get("players", str(len(before.characters)))
    if count not in {str(n) for n in PLAYERS}:
        raise TwingFault("players", found=count[:20])
    settings = common_settings(typed, before)
    variant = twing.Variant.parse(typed["variant"]) if "variant" in typed else before.variant
    element = typed.get("character", UNKNOWN)
    seat = min(before.seat, int(count) - 1)
    characters = [UNKNOWN] * int(count)
    characters[seat] = element
    who = typed.get("dice", WHO_THROWS[before.own_dice])
    if who not in WHO_THROWS:
        raise TwingFault("dice", found=who[:20])
    return attrs.evolve(
        settings, characters=tuple(characters), seat=seat, variant=variant, own_dice=who == "own"
    )


def address_of(settings: TwingChoice) -> dict[str, str]:
    """Return what a link to such a game has in its query: only what is not usual."""
    count = len(settings.characters)
    query = {"players": str(count)} if count != PLAYERS[0] else {}
    return {**query, **variant_query("twing", settings.variant)}


def form_fields(sight: Sight) -> list[Markup]:
    """The fields of the form for a new game."""
    lang = sight.lang
    settings: Any = sight.match.settings
    presets = [(name, sight.say(f"new.preset.{name}")) for name in ("box", "short", "english", "german")]
    preset = next((name for name, _ in presets if twing.PRESETS[name] == settings.variant), "")
    preset = preset or str(settings.variant)
    for line in dict.fromkeys((start_variant("twing"), preset)):  # a house rule, one of a link
        if line not in dict(presets):
            changes = diff(twing.BOX, twing.Variant.of(line))
            names = ", ".join(change.switch.title(lang) for change in changes)
            presets.append((line, sight.say("new.preset.own", names=names)))
    throwers = [(who, sight.say(f"new.thrower.{who}")) for who in WHO_THROWS]
    count = typed_or(sight, "players", len(settings.characters))
    element = typed_or(sight, "character", settings.characters[settings.seat])
    return [
        select(sight, "players", count, [(str(n), str(n)) for n in PLAYERS]),
        select(sight, "character", element, _characters(lang)),
        opponents_field(sight),
        select(sight, "variant", typed_or(sight, "variant", preset), presets),
        select(sight, "dice", typed_or(sight, "dice", WHO_THROWS[settings.own_dice]), throwers),
        seed_field(sight),
    ]


def _characters(lang: str) -> list[tuple[str, str]]:
    named_by = [
        (
            element,
            WORDS.say(
                lang,
                "new.character_of",
                name=WORDS.say(lang, f"character.{element}"),
                element=words_of(element, lang),
            ),
        )
        for element in twing.ELEMENTS
    ]
    return [("?", WORDS.say(lang, "new.any")), *named_by]
