"""The view of a game of Imperial Twing on the play page: the goal, the battle, and the game in numbers."""

from __future__ import annotations

from twingkit import twing
from twingkit.rulebook import YOU
from twingkit.twing.rules.fight import Fight
from twingkit.twing.variants.variant import diff
from twingkit.twing.view import Seat, View
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.play.match import Match
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.rulebook.rulings import rule_button
from twingkit_widgets.twing.pictures.cards import cards_html
from twingkit_widgets.twing.pictures.drawing import object_svg, ornicle_svg
from twingkit_widgets.twing.pictures.table import table_html as scene_html
from twingkit_widgets.twing.play.names import Named, said, short_name
from twingkit_widgets.twing.play.news import VICTORIES
from twingkit_widgets.twing.play.offers import strength
from twingkit_widgets.twing.play.pairings import Pairing
from twingkit_widgets.twing.play.table import object_chip
from twingkit_widgets.twing.play.words import numbered


def fight_of(match: Match) -> Fight | None:
    """The battle under way, if any card is laid."""
    fight: Fight | None = match.game.table.fight
    if fight is None or fight.over or not any(side.lay.spells or side.lay.units for side in fight.sides):
        return None
    return fight


def battles_won(sight: Sight) -> list[int]:
    """The number of battles that each player has won so far, by seat; in an end-game attack each pairing
    counts."""
    seats = {player.name: player.seat for player in sight.view.seats}
    won = [0] * len(seats)
    for ruling in sight.rulings:
        if (ruling.rule, ruling.case) in VICTORIES:
            won[seats[ruling.facts["side"]]] += 1
    return won


def goal_html(sight: Sight) -> Markup:
    """Return who the person is, what the goal is and how far that is, what threatens, and the variant."""
    view: View = sight.view
    variant = view.variant
    own, needed = view.own, variant.objects_needed
    owned = len(own.objects) + len(own.stored)
    key = "finish" if own.endgame else "enter" if owned >= needed else "collect"
    if key != "finish" and variant.distinct_colours:
        key = "colours"
    icon = el("span", object_svg("hat", ""), cls="tk-play-icon", aria_hidden="true")
    gem = el("span", ornicle_svg(""), cls="tk-play-icon", aria_hidden="true")
    counts = el(
        "p",
        el(
            "span",
            icon,
            sight.say("goal.more" if owned > needed else "goal.objects", n=owned, needed=needed),
            cls="tk-play-fact",
        ),
        el(
            "span",
            gem,
            sight.say("goal.ornicles", n=own.ornicles, price=variant.price),
            cls="tk-play-fact",
        ),
        cls="tk-play-facts",
    )
    title = said(sight.lang, "goal.you", own)
    goal = sight.terms.marked(sight.say(f"goal.{key}", needed=needed))
    words = el("p", el("b", title), " ", goal)
    return el("div", words, counts, _danger(sight), _variant(sight), cls="tk-play-goal", data_key="goal")


def _variant(sight: Sight) -> Markup | None:
    """Return what is different from the usual rules."""
    changes = diff(twing.BOX, sight.view.variant)
    if not changes:
        return None
    named = ", ".join(change.switch.title(sight.lang) for change in changes)
    listed = [
        el(
            "li",
            el("b", change.switch.title(sight.lang)),
            ": ",
            change.switch.choice(change.other).text(sight.lang),
        )
        for change in changes
    ]
    return el(
        "details",
        el("summary", sight.say("goal.variant", names=named)),
        el("ul", listed, cls="tk-list tk-play-listed"),
        data_key="variant",
    )


def _danger(sight: Sight) -> Markup | None:
    if not sight.headline.warning:
        return None
    rule = rule_button(sight.headline.danger, sight.lang, "rule", key="danger:rule")
    return el("p", sight.headline.warning, " ", rule, cls="tk-note", data_key="danger")


