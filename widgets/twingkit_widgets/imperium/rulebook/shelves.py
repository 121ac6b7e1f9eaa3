"""The gallery shelves of cards and technologies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from twingkit.imperium.box.decks import short_game_decks
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.tiles import TECHNOLOGY_COLOURS
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.technology.cards import Technology, technologies_by_id
from twingkit_widgets.imperium.pictures.drawing import DRAWINGS, unit_svg
from twingkit_widgets.imperium.pictures.names import faction_name, unit_name
from twingkit_widgets.imperium.rulebook.gallery_words import component_name, say
from twingkit_widgets.imperium.rulebook.piece import GalleryPiece
from twingkit_widgets.panel.markup import Child, Markup, el, esc, svg_picture

_TEXT = 'font-family="system-ui,sans-serif" font-weight="750" text-anchor="middle"'


def card_emblem_svg(kind: str, sign: str = "") -> Markup:
    """Return the emblem of a kind of card with a number or letter in the corner, for
    strategy cards in the middle.
    """
    frame = (
        '<rect x="2" y="2" width="60" height="80" rx="6" fill="none" stroke="currentColor" stroke-width="2"/>'
    )
    x, y, size = (32, 51, 26) if kind == "strategy" else (12, 18, 13)
    text = f'<text x="{x}" y="{y}" {_TEXT} font-size="{size}" fill="currentColor">{esc(sign)}</text>'
    return svg_picture(64, 84, frame + DRAWINGS["card"][kind] + (text if sign else ""), "", "emblem")


def _colour_svg(colour: str) -> Markup:
    """Return the symbol of a technology colour: its shape with its letter."""
    lower = {"red": 30}.get(colour, 26)
    letter = (
        f'<text x="20" y="{lower}" {_TEXT} font-size="16" class="tk-sign-letter">{colour[0].upper()}</text>'
        if colour
        else ""
    )
    cls = f"tk-sign tk-sign-{colour or 'none'}"
    outline = DRAWINGS["colour"][colour]
    return svg_picture(40, 40, f'<path d="{outline}" class="{cls}"/>{letter}', "", "sign")


def _card_windows_text(text: str) -> str:
    """Return, as text, the windows in which a card can be played; `text` has their names separated by `|`."""
    return say("or").join(say(f"window.{name.replace('.', '_')}") for name in text.split("|"))


@cache
def _short() -> frozenset[str]:
    decks = short_game_decks()
    objectives = (*decks.stage_1_objectives, *decks.secret_objectives)
    return frozenset((*decks.action_cards, *decks.agendas, *objectives, *decks.promissory_notes))


def _in_short(card: str) -> str:
    return say("short") if card in _short() else ""


# -- technologies


def technology_pieces() -> Iterator[GalleryPiece]:
    """Return the technologies: common ones by colour, unit upgrades, then faction technologies."""
    order = {colour: rank for rank, colour in enumerate((*TECHNOLOGY_COLOURS, ""))}
    listed = sorted(
        technologies_by_id().values(),
        key=lambda card: (card.faction != "", card.faction, order[card.colour], len(card.prerequisites)),
    )
    return map(technology_piece, listed)


def technology_piece(card: Technology) -> GalleryPiece:
    """Return the gallery entry of a technology: colour, prerequisites, faction."""
    colour = say(f"colour.{card.colour or 'none'}")
    needs = [
        say("counted", n=n, what=say(f"colour.{name}")) for name, n in Counter(card.prerequisites).items()
    ]
    requirement = say("needs", what=", ".join(needs)) if needs else say("needs_nothing")
    facts: tuple[Child, ...] = (
        [_colour_svg(card.colour), colour],
        [_signs(card), requirement],
        say("upgrades", unit=unit_name(card.unit_class)) if card.unit_class else None,
        faction_name(card.faction) if card.faction else None,
        say("exhausts") if card.exhausts else None,
    )
    figure = unit_svg(card.unit_class) if card.unit_class else _colour_svg(card.colour)
    return GalleryPiece(
        id=card.id,
        title=component_name(card.id),
        figure=figure,
        facts=facts,
        rule=rule_id_by_card_id()[card.id],
        extra_search_words=" ".join([colour, *needs, faction_name(card.faction) if card.faction else ""]),
    )


def _signs(card: Technology) -> Markup | None:
    needs = [_colour_svg(colour) for colour in card.prerequisites]
    return el("span", needs, aria_hidden="true", cls="tk-signs") if needs else None


# -- cards


def strategy_card_pieces() -> Iterator[GalleryPiece]:
    """Yield the strategy cards by number."""
    for row in box_csv_rows("strategy_cards.csv"):
        yield GalleryPiece(
            id=row["id"],
            title=say("numbered", n=row["number"], what=_title(row["rule"], row["name"])),
            figure=card_emblem_svg("strategy", row["number"]),
            facts=(say("initiative", n=row["number"]),),
            rule=row["rule"],
        )


def _title(rule: str, name: str) -> str:
    from twingkit.imperium.texts.rulebook import rulebook

    return rulebook()[rule].title() if rule in rulebook() else name


def action_card_pieces() -> Iterator[GalleryPiece]:
    """Yield the action cards by name."""
    for row in sorted(box_csv_rows("action_cards.csv"), key=lambda row: component_name(row["id"])):
        when, copies = _card_windows_text(row["window"]), int(row["copies"])
        yield GalleryPiece(
            id=row["id"],
            title=component_name(row["id"]),
            figure=card_emblem_svg("action", f"×{copies}" if copies > 1 else ""),
            facts=(when, say("copies" if copies > 1 else "copies_one", n=copies), _in_short(row["id"])),
            rule=row["rule"],
            extra_search_words=when,
        )


def agenda_pieces() -> Iterator[GalleryPiece]:
    """Yield the agendas: laws, then directives."""
    for card in sorted(agendas_by_id().values(), key=lambda card: (card.kind != "law", card.name)):
        kind, elect = say(f"kind.{card.kind}"), say(f"elect.{card.outcome_kind}")
        condition = say(f"condition.{card.condition}") if card.condition else ""
        yield GalleryPiece(
            id=card.id,
            title=component_name(card.id),
            figure=card_emblem_svg(card.kind),
            facts=(kind, elect, condition, _in_short(card.id)),
            rule=card.rule,
            extra_search_words=f"{kind} {elect}",
        )


def promissory_note_pieces() -> Iterator[GalleryPiece]:
    """Yield the promissory notes: common ones, then those of factions."""
    rows = box_csv_rows("promissory_notes.csv")
    for row in sorted(rows, key=lambda row: row["owner"] != "any"):
        owner = say("of_all") if row["owner"] == "any" else faction_name(row["owner"])
        stays = row["stays"] == "1"
        yield GalleryPiece(
            id=row["id"],
            title=component_name(row["id"]),
            figure=card_emblem_svg("note"),
            facts=(
                owner,
                _card_windows_text(row["window"]),
                say("stays" if stays else "goes_home"),
                _in_short(row["id"]),
            ),
            rule=row["rule"],
            extra_search_words=owner,
        )


def objective_pieces() -> Iterator[GalleryPiece]:
    """Yield the objectives: both public stages, then secret ones."""
    for card in sorted(objectives_by_id().values(), key=lambda card: (card.stage or 3, card.name)):
        stage = say(f"stage.{card.stage}")
        yield GalleryPiece(
            id=card.id,
            title=component_name(card.id),
            figure=card_emblem_svg("secret" if card.is_secret else "objective", str(card.points)),
            facts=(
                stage,
                say("points" if card.points > 1 else "points_one", n=card.points),
                say(f"phase.{card.scoring_phase}"),
                _in_short(card.id),
            ),
            rule=card.rule,
            extra_search_words=stage,
        )
