"""Tables for the tests of the play panel: games that begin with a typed position, and a panel's buttons."""

from __future__ import annotations

import random
import re
from html import unescape

from twingkit import Game, twing
from twingkit.core.language import language, localized
from twingkit.core.rulebook import HiddenFact
from twingkit.core.starts import game_line_for_record
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.play_game import Settings
from twingkit_widgets.twing.play.settings import make_start

BUTTON = re.compile(r'<button([^>]*data-act="[^>]*)>')
MOVES = ("answer", "lay", "use", "go_on", "to_end")
"""The actions that continue the game."""


def table(*lines: str, players: str = "F W", variant: str = "box", seat: str = "p1") -> str:
    """Return a record that begins in the middle of a game: the first player is to choose an action.

    `lines` are those of the seats, then answers; `seat` is the person's.
    """
    seats = [line for line in lines if ":" not in line.split()[0]]
    return "\n".join(
        [
            f"# twingkit-play 1 seat={seat} opponents=greedy seed=1",
            "twingkit-record 1",
            game_line_for_record("twing"),
            f"players {players}",
            f"variant {variant}",
            "box assumed",
            *seats,
            "table turn 5; to-move p1; phase action; display puppet,panties",
            *lines[len(seats) :],
            "",
        ]
    )


@localized
def panel(
    *lines: str, players: str = "F W", variant: str = "box", lang: str | None = None, seat: str = "p1"
) -> PlayPanel:
    """Return a panel that shows such a game."""
    made = PlayPanel(len(players.split()), seed=1, opponents="greedy", lang=language())
    made.restore(table(*lines, players=players, variant=variant, seat=seat))
    return made


def match(*lines: str, players: str = "F W", variant: str = "box") -> Match:
    """Return such a game without its panel."""
    game = Game.replay(table(*lines, players=players, variant=variant))
    settings = Settings(make_start(players.split(), twing.Variant.parse(variant)), 0, "greedy", 1)
    return Match(settings, game)


def past(play: PlayPanel) -> PlayPanel:
    """Return the same panel, past the pause after a battle or a duel."""
    while play.match.pause_reason in ("battle", "duel"):
        play.do("go_on")
    return play


def buttons(html: str) -> list[tuple[str, str]]:
    """Return every button that can be pressed: its action and its value."""
    found = []
    for attributes in BUTTON.findall(html):
        if 'aria-disabled="true"' in attributes:
            continue
        act = re.search(r'data-act="([^"]*)"', attributes)
        value = re.search(r'data-value="([^"]*)"', attributes)
        assert act
        found.append((unescape(act[1]), unescape(value[1]) if value else ""))
    return found


def with_other_hidden_cards(game: Game, seat: int, rng: random.Random) -> Game:
    """Return a game that `seat` cannot distinguish from this one: only hidden information differs."""
    twin = game.copy()
    stack = twin.table.stack
    for player in twin.table.players:
        if player.seat == seat:
            continue
        count = len(player.hand)
        for spell in player.hand:
            stack.shuffle_in(spell)
        spells = [card for card in stack if isinstance(card, twing.Spell)]
        player.hand = []
        for _ in range(count):
            spell = rng.choice([each for each in spells if stack.count(each)])
            stack.take(spell)
            player.hand.append(spell)
        cards = player.cats + player.traps
        cats = rng.randint(0, cards)
        player.response_cards = ResponseCards(cats, cards - cats)
    all_rulings = twin.table.rulings
    for place, (rule, case, facts) in enumerate(all_rulings):
        changed = {
            name: HiddenFact(twing.Spell("A", 9), fact.known_to, fact.placeholder, fact.also_known_to)
            if isinstance(fact, HiddenFact) and seat not in (fact.known_to, fact.also_known_to)
            else fact
            for name, fact in facts.items()
        }
        all_rulings[place] = (rule, case, changed)
    return twin


def read(html: str) -> str:
    """Return the text of a panel, with explained words as plain words."""
    plain = re.sub(r'<button[^>]*class="tk-explained"[^>]*>(.*?)</button>', r"\1", html)
    return unescape(re.sub(r'<span class="tk-unbroken">(.*?)</span>', r"\1", plain))


def unguarded(html: str) -> list[str]:
    """Return the buttons that answer but have no guard against a double press, which would answer the next
    question, too."""
    return [
        attributes
        for attributes in BUTTON.findall(html)
        if re.search(r'data-act="(answer|confirm)"', attributes) and "data-once" not in attributes
    ]
