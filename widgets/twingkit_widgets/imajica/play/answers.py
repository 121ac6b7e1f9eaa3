"""Answers of Imajica in words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twingkit.core.acts import Act
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules import answers
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


def answer_label(answer: str) -> str:
    """Return the text of an answer in the game of Imajica, or of a chance result.

    >>> from twingkit.core.language import call_in_language
    >>> answer_label("seize slew with gentle gek-a-gek.2")
    'Seize Slew with Gentle and gek-a-gek (2)'
    >>> call_in_language("de", answer_label, "play pneuma by sartori")
    'Pneuma, von Sartori'
    """
    if act := answers.NOTATION.parse(answer):
        return act_label(act)
    word, *rest = answer.split()
    return capitalize_first(join_card_names(rest or [word]))


def act_label(act: Act, name_of_token: Callable[[str], str] | None = None) -> str:
    """Return an act in words; `name_of_token` returns the names of targets, by default the cards' names."""
    match act:
        case answers.Use():
            return _use_label(act, name_of_token)
        case answers.DealDamage(split) if split:
            return join_names([_said("damage", card=token_name(token), n=n) for token, n in split])
        case answers.Reassign(moves) if moves:
            return join_names([move_label(move) for move in moves])
        case answers.LayPath(card, site):
            return _said("path", card=token_name(card), site=token_name(site))
        case answers.DiscardPath(number):
            return _said("path_number", n=number)
        case answers.Deed(target, tokens):
            key = act.word if tokens else f"{act.word}_whom"
            return _said(key, target=token_name(target), cards=join_card_names(tokens))
        case answers.NamedCharacters(tokens):
            return _said(act.word, cards=join_card_names(tokens))
        case answers.LaySite(token) | answers.Call(token) | answers.Retreat(token):
            return _said(act.word, cards=token_name(token))
        case answers.ChooseCharacter(token):
            return capitalize_first(token_name(token))
    return _said(str(act).replace(" ", "_"))


def move_label(move: answers.Move) -> str:
    """Return one move of a reassignment, such as `irish>reserve`, in words."""
    key = "to_reserve" if move.place == "reserve" else "to_site"
    return _said(key, card=token_name(move.token), site=token_name(move.place))


def _use_label(use: answers.Use, named: Callable[[str], str] | None) -> str:
    name = token_name(use.subject)
    aim = join_names([named(token) for token in use.targets]) if named else join_card_names(use.targets)
    if isinstance(use, answers.UseAffiliation):
        return _said(use.word if aim else f"{use.word}_whom", card=name, targets=aim)
    ally = use.ally if isinstance(use, answers.Play) else None
    power = _said("power", card=name) if isinstance(use, answers.UsePower) else name
    key = "_".join(["by"] * bool(ally) + ["on"] * bool(use.targets))
    source = token_name(ally) if ally else ""
    return _said(key, card=power, source=source, targets=aim) if key else power


def token_svg(token: str) -> Markup | None:
    """Return the drawing of a card by its id or token, or None if it is not a card."""
    card = load_cards().get(token.partition(".")[0])
    return card_drawing(card) if card else None


def act_rules_text(use: Act | None) -> str:
    """Return the text of the card or power that an answer plays, or "" for other answers."""
    if not isinstance(use, answers.Play | answers.UsePower):
        return ""
    card = load_cards().get(use.subject.partition(".")[0])
    if card is None:
        return ""
    if isinstance(use, answers.Play):
        return " ".join(effect.text() for effect in card.effects)
    powers = [power[0] for power in card.powers]
    number = int(use.number) if use.number.isdecimal() else 1
    return powers[number - 1].text() if number <= len(powers) else ""
