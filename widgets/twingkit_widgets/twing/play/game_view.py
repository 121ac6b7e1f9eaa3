"""The view of a game of Imperial Twing on the play page: goal, battle, and statistics."""

from __future__ import annotations

from twingkit import twing
from twingkit.core.rulebook import YOU
from twingkit.twing.rules.fight import Fight
from twingkit.twing.view import SeatView, View
from twingkit_widgets.panel.controls import column_heads, rule_button, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.twing.pictures.cards import cards_html
from twingkit_widgets.twing.pictures.drawing import object_svg, ornicle_svg
from twingkit_widgets.twing.pictures.table import chips_row
from twingkit_widgets.twing.pictures.table import table_html as scene_html
from twingkit_widgets.twing.play.names import player_fact, say_of, short_name
from twingkit_widgets.twing.play.news import VICTORIES
from twingkit_widgets.twing.play.offers import strength
from twingkit_widgets.twing.play.pairings import Pairing
from twingkit_widgets.twing.play.table import fact_html, object_colour, power_chip
from twingkit_widgets.twing.play.words import singular_key


def fight_of(match: Match) -> Fight | None:
    """Return the battle under way, if any card is laid."""
    fight: Fight | None = match.game.table.fight
    if fight is None or fight.over or not any(side.lay.spells or side.lay.units for side in fight.sides):
        return None
    return fight


def battles_won(player_view: PlayerView) -> list[int]:
    """Return the number of battles each player has won, by seat; each pairing of an end-game attack
    counts."""
    seats = {player.name: player.seat for player in player_view.view.seats}
    won = [0] * len(seats)
    for ruling in player_view.rulings:
        if (ruling.rule, ruling.case) in VICTORIES:
            won[seats[ruling.facts["side"]]] += 1
    return won


def goal_html(player_view: PlayerView) -> Markup:
    """Return the visitor's role, the goal and the progress towards it, and threats."""
    view: View = player_view.view
    variant = view.variant
    own, needed = view.own, variant.objects_needed
    owned = len(own.objects) + len(own.stored)
    key = "finish" if own.endgame else "enter" if owned >= needed else "collect"
    if key != "finish" and variant.distinct_colours:
        key = "colours"
    objects = player_view.say("goal.more" if owned > needed else "goal.objects", n=owned, needed=needed)
    ornicles = player_view.say("goal.ornicles", n=own.ornicles, price=variant.price)
    facts = [fact_html(object_svg("hat", ""), objects), fact_html(ornicle_svg(""), ornicles)]
    counts = el("p", facts, cls="tk-play-facts")
    title = say_of("goal.you", own)
    goal = player_view.terms.mark_terms(player_view.say(f"goal.{key}", needed=needed))
    words = el("p", el("b", title), " ", goal)
    return el("div", words, counts, _danger(player_view), cls="tk-play-goal", data_key="goal")


def _danger(player_view: PlayerView) -> Markup | None:
    if not player_view.headline.warning:
        return None
    rule = rule_button(player_view.headline.danger, "rule", key="danger:rule")
    return el("p", player_view.headline.warning, " ", rule, cls="tk-note", data_key="danger")


def battle_html(player_view: PlayerView) -> Markup | None:
    """Return the picture of the battle; of several pairings the visitor's own first, the others collapsed."""
    view, pairings = player_view.view, player_view.scene
    if view.kind == "attack" and view.battle is not None and not player_view.match.pause:
        defenders = [view.seats[side.seat] for side in view.battle.sides[1:]]
        foes = [_defender_facts(seat, player_view) for seat in defenders]
        return el("section", foes, cls="tk-play-battle", data_asked=True, data_key="battle")
    if not pairings:
        return None
    if view.kind == "defend" and not player_view.match.pause and fight_of(player_view.match):
        return _attack(player_view, pairings[0])
    main, *others = sorted(pairings, key=lambda pairing: view.player not in pairing.seats)
    heads = {"battle": "battle", "duel": "duel", "endgame": "end_battle"}
    title = el("h3", player_view.headline.above or player_view.say(f"table.{heads[main.kind]}"))
    return el(
        "section",
        title,
        _pairing(player_view, main, bool(others)),
        [
            el(
                "details",
                el("summary", _versus(player_view, pairing)),
                _pairing(player_view, pairing, False),
                data_key=f"pairing:{pairing.seats[1]}",
            )
            for pairing in others
        ],
        cls="tk-play-battle tk-stepper-table",
        data_asked=_is_about_battle(player_view),
        data_key="battle",
    )


