"""The contents of the play page for a game: goal, battle, and statistics."""

from __future__ import annotations

from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.typed_rulings import BattleWon
from twingkit.twing.view import GameView, PublicPlayerInfo
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Markup, el, join
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.twing.pictures.cards import cards_html
from twingkit_widgets.twing.pictures.drawing import magical_object_svg, ornicle_svg
from twingkit_widgets.twing.pictures.table import battle_table_html as scene_html
from twingkit_widgets.twing.pictures.table import labelled_html
from twingkit_widgets.twing.play import names as naming
from twingkit_widgets.twing.play.offers import visible_strength_text
from twingkit_widgets.twing.play.pairings import PairingView
from twingkit_widgets.twing.play.table import element_name, inactive_objects_reason, possession_html
from twingkit_widgets.twing.play.words import key_for_count


def fight_of(match: Match) -> Fight | None:
    """Return the battle in progress; None before any side has laid a card and after the battle has ended."""
    fight: Fight | None = match.game.table.fight
    if fight is None or fight.over or not any(side.lay.spells or side.lay.units for side in fight.sides):
        return None
    return fight


def battles_won_by_seat(player_view: PlayerView) -> list[int]:
    """Return the number of battles won by each seat.

    Each pairing of an end-game attack counts.
    """
    seats = {player.name: player.seat for player in player_view.view.seats}
    won = [0] * len(seats)
    for ruling in player_view.visible_rulings:
        if isinstance(victory := ruling.event, BattleWon):
            won[seats[victory.side]] += 1
    return won


def goal_html(player_view: PlayerView) -> Markup | None:
    """Render the visitor's aim in the game and the progress towards it; None if the visitor has left the
    game.
    """
    view: GameView = player_view.view
    variant = view.variant
    own, needed = view.own_seat, variant.objects_needed
    if own.has_left:
        return None
    owned = len(own.active_objects) + len(own.inactive_objects)
    key = "finish" if own.in_endgame else "enter" if owned >= needed else "collect"
    if key != "finish" and variant.distinct_colours:
        key = "colours"
    objects = player_view.say("goal.more" if owned > needed else "goal.objects", n=owned, needed=needed)
    ornicles = player_view.say("goal.ornicles", n=own.ornicles, price=variant.price)
    facts = [
        possession_html(magical_object_svg("hat", ""), objects),
        possession_html(ornicle_svg(""), ornicles),
    ]
    counts = el("p", facts, cls="tk-play-facts")
    title = naming.say_about_player("goal.you", own, element=element_name(own.character))
    mark = player_view.term_marker.mark_new_terms
    in_headline = player_view.is_first_game and player_view.question and not player_view.match.can_undo
    role = None if in_headline else el("b", mark(title), " ")
    words = el("p", role, mark(player_view.say(f"goal.{key}", needed=needed)))
    return el("div", words, counts, cls="tk-play-goal", data_key="goal")


def battle_html(player_view: PlayerView) -> Markup | None:
    """Render the battle in progress, or the possible defenders while the visitor chooses an attack; None if
    there is nothing to show.

    Of several pairings the visitor's own comes first, the others are collapsed.
    """
    view, pairings = player_view.view, player_view.contest_scene
    if view.question_kind == "attack" and view.battle is not None and not player_view.match.pause_reason:
        defenders = [view.seats[side.seat] for side in view.battle.sides[1:]]
        foes = [_defender_facts(seat) for seat in defenders]
        return el("section", foes, cls="tk-play-battle", data_asked=True, data_key="battle")
    if not pairings:
        return None
    if view.question_kind == "defend" and not player_view.match.pause_reason and fight_of(player_view.match):
        return _attack(player_view, pairings[0])
    main, *others = sorted(pairings, key=lambda pairing: view.player not in pairing.seats)
    heads = {"battle": "battle", "duel": "duel", "endgame": "end_battle"}
    title = el("h3", player_view.headline.contest_text or player_view.say(f"table.{heads[main.kind]}"))
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


