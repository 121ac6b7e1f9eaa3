"""Questions on the Autarch phase: Sites, Paths, and a Dictate or reassignment."""

from __future__ import annotations

import random

from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import SAY, mistake, name_with_dominions, remark, stated
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind
from twingkit.learn.quiz.staging import count_question, pending, which_allowed_question, yes_no_question

_DOMINIONS_BY_BORDER_SITE = {
    "the-erasure": (1, 2),
    "delta-mouth": (2, 3),
    "high-pass": (3, 4),
    "lamp-bridge": (4, 5),
}


@question_kind("lay")
def _make_hand_after_laying_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “How many cards are in your hand afterwards?”, after Sites were laid."""
    sites = rng.sample(staging.PLAIN_SITES, rng.randint(1, 3))
    other = rng.randint(1, 5)
    line = f"p1 hand {' '.join(sites)} {other}*census destiny 9*kuyrmid-ferrier; p2; to move p1 autarch"
    game = staging.game_at_position(line, question_kind="autarch")
    twin = staging.play_passively_and_answer(game.copy(), *(f"p1: lay {site}" for site in sites))
    staging.answer_passively(twin)
    held = other + len(sites)
    right = len(twin.table.players[0].hand)
    mistakes = [mistake(held - len(sites), "not_replaced"), mistake(held - len(sites) + 1, "replaced_once")]
    texts = SAY("autarch.lay", n=held, m=len(sites))
    why = [remark("why.laid", n=held, m=len(sites))]
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("path")
def _make_path_placement_question(rng: random.Random) -> QuizItem | None:
    dominions = rng.sample(range(1, 6), 3)
    sites = [rng.choice(staging.SITES_BY_DOMINION[dominion]) for dominion in dominions]
    name = rng.choice(staging.paths_of(dominions[0]))
    game = staging.game_at_position(
        f"p1 hand {name}; p2; circle {' '.join(sites)}; to move p1 autarch", question_kind="autarch"
    )
    tried = {f"path {name} on {site}": name_with_dominions(site) for site in sites}
    facts = {"card": name, "n": dominions[0]}
    because = remark("why.same_dominion", "IJ-AUT-2", **facts, site=name_with_dominions(sites[0]))
    return which_allowed_question(game, tried, SAY("autarch.path", **facts), because)


@question_kind("path-border")
def _make_border_for_path_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “On which Site may this Path be laid?”, with a Border Site as an option."""
    border = rng.choice(list(_DOMINIONS_BY_BORDER_SITE))
    inside = rng.choice((*_DOMINIONS_BY_BORDER_SITE[border], 0))
    others = [dominion for dominion in range(1, 6) if dominion not in _DOMINIONS_BY_BORDER_SITE[border]]
    plain = rng.sample(others, 2)
    dominion = inside or plain[0]
    name = rng.choice(staging.paths_of(dominion))
    sites = [border, *(rng.choice(staging.SITES_BY_DOMINION[number]) for number in plain)]
    game = staging.game_at_position(
        f"p1 hand {name}; p2; circle {' '.join(sites)}; to move p1 autarch", question_kind="autarch"
    )
    tried = {f"path {name} on {site}": name_with_dominions(site) for site in sites}
    facts = {"card": name, "n": dominion}
    site = border if inside else sites[1]
    because = remark("why.same_dominion", "IJ-BORDER-1", **facts, site=name_with_dominions(site))
    return which_allowed_question(game, tried, SAY("autarch.path", **facts), because, "IJ-AUT-2")


@question_kind("dictate")
def _make_whether_site_layable_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May you still lay a Site?”, after something was done in the turn."""
    ally = staging.any_plain_characters(rng, 1)[0]
    case = rng.choice(("site", "path", "dictate", "reassign"))
    line = (
        f"p1 active {ally} hand slew kite-fields kind-stranger amnesty state pale-wall=sartori"
        " destiny 9*kuyrmid-ferrier; p2; circle tin-quarter; to move p1 autarch"
    )
    game = staging.game_at_position(line, question_kind="autarch")
    done = {
        "site": "lay kite-fields",
        "path": "path kind-stranger on tin-quarter",
        "dictate": f"play amnesty on {ally}",
        "reassign": f"reassign {ally}>pale-wall",
    }[case]
    twin = staging.answer_passively(staging.play_passively_and_answer(game.copy(), f"p1: {done}"))
    allowed = pending(twin, AutarchTurn, 0) is not None
    facts = {"site": "slew", "ally": ally, "card": "amnesty"}
    rule = "IJ-AUT-2" if case in ("site", "path") else "IJ-AUT-3"
    why = [remark("why.may_lay" if allowed else f"why.laid_{case}", **facts), *stated(rule)]
    return yes_no_question(game, twin, SAY(f"autarch.still_{case}", **facts), allowed, why)


@question_kind("reassign")
def _make_allowed_reassignment_question(rng: random.Random) -> QuizItem | None:
    active, waits, holder = staging.any_plain_characters(rng, 3)
    own, other, rival = rng.sample(staging.PLAIN_SITES, 3)
    line = (
        f"p1 active {active} reserve {waits} state {own}=sartori,{holder} {other}=quiet-maestro;"
        f" p2 state {rival}=gentle; to move p1 autarch"
    )
    game = staging.game_at_position(line, question_kind="autarch")
    right = rng.choice((f"{active}>{own}", f"{holder}>{other}", f"{holder}>reserve"))
    wrong = {"active": f"{active}>reserve", "waits": f"{waits}>{own}", "rival": f"{active}>{rival}"}
    moves = [right, *rng.sample(list(wrong.values()), 2)]
    cases = {
        f"{active}>{own}": ("on_site", active, own),
        f"{holder}>{other}": ("site_site", holder, other),
        f"{holder}>reserve": ("site_reserve", holder, own),
        f"{active}>reserve": ("active_reserve", active, own),
        f"{waits}>{own}": ("reserve_site", waits, own),
        f"{active}>{rival}": ("rival_site", active, rival),
    }
    tried = {
        f"reassign {move}": SAY(f"autarch.move_{cases[move][0]}", ally=cases[move][1], site=cases[move][2])
        for move in moves
    }
    case, ally, site = cases[right]
    because = remark(f"why.{case}", ally=ally, site=site)
    return which_allowed_question(game, tried, SAY("autarch.reassign"), because, "IJ-AUT-4")
