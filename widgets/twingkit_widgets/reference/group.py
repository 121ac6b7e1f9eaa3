"""The sections of the reference's list: parts, one for each game and one for what they share, with groups.

A game names its part in its entry (`GameEntry.reference`), with its titles in the TOML file beside it; a game
of this kit without one has all names of its package in one group.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from twingkit.games import GameEntry, games
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.reference.source import PACKAGE, public

PLAIN = "plain"
"""The title of the one group of a game that has no groups."""


@attrs.frozen
class Part:
    """The names of one game, or of all: `id` is the game's, "" for what games share.

    `homes` are the modules of `twingkit` whose `__all__` is listed here ("" is the package itself). `groups`
    are the tasks, in order, with the names for each, the first ones first; their titles are in
    `words`. `places` are where else one can look, by their words: the query of the game's rulebook page.
    """

    id: str
    homes: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]
    words: Words
    places: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)

    def title(self, lang: str) -> str:
        """Return what the part is called: the game's name."""
        game = next((game for game in games() if game.id == self.id), None)
        return game.title(lang) if game else self.words.say(lang, "part")

    def titles(self, lang: str) -> dict[str, str]:
        """Return the titles of the tasks, by group."""
        keys = set(self.words)
        named = {group: f"group.{group if f'group.{group}' in keys else PLAIN}" for group in self.groups}
        return {group: self.words.say(lang, key) for group, key in named.items()}


def titles_of(module: str) -> Words:
    """The words of a part: the TOML file beside its module.

    >>> titles_of(__file__.replace("group", "shared")).say("en", "part")
    'For every game'
    """
    return Words(Path(module).with_suffix(".toml"))


def part_of(game: GameEntry) -> Part | None:
    """The part of a game; None for a game that has none and whose package lists no names.

    >>> part_of(games()[0]).id
    'twing'
    >>> part_of(GameEntry(id="coin", titles={"en": "Coin", "de": "Münze"}, prefix="CO")) is None
    True
    """
    own: Part | None = game.load("reference")
    if own:
        return own
    package = f"{PACKAGE}.{game.id}"
    if not game.rules.startswith(f"{package}."):
        return None
    names = tuple(f"{game.id}.{name}" for name in public(package))
    words = titles_of(str(Path(__file__).with_name("shared.py")))
    return Part(game.id, (game.id,), {game.id: names}, words) if names else None