def _attack(player_view: PlayerView, pairing: Pairing) -> Markup | None:
    """Return the attack alone, while the visitor still has to answer it."""
    side = pairing.scene.sides[0]
    if not side.has_laid:
        return None
    attacker = player_view.view.seats[pairing.seats[0]]
    title = say_of(singular_key("table.attack", side.power), attacker, n=side.power)
    cards = cards_html((*side.spells, *side.units))
    chips = _chips(attacker, player_view)
    return el(
        "section", el("h3", title), cards, chips, cls="tk-play-battle", data_asked=True, data_key="battle"
    )


def _defender_facts(seat: SeatView, player_view: PlayerView) -> Markup:
    """Return what is known of a defender: cards in hand, creatures and active objects."""
    known = f"{short_name(seat)}: {strength(seat)}"
    return el("div", el("p", known), _chips(seat, player_view), cls="tk-play-foe")


def _chips(seat: SeatView, player_view: PlayerView) -> Markup | None:
    """Return the active objects of a player, whose powers count in the battle."""
    view = player_view.view
    chips = [
        power_chip(name, f"battle:{seat.seat}:{name}", colour=object_colour(view, name))
        for name in seat.objects
    ]
    return chips_row(chips) if chips else None


def _is_about_battle(player_view: PlayerView) -> bool:
    """Return whether the pending question is about the battle shown; False once it is over."""
    asked = player_view.asked
    return asked is not None and not player_view.rules.chosen_first(asked, player_view)


def _versus(player_view: PlayerView, pairing: Pairing) -> str:
    who, other = (
        player_fact(player_view.view.seats[seat].name, player_view.view.own.name) for seat in pairing.seats
    )
    versus = say_of("table.pairing", who=who, other=other)
    points = [side.points for side in pairing.scene.sides]
    return versus if None in points else f"{versus}: {points[0]} : {points[1]}"


def _pairing(player_view: PlayerView, pairing: Pairing, named: bool) -> Markup:
    view: View = player_view.view
    helped: list[Child] = []
    for index, supporters in enumerate(pairing.supporters):
        if supporters:
            words = twing.rulebook().words.for_reader({view.own.name: YOU})
            names = words.label([view.seats[seat].name for seat in supporters], "dat")
            side = view.seats[pairing.seats[index]]
            key = "table.supported_you" if side is view.own else "table.supported"
            helped.append(el("p", say_of(key, side, others=names), cls="tk-small"))
    return join(
        el("p", _versus(player_view, pairing), cls="tk-label") if named else None,
        scene_html(pairing.scene, act="rule"),
        helped,
    )


def summary_html(player_view: PlayerView) -> Markup:
    """Return the statistics of the game."""
    view: View = player_view.view
    won = battles_won(player_view)
    heads = [player_view.say(f"end.{key}") for key in ("player", "won", "objects", "ornicles")]
    caption = el("caption", player_view.say("end.summary"), cls="tk-label")
    rows = [
        el(
            "tr",
            el("th", player_view.say(f"character.{seat.character}"), scope="row"),
            [el("td", n) for n in (won[seat.seat], len(seat.objects) + len(seat.stored), seat.ornicles)],
        )
        for seat in view.seats
    ]
    return el(
        "div",
        table_with_heads(column_heads(heads), rows, caption=caption),
        el("p", player_view.say("end.turns", n=view.turn), cls="tk-small"),
        cls="tk-stack tk-tight",
    )
