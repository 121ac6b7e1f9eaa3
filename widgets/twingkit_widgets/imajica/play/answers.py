"""Answers of Imajica in words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.answers import (
    NOTATION,
    Call,
    DealDamage,
    Deed,
    DiscardPath,
    End,
    HandChoice,
    LayPath,
    LaySite,
    Move,
    NamedCharacters,
    Pass,
    Play,
    Reassign,
    Retreat,
    Use,
    UseAffiliation,
    UsePower,
)
from twingkit_widgets.imajica.pictures.drawing import card_drawing
from twingkit_widgets.imajica.play.words import WORDS
from twingkit_widgets.imajica.words import seat_name, token_name
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.table.play.player_view import PlayerView


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
    match act := NOTATION.parse(answer):
        case Use():
            return _use_label(act, name_of_token)
        case DealDamage(split) if split:
            return join_names([_said("damage", card=token_name(token), n=n) for token, n in split])
        case Reassign(moves) if moves:
            return join_names([move_label(move) for move in moves])
        case Pass() | End() | HandChoice() | DealDamage() | Reassign():
            return _said(str(act).replace(" ", "_"))
        case LayPath(card, site):
            return _said("path", card=token_name(card), site=token_name(site))
        case DiscardPath(number):
            return _said("path_number", n=number)
        case Deed(target, ()):
            return _said(f"{act.word}_whom", target=token_name(target))
        case Deed(target, tokens):
            return _said(act.word, target=token_name(target), cards=join_card_names(tokens))
        case NamedCharacters(tokens):
            return _said(act.word, cards=join_card_names(tokens))
        case LaySite(token) | Call(token) | Retreat(token):
            return _said(act.word, cards=token_name(token))
    word, *rest = answer.split()
    return capitalize_first(join_card_names(rest or [word]))


def move_label(move: Move) -> str:
    """Return one move of a reassignment, such as `irish>reserve`, in words."""
    key = "to_reserve" if move.place == "reserve" else "to_site"
    return _said(key, card=token_name(move.token), site=token_name(move.place))


def _use_label(use: Use, named: Callable[[str], str] | None) -> str:
    name = token_name(use.subject)
    aim = join_names([named(token) for token in use.targets]) if named else join_card_names(use.targets)
    if isinstance(use, UseAffiliation):
        return _said(use.word if aim else f"{use.word}_whom", card=name, targets=aim)
    ally = use.ally if isinstance(use, Play) else None
    power = _said("power", card=name) if isinstance(use, UsePower) else name
    key = "_".join(["by"] * bool(ally) + ["on"] * bool(use.targets))
    source = token_name(ally) if ally else ""
    return _said(key, card=power, source=source, targets=aim) if key else power


def token_svg(token: str) -> Markup | None:
    """Return the drawing of a card by its id or token, or None if it is not a card."""
    card = load_cards().get(token.partition(".")[0])
    return card_drawing(card) if card else None


def act_rules_text(answer: str) -> str:
    """Return the text of the card or power that an answer plays, or "" for other answers."""
    use = NOTATION.parse(answer)
    card = load_cards().get(use.subject.partition(".")[0]) if isinstance(use, Play | UsePower) else None
    if card is None:
        return ""
    if isinstance(use, Play):
        return " ".join(effect.text() for effect in card.effects)
    powers = [power[0] for power in card.powers]
    number = int(use.number) if isinstance(use, UsePower) and use.number.isdecimal() else 1
    return powers[number - 1].text() if number <= len(powers) else ""