def _attack(player_view: PlayerView, pairing: PairingView) -> Markup | None:
    side = pairing.scene.sides[0]
    if not side.has_laid:
        return None
    attacker = player_view.view.seats[pairing.seats[0]]
    title = naming.say_about_player(key_for_count("table.attack", side.power), attacker, n=side.power)
    cards = labelled_html(title, cards_html((*side.spells, *side.units)))
    objects = _named_objects(attacker)
    return el("section", cards, objects, cls="tk-play-battle", data_asked=True, data_key="battle")


def _defender_facts(seat: PublicPlayerInfo) -> Markup:
    known = f"{naming.name_without_article(seat)}: {visible_strength_text(seat)}"
    return el("div", el("p", known), _named_objects(seat), cls="tk-play-foe")


def _named_objects(seat: PublicPlayerInfo) -> Markup | None:
    """Return one line with a player's objects, which opens to show their powers; None if the player has
    none.
    """
    names = [naming.object_name(name) for name in seat.active_objects]
    if not names:
        return None
    listed = naming.say_about_player("table.objects_of", seat, objects=", ".join(names))
    powers = [
        el("li", el("b", name, ":"), " ", naming.object_power_text(key, seat.name))
        for key, name in zip(seat.active_objects, names, strict=True)
    ]
    powers += [
        el("li", el("b", naming.object_name(key), ":"), " ", inactive_objects_reason(seat))
        for key in seat.inactive_objects
    ]
    return el(
        "details",
        el("summary", listed),
        el("ul", powers, cls="tk-list"),
        cls="tk-small",
        data_key=f"objects:{seat.seat}",
    )


def _is_about_battle(player_view: PlayerView) -> bool:
    """Return whether the pending question is about the battle shown; False once it is over."""
    question = player_view.question
    return question is not None and not player_view.play_design.shows_controls_above_contest(
        question, player_view
    )


def _versus(player_view: PlayerView, pairing: PairingView) -> str:
    who, other = (
        naming.player_fact(player_view.view.seats[seat].name, player_view.view.own_seat.name)
        for seat in pairing.seats
    )
    versus = naming.say_about_player("table.pairing", who=who, other=other)
    points = [side.points for side in pairing.scene.sides]
    return versus if None in points else f"{versus}: {points[0]} : {points[1]}"


def _pairing(player_view: PlayerView, pairing: PairingView, named: bool) -> Markup:
    view: GameView = player_view.view
    fights = view.player in pairing.seats and not player_view.match.plays_all_seats
    own_side = pairing.seats.index(view.player) if fights else None
    return join(
        el("p", _versus(player_view, pairing), cls="tk-label") if named else None,
        scene_html(pairing.scene, "rule", player_view.rule_mark, own_side),
        pairing.support_html([seat.name for seat in view.seats], view.own_seat.name),
    )


def game_statistics_html(player_view: PlayerView) -> Markup:
    """Return a table of battles won, objects and Ornicles by player, and the number of turns."""
    view: GameView = player_view.view
    won = battles_won_by_seat(player_view)
    out = any(ruling.rule == "TW-END-2" for ruling in player_view.visible_rulings)
    returned = out and not view.variant.out_gives
    heads = [player_view.say(f"end.{key}") for key in ("player", "won", "objects", "ornicles")]
    caption = el("caption", player_view.say("end.summary"), cls="tk-label")
    rows = [
        el(
            "tr",
            el("th", player_view.say(f"character.{seat.character}"), scope="row"),
            [
                el("td", n)
                for n in (
                    won[seat.seat],
                    len(seat.active_objects) + len(seat.inactive_objects),
                    seat.ornicles,
                )
            ],
        )
        for seat in view.seats
    ]
    return el(
        "div",
        table_with_heads(column_heads(heads), rows, caption=caption),
        el("p", player_view.say("end.to_middle"), cls="tk-small") if returned else None,
        el("p", player_view.say("end.turns", n=view.turn_number), cls="tk-small"),
        cls="tk-stack tk-tight",
    )
