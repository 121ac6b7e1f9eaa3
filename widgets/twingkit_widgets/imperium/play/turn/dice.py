"""The dice that fell last in a whole game, and other results in their place (“what if”)."""

from __future__ import annotations

from twingkit import Game
from twingkit.imperium.battle.rules.questions import Throw as Volleys
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleDice
from twingkit.imperium.galaxy.tactical.movement import Die
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.markup import Markup, button
from twingkit_widgets.table.play.chance.throw import Throw
from twingkit_widgets.table.play.drawers import plain_throw, throw_row, throw_title
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import numbered

HIT, MISS = 10, 1
"""The faces that hit for sure, and that miss for sure."""


def last_throws(game: Game) -> list[Throw]:
    """The last throw of each seat in the last row of dice; all of them lie open."""
    throws: dict[int, Throw] = {}
    for index in range(len(game) - 1, -1, -1):
        (entry,) = game.entries(index, index + 1)
        if isinstance(entry.asked, BattleDice | Die):
            throws.setdefault(entry.player, Throw(index, entry.player, entry.answer))
        elif throws:
            break
    return sorted(throws.values(), key=lambda throw: throw.index)


def throw_html(throw: Throw, player_view: PlayerView) -> Markup | None:
    """A throw with the numbers of hits that could have come, what came marked; a lone die with its faces."""
    asked = player_view.match.game.transcript[throw.index].asked
    if not isinstance(asked, BattleDice):
        return plain_throw(throw, player_view)
    inner = asked.asked
    assert isinstance(inner, Volleys)
    came = inner.read(throw.face).hits
    buttons: list[Markup] = []
    seen: set[int] = set()
    for count in range(inner.volley.count + 1):
        thrown = inner.volley.thrown([HIT] * count + [MISS] * (inner.volley.count - count))
        if thrown.hits in seen:
            continue
        seen.add(thrown.hits)
        label = WORDS.say(player_view.lang, numbered("dice.hits", thrown.hits), n=thrown.hits)
        text = throw.face if thrown.hits == came else inner.write(thrown)
        pressed = "true" if thrown.hits == came else "false"
        value = f"{throw.index}:{text}"
        buttons.append(button(label, "face", value, key=f"face:{throw.index}:{count}", aria_pressed=pressed))
    return throw_row(throw_title(throw, player_view), buttons)
