"""Questions on the Reconciliation, on winning, and on going out."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    mistake,
    name_with_dominions,
    remark,
    seat_texts,
    stated,
)
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.variants.variant import Variant
from twingkit.learn.quiz.item import QuizItem, QuizReason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import (
    count_question,
    value_question,
    which_allowed_question,
    yes_no_question,
)

_BORDER_SITES = ("the-erasure", "delta-mouth", "high-pass", "lamp-bridge", "circle-of-stones")


@question_kind("advance")
def _make_who_may_advance_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Who may move to the active area?”"""
    able, spent, kept, holds = staging.any_plain_characters(rng, 4)
    line = (
        f"p1 reserve {able} {spent}:pivoted {kept}+emotion-guilt@p2 state slew=sartori,{holds}; p2;"
        " to move p1 reconciliation"
    )
    game = staging.game_at_position(line, question_kind="advance")
    conditions = {able: "ready", spent: "pivoted", kept: "barred", holds: "holder"}
    names = [able, *rng.sample([spent, kept, holds], 2)]
    guilt = ASSUMED_CARDS["emotion-guilt"]
    tried = {f"advance {name}": SAY(f"end.is_{conditions[name]}", card=name, guilt=guilt) for name in names}
    because = remark("why.advances", card=able)
    return which_allowed_question(game, tried, SAY("end.advance"), because)


def _games_around_round_end(mine: str, theirs: str = "", variant: str = "box") -> tuple[Game, Game]:
    """Return the game before and after the last move of a round, with these Sites of two Autarchs."""
    rest = f" state {theirs}" if theirs else ""
    line = f"p1 state {mine}; p2 reserve toll-guard{rest}; leads p1; to move p2 reconciliation"
    game = staging.game_at_position(line, variant=variant)
    return game, game.copy().give_answers("pass")


def _won(game: Game) -> bool:
    return game.over and game.result.winner == 0


def _dominions_reason(sites: Sequence[str], rule: str = "IJ-REC-2") -> QuizReason:
    """Return which of the five Dominions these unpivoted Sites cover."""
    covered = {dominion for site in sites for dominion in ASSUMED_CARDS[site].home_dominions}
    missing = sorted({1, 2, 3, 4, 5} - covered)
    key = "why.dominion_missing" if missing else "why.all_dominions"
    return remark(key, rule, sites=_site_list(sites), missing=tuple(missing), n=len(missing))


def _site_list(sites: Sequence[str]) -> TextByLanguage:
    return join_texts(*map(name_with_dominions, sites), separator=", ")


@question_kind("victory")
def _make_whether_won_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Have you won?”, with five Sites, some pivoted or of the same Dominion."""
    case = rng.choice(("five", "five", "pivoted", "twice"))
    dominions = [1, 2, 3, 4, 5]
    if case == "twice":
        dominions[rng.randrange(5)] = rng.choice(dominions)
    sites = []
    for dominion in dominions:
        free = [site for site in staging.SITES_BY_DOMINION[dominion] if site not in sites]
        require(free)
        sites.append(rng.choice(free))
    rng.shuffle(sites)
    pivoted = [sites[0]] if case == "pivoted" else []
    game, twin = _games_around_round_end(staging.held_sites_notation(sites, pivoted))
    counted = _dominions_reason([site for site in sites if site not in pivoted])
    spent = remark("why.pivoted_site", site=sites[0])
    why = [counted, *([spent] if pivoted else []), *stated("IJ-REC-2")]
    texts = SAY("end.victory_pivoted" if pivoted else "end.victory", site=sites[0])
    return yes_no_question(game, twin, texts, _won(twin), why)


@question_kind("border")
def _make_border_win_question(rng: random.Random) -> QuizItem | None:
    borders = rng.sample(_BORDER_SITES, rng.randint(1, 2))
    covered = {dominion for site in borders for dominion in ASSUMED_CARDS[site].home_dominions}
    rest = [dominion for dominion in range(1, 6) if dominion not in covered]
    if rng.random() < 0.5 and rest:
        rest.pop(rng.randrange(len(rest)))
    sites = [*borders, *(rng.choice(staging.SITES_BY_DOMINION[dominion]) for dominion in rest)]
    game, twin = _games_around_round_end(staging.held_sites_notation(sites))
    why = [_dominions_reason(sites, "IJ-BORDER-1"), *stated("IJ-REC-2")]
    texts = SAY("end.border", n=len(sites), site=name_with_dominions(borders[0]))
    return yes_no_question(game, twin, texts, _won(twin), why)


@question_kind("several")
def _make_winner_of_several_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Who wins?”, when two Autarchs have all five Dominions."""
    mine = [sites[0] for sites in staging.SITES_BY_DOMINION.values()]
    theirs = [sites[1] for sites in staging.SITES_BY_DOMINION.values()]
    more = rng.sample(("pale-wall", "autarch-steps", "ferry-market", "tin-quarter"), 2)
    owner = rng.choice((mine, mine, theirs, theirs, None))
    if owner is not None:
        owner.append(more[0])
    pivoted = []
    if owner is not None and rng.random() < 0.4:
        pivoted = [more[0]]
    words = staging.held_sites_notation([*mine, *theirs], pivoted).split()
    game, twin = _games_around_round_end(" ".join(words[: len(mine)]), " ".join(words[len(mine) :]))
    winner = twin.result.winner if twin.over else None
    right = "none" if winner is None else SEATS[winner]
    counts = [len([site for site in sites if site not in pivoted]) for sites in (mine, theirs)]
    key = "why.counts_tied" if winner is None else "why.counts"
    reason = remark(key, n=counts[0], m=counts[1])
    wrong = {"p1": [reason], "p2": [reason], "none": [reason]}
    say = lambda seat: SAY("end.nobody") if seat == "none" else seat_texts(seat)  # noqa: E731
    key = "end.several_pivoted" if pivoted else "end.several"
    texts = SAY(key, n=len(mine), m=len(theirs), site=more[0])
    why = [reason, *stated("IJ-REC-2")]
    return value_question(game, twin, texts, right, wrong, say, why)