def battle_html(sight: Sight) -> Markup | None:
    """The picture of the battle; of several pairings the own one first, the others folded."""
    view, pairings = sight.view, sight.scene
    if view.kind == "attack" and view.battle is not None and not sight.match.pause:
        defenders = [view.seats[side.seat] for side in view.battle.sides[1:]]
        foes = [_foe(seat, sight) for seat in defenders]
        return el("section", foes, cls="tk-play-battle", data_asked=True, data_key="battle")
    if not pairings:
        return None
    if view.kind == "defend" and not sight.match.pause and fight_of(sight.match):
        return _attack(sight, pairings[0])
    main, *others = sorted(pairings, key=lambda pairing: view.player not in pairing.seats)
    heads = {"battle": "battle", "duel": "duel", "endgame": "end_battle"}
    title = el("h3", sight.headline.above or sight.say(f"table.{heads[main.kind]}"))
    return el(
        "section",
        title,
        _pairing(sight, main, bool(others)),
        [
            el(
                "details",
                el("summary", _versus(sight, pairing)),
                _pairing(sight, pairing, False),
                data_key=f"pairing:{pairing.seats[1]}",
            )
            for pairing in others
        ],
        cls="tk-play-battle tk-stepper-table",
        data_asked=_decides(sight),
        data_key="battle",
    )


def _attack(sight: Sight, pairing: Pairing) -> Markup | None:
    """The attack alone, while the person still has to lay something against it."""
    side = pairing.scene.sides[0]
    if not side.laid:
        return None
    attacker = sight.view.seats[pairing.seats[0]]
    title = said(sight.lang, numbered("table.attack", side.power), attacker, n=side.power)
    cards = cards_html((*side.spells, *side.units), sight.lang)
    chips = _chips(attacker, sight)
    return el(
        "section", el("h3", title), cards, chips, cls="tk-play-battle", data_asked=True, data_key="battle"
    )


def _foe(seat: Seat, sight: Sight) -> Markup:
    """The facts known of somebody who is attacked: cards in hand, creatures and active objects."""
    known = f"{short_name(seat, sight.lang)}: {strength(seat, sight.lang)}"
    return el("div", el("p", known), _chips(seat, sight), cls="tk-play-foe")


def _chips(seat: Seat, sight: Sight) -> Markup | None:
    """The active objects of a player, whose powers count in the battle."""
    chips = [object_chip(name, sight.lang, f"battle:{seat.seat}:{name}") for name in seat.objects]
    return el("ul", [el("li", chip) for chip in chips], cls="tk-list tk-row") if chips else None


def _decides(sight: Sight) -> bool:
    """Return whether the battle on show decides what is asked; not so once it is over."""
    return sight.asked is not None and not sight.rules.chosen_first(sight.asked)


def _versus(sight: Sight, pairing: Pairing) -> str:
    who, other = (
        Named(sight.view.seats[seat].name, sight.lang, sight.view.own.name) for seat in pairing.seats
    )
    versus = said(sight.lang, "table.pairing", who=who, other=other)
    points = [side.points for side in pairing.scene.sides]
    return versus if None in points else f"{versus}: {points[0]} : {points[1]}"


def _pairing(sight: Sight, pairing: Pairing, named: bool) -> Markup:
    view: View = sight.view
    helped: list[Child] = []
    for index, supporters in enumerate(pairing.supporters):
        if supporters:
            words = twing.rulebook().words.calling({view.own.name: YOU})
            names = words.label([view.seats[seat].name for seat in supporters], sight.lang, "dat")
            side = view.seats[pairing.seats[index]]
            key = "table.supported_you" if side is view.own else "table.supported"
            helped.append(el("p", said(sight.lang, key, side, others=names), cls="tk-small"))
    return join(
        el("p", _versus(sight, pairing), cls="tk-label") if named else None,
        scene_html(pairing.scene, sight.lang, act="rule"),
        helped,
    )


def summary_html(sight: Sight) -> Markup:
    """The game in numbers."""
    view: View = sight.view
    won = battles_won(sight)
    heads = [sight.say(f"end.{key}") for key in ("player", "won", "objects", "ornicles")]
    rows = [
        el(
            "tr",
            el("th", sight.say(f"character.{seat.character}"), scope="row"),
            [el("td", n) for n in (won[seat.seat], len(seat.objects) + len(seat.stored), seat.ornicles)],
        )
        for seat in view.seats
    ]
    return el(
        "div",
        el(
            "table",
            el("caption", sight.say("end.summary"), cls="tk-label"),
            el("thead", el("tr", [el("th", head, scope="col") for head in heads])),
            el("tbody", rows),
            cls="tk-grid",
        ),
        el("p", sight.say("end.turns", n=view.turn), cls="tk-small"),
        cls="tk-stack tk-tight",
    )
