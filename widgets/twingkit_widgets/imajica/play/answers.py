"""Answers of Imajica in words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twingkit.imajica.box.cards import load_cards
from twingkit_widgets.imajica.pictures.drawing import card_drawing
from twingkit_widgets.imajica.play.words import WORDS
from twingkit_widgets.imajica.words import seat_name, token_name
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.table.play.player_view import PlayerView

FIXED_ANSWERS = ("pass", "end", "hand keep", "hand redraw", "damage none")
"""Answers whose words are always the same."""

POWER_WORDS = ("use", "artist", "rasa")
"""First words of answers that use a power."""

ACT_WORDS = ("play", *POWER_WORDS)
"""First words of answers that play a card or use a power."""


def _said(key: str, **facts: object) -> str:
    return WORDS.say(f"answer.{key}", **facts)


def join_card_names(tokens: Iterable[str], conjunction: str = "and") -> str:
    """Return the names of cards, the last one joined with "and" or "or"."""
    return join_names([token_name(token) for token in tokens], conjunction)


def name_with_controller(token: str, player_view: PlayerView) -> str:
    """Return a card's name together with its controller; only the name for a Path, a card in the Circle or
    one not in play.
    """
    piece = player_view.match.game.table.pieces.get(token)
    name = token_name(token)
    if piece is None or piece.area in ("circle", "path"):
        return name
    view = player_view.view
    if piece.controller == view.player:
        return player_view.say("now.whose_own", card=name)
    who = seat_name(view.seats[piece.controller].name)
    return player_view.say("now.whose", card=name, who=who)


def answer_label(answer: str, name_of_token: Callable[[str], str] | None = None) -> str:
    """Return the text of an answer in the game of Imajica; `name_of_token` returns the names of targets, by
    default the cards' names.

    >>> from twingkit.core.language import call_in_language
    >>> answer_label("seize slew with gentle gek-a-gek.2")
    'Seize Slew with Gentle and gek-a-gek (2)'
    >>> call_in_language("de", answer_label, "play pneuma by sartori")
    'Pneuma, von Sartori'
    """
    if answer in FIXED_ANSWERS:
        return _said(answer.replace(" ", "_"))
    word, *rest = answer.split()
    if word in ACT_WORDS:
        return _act_label(word, rest, name_of_token)
    if word == "damage":
        pairs = zip(rest[::2], rest[1::2], strict=False)
        return join_names([_said("damage", card=token_name(token), n=n) for token, n in pairs])
    if word == "reassign" and not rest:
        return _said("reassign")
    if word == "reassign":
        return join_names([move_label(move) for move in rest])
    if word == "path" and len(rest) == 3:
        return _said("path", card=token_name(rest[0]), site=token_name(rest[2]))
    if word == "path":
        return _said("path_number", n=rest[0])
    if word in ("challenge", "seize") and len(rest) == 1:
        return _said(f"{word}_whom", target=token_name(rest[0]))
    if word in ("challenge", "seize"):
        return _said(word, target=token_name(rest[0]), cards=join_card_names(rest[2:]))
    if word in ("defend", "contest", "advance", "lay", "call", "retreat"):
        return _said(word, cards=join_card_names(rest))
    return capitalize_first(join_card_names(rest or [word]))


def move_label(move: str) -> str:
    """Return one move of a reassignment, such as `irish>reserve`, in words."""
    token, _, place = move.partition(">")
    key = "to_reserve" if place == "reserve" else "to_site"
    return _said(key, card=token_name(token), site=token_name(place))


def _act_label(word: str, rest: list[str], named: Callable[[str], str] | None) -> str:
    head, targets = split_off_targets(rest)
    name = token_name(head[0])
    aim = join_names([named(token) for token in targets]) if named else join_card_names(targets)
    if word in ("artist", "rasa"):
        return _said(word if aim else f"{word}_whom", card=name, targets=aim)
    by = "by_" if head[1:2] == ["by"] else ""
    source = token_name(head[2]) if by else ""
    power = _said("power", card=name) if word == "use" else name
    key = f"{by}on" if targets else by.rstrip("_")
    return _said(key, card=power, source=source, targets=aim) if key else power


def split_off_targets(rest: list[str]) -> tuple[list[str], list[str]]:
    """Split the words of an answer after its first at the word `on`: return the words before it, and the
    targets after it.
    """
    place = rest.index("on") if "on" in rest else len(rest)
    return rest[:place], rest[place + 1 :]


def token_svg(token: str) -> Markup | None:
    """Return the drawing of a card by its id or token, or None if it is not a card."""
    card = load_cards().get(token.partition(".")[0])
    return card_drawing(card) if card else None


def act_rules_text(answer: str) -> str:
    """Return the text of the card or power that an answer plays, or "" for other answers."""
    word, *rest = answer.split()
    if word not in ("play", "use"):
        return ""
    card = load_cards().get(rest[0].partition(".")[0])
    if card is None:
        return ""
    if word == "play":
        return " ".join(effect.text() for effect in card.effects)
    powers = [power[0] for power in card.powers]
    number = int(rest[1]) if rest[1:2] and rest[1].isdecimal() else 1
    return powers[number - 1].text() if number <= len(powers) else ""
