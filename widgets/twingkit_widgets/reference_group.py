"""What the reference's list is made of: parts, one for each game and one for what they share, with groups.

Each part is a module of its own (`reference_twing`, `reference_imperium`, `reference_shared`) with its titles
in the TOML file beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from twingkit_widgets.games import GAMES
from twingkit_widgets.wording import Words


@attrs.frozen
class Part:
    """The names of one game, or of all: `id` is the game's, "" for what games share.

    `homes` are the modules of `twingkit` whose `__all__` is listed here ("" is the package itself). `groups`
    are what one wants to do, in order, and the names for it, the first ones first; their titles are in
    `words`. `places` are where else one can look, by their words: the query of the game's rulebook page.
    """

    id: str
    homes: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]
    words: Words
    places: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)

    def title(self, lang: str) -> str:
        """What the part is called: the game's name."""
        game = next((game for game in GAMES if game.id == self.id), None)
        return game.name(lang) if game else self.words.say(lang, "part")

    def titles(self, lang: str) -> dict[str, str]:
        """What one wants to do, in words, by group."""
        return {group: self.words.say(lang, f"group.{group}") for group in self.groups}


def titles_of(module: str) -> Words:
    """The words of a part: the TOML file beside its module.

    >>> titles_of(__file__.replace("group", "shared")).say("en", "part")
    'For every game'
    """
    return Words(Path(module).with_suffix(".toml"))
