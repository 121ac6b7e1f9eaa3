"""The shelves of the gallery that hold cards and technologies: each a list of pieces in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from twingkit.imperium.box.decks import short_decks
from twingkit.imperium.box.names import card_rules
from twingkit.imperium.box.tables import table_rows
from twingkit.imperium.box.tiles import COLOURS
from twingkit.imperium.galaxy.agenda.cards import agenda_cards
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.technology.cards import Technology, technologies
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.rulebook.emblems import (
    card_svg,
    colour_svg,
    colours_html,
    strategy_svg,
)
from twingkit_widgets.imperium.rulebook.gallery_words import card_name, faction_title, say, unit_title
from twingkit_widgets.imperium.rulebook.piece import Piece
from twingkit_widgets.panel.markup import Child, Markup, el


def windows(text: str) -> str:
    """The windows in which a card is played, in words; `text` has them with strokes between."""
    return say("or").join(say(f"window.{name.replace('.', '_')}") for name in text.split("|"))


@cache
def _short() -> frozenset[str]:
    decks = short_decks()
    return frozenset((*decks.action_cards, *decks.agendas, *decks.stage_1, *decks.secrets, *decks.notes))


def _in_short(card: str) -> str:
    return say("short") if card in _short() else ""


# -- technologies


def technology_pieces() -> Iterator[Piece]:
    """Yield the technologies: those of all by colour, the unit upgrades, then those of the factions."""
    order = {colour: rank for rank, colour in enumerate((*COLOURS, ""))}
    listed = sorted(
        technologies().values(),
        key=lambda card: (card.faction != "", card.faction, order[card.colour], len(card.prerequisites)),
    )
    for card in listed:
        yield technology_piece(card)


def technology_piece(card: Technology) -> Piece:
    """A technology: its colour, its prerequisites, its faction."""
    colour = say(f"colour.{card.colour or 'none'}")
    needs = [
        say("counted", n=n, what=say(f"colour.{name}")) for name, n in Counter(card.prerequisites).items()
    ]
    requirement = say("needs", what=", ".join(needs)) if needs else say("needs_nothing")
    facts: tuple[Child, ...] = (
        [colour_svg(card.colour), colour],
        [_signs(card), requirement],
        say("upgrades", unit=unit_title(card.unit)) if card.unit else None,
        faction_title(card.faction) if card.faction else None,
        say("exhausts") if card.exhausts else None,
    )
    figure = unit_svg(card.unit) if card.unit else colour_svg(card.colour)
    return Piece(
        id=card.id,
        title=card_name(card.id),
        figure=figure,
        facts=facts,
        rule=card_rules()[card.id],
        words=" ".join([colour, *needs, faction_title(card.faction) if card.faction else ""]),
    )


def _signs(card: Technology) -> Markup | None:
    """The symbols of a technology's prerequisites."""
    needs = colours_html(card.prerequisites)
    return el("span", needs, aria_hidden="true", cls="tk-signs") if needs else None


# -- cards


def strategy_pieces() -> Iterator[Piece]:
    """Yield the strategy cards by their numbers."""
    for row in table_rows("strategy_cards.csv"):
        yield Piece(
            id=row["id"],
            title=say("numbered", n=row["number"], what=_title(row["rule"], row["name"])),
            figure=strategy_svg(row["number"]),
            facts=(say("initiative", n=row["number"]),),
            rule=row["rule"],
        )


def _title(rule: str, name: str) -> str:
    from twingkit.imperium.texts.rulebook import rulebook

    return rulebook()[rule].title() if rule in rulebook() else name


def action_pieces() -> Iterator[Piece]:
    """Yield the action cards by their names."""
    pieces = []
    for row in table_rows("action_cards.csv"):
        when = windows(row["window"])
        copies = int(row["copies"])
        pieces.append(
            Piece(
                id=row["id"],
                title=card_name(row["id"]),
                figure=card_svg("action", f"×{copies}" if copies > 1 else ""),
                facts=(
                    when,
                    say("copies" if copies > 1 else "copies_one", n=copies),
                    _in_short(row["id"]),
                ),
                rule=row["rule"],
                words=when,
            )
        )
    yield from sorted(pieces, key=lambda piece: piece.title)


def agenda_pieces() -> Iterator[Piece]:
    """Yield the agendas: laws, then directives."""
    for card in sorted(agenda_cards().values(), key=lambda card: (card.kind != "law", card.name)):
        kind, elect = say(f"kind.{card.kind}"), say(f"elect.{card.elect}")
        condition = say(f"condition.{card.condition}") if card.condition else ""
        yield Piece(
            id=card.id,
            title=card_name(card.id),
            figure=card_svg(card.kind),
            facts=(kind, elect, condition, _in_short(card.id)),
            rule=card.rule,
            words=f"{kind} {elect}",
        )


def note_pieces() -> Iterator[Piece]:
    """Yield the promissory notes: those of all, then those of the factions."""
    rows = table_rows("promissory_notes.csv")
    for row in sorted(rows, key=lambda row: row["owner"] != "any"):
        owner = say("of_all") if row["owner"] == "any" else faction_title(row["owner"])
        stays = row["stays"] == "1"
        yield Piece(
            id=row["id"],
            title=card_name(row["id"]),
            figure=card_svg("note"),
            facts=(
                owner,
                windows(row["window"]),
                say("stays" if stays else "goes_home"),
                _in_short(row["id"]),
            ),
            rule=row["rule"],
            words=owner,
        )


def objective_pieces() -> Iterator[Piece]:
    """Yield the objectives: both stages, then the secret ones."""
    for card in sorted(objective_cards().values(), key=lambda card: (card.stage or 3, card.name)):
        stage = say(f"stage.{card.stage}")
        yield Piece(
            id=card.id,
            title=card_name(card.id),
            figure=card_svg("secret" if card.secret else "objective", str(card.points)),
            facts=(
                stage,
                say("points" if card.points > 1 else "points_one", n=card.points),
                say(f"phase.{card.phase}"),
                _in_short(card.id),
            ),
            rule=card.rule,
            words=stage,
        )