@question_kind("short")
def _make_short_game_win_question(rng: random.Random) -> QuizItem | None:
    case = rng.choice(("three", "border_two", "twice", "border_three"))
    first, second, third = rng.sample(range(1, 6), 3)
    border_site = rng.choice(_BORDER_SITES[:4])
    home_of = ASSUMED_CARDS[border_site].home_dominions
    other = rng.choice([dominion for dominion in range(1, 6) if dominion not in home_of])
    sites = {
        "three": [staging.SITES_BY_DOMINION[dominion][0] for dominion in (first, second, third)],
        "border_two": [border_site, staging.SITES_BY_DOMINION[other][0]],
        "border_three": [
            border_site,
            staging.SITES_BY_DOMINION[other][0],
            staging.SITES_BY_DOMINION[home_of[0]][0],
        ],
        "twice": [*staging.SITES_BY_DOMINION[first], staging.SITES_BY_DOMINION[second][0]],
    }[case]
    game, twin = _games_around_round_end(staging.held_sites_notation(sites), variant="short")
    won = _won(twin)
    reason = remark("why.covered", n=3 if won else 2, sites=_site_list(sites))
    return yes_no_question(game, twin, SAY("end.short"), won, [reason, *stated("IJ-SHORT-1")])


@question_kind("forms")
def _make_dominions_to_win_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “How many Dominions win?”, in one of the tournament forms."""
    form = rng.choice(("simple_three", "finals"))
    right = 3 if Variant.resolve(form).victory == "three" else 5
    mistakes = [mistake(8 - right, "other_form"), mistake(4, "between")]
    game = staging.game_at_position("p1; p2", variant=form)
    why = [remark(f"why.{form}"), *stated("IJ-TOUR-1")]
    return count_question(rng, game, [], SAY(f"end.{form}"), right, mistakes, why)


@question_kind("exhausted")
def _make_result_of_exhaustion_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Who is out, or wins?”, after somebody drew the last card of a Destiny."""
    players = rng.choice((2, 3))
    seat = rng.randrange(players)
    parts = []
    for place in range(players):
        hand, destiny = ("hand slew ", "irish") if place == seat else ("", "9*dowd")
        parts.append(f"p{place + 1} {hand}destiny {destiny}")
    game = staging.game_at_position(
        f"{'; '.join(parts)}; leads p{seat + 1}; to move p{seat + 1} autarch", f"p{seat + 1}: lay slew"
    )
    twin = game.copy()
    staging.play_passively(twin, lambda question: twin.table.round == 1)
    gone = [player.seat for player in twin.table.players if player.is_out]
    if players == 2:
        right = "none" if twin.result.winner is None else SEATS[twin.result.winner]
    else:
        right = SEATS[gone[0]] if gone else "none"
    key = "why.other_wins" if players == 2 else "why.is_out"
    other = SEATS[(seat + 1) % players]
    why = [remark(key, side=SEATS[seat], other=other), *stated("IJ-OUT-1")]
    wrong = dict.fromkeys(("none", *(SEATS[player] for player in range(players))), why[:1])
    say = lambda key: SAY("end.nobody") if key == "none" else seat_texts(key)  # noqa: E731
    texts = SAY("end.exhausted_two" if players == 2 else "end.exhausted", side=SEATS[seat])
    return value_question(game, twin, texts, right, wrong, say, why)


@question_kind("left-behind")
def _make_eliminated_cards_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Which cards of an Autarch who is out stay in play?”"""
    ally, holds, other = staging.any_plain_characters(rng, 3)
    line = (
        f"p1 active {other} destiny 9*dowd; p2 hand slew active {ally} realm year-of-levies"
        f" state kite-fields={holds} destiny irish; p3 destiny 9*dowd;"
        " circle reed-cradle/mud-road@p2; leads p2; to move p2 autarch"
    )
    game = staging.game_at_position(line, "p2: lay slew")
    twin = game.copy()
    staging.play_passively(twin, lambda question: twin.table.round == 1)
    fate = {
        "ally": staging.find_piece(twin, ally) is not None,
        "path": staging.find_piece(twin, "mud-road") is not None,
        "realm": staging.find_piece(twin, "year-of-levies") is not None,
        "holder": staging.find_piece(twin, holds) is not None,
        "state": staging.is_held(twin, "kite-fields"),
    }
    stay = rng.choice([key for key, stays in fate.items() if stays])
    go = rng.sample([key for key, stays in fate.items() if not stays], 2)
    facts = {
        "ally": ally,
        "holder": holds,
        "path": "mud-road",
        "card": "year-of-levies",
        "site": "kite-fields",
        "place": "reed-cradle",
    }
    say = lambda key: SAY(f"end.left_{key}", **facts)  # noqa: E731
    why = [remark(f"why.left_{stay}", **facts), *stated("IJ-OUT-2")]
    wrong = dict.fromkeys(go, why)
    return value_question(game, twin, SAY("end.left"), stay, wrong, say, why)
