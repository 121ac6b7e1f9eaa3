"""Questions on the agenda phase: who votes when, with how many votes, what wins, and what stays in play."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.agenda.deciding_votes import votes_needed
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.table.card_drawing import NextDeckCardDraw
from twingkit.imperium.galaxy.table.events import OutcomeElected
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.quiz.question_texts import SAY, card, mistake, planet_names, remark, seat_texts, stated
from twingkit.imperium.quiz.scene import CARDS_BY_GROUP, LEARNER_SEAT, GalaxyQuizScene, passive_answer
from twingkit.imperium.texts.fact_names import AGAINST, FOR
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.deal import NoQuestion
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.phrases import join_texts

SIMPLE_FACTIONS = ("hacan", "letnev", "sardakk", "yssaril")


def _agenda_phase_scene_and_answers(
    rng: random.Random, agenda: str, speaker: int | None = None
) -> tuple[GalaxyQuizScene, list[str]]:
    """Return the scene of an agenda phase, and the answers up to the moment when this agenda is revealed."""
    scene = GalaxyQuizScene(rng, learner_factions=SIMPLE_FACTIONS, other_factions=SIMPLE_FACTIONS)
    table = scene.table
    table.phase, table.has_custodians, table.round = "agenda", False, rng.randint(2, 5)
    for player in table.players:
        player.strategy_cards = {}
    table.speaker = rng.randrange(3) if speaker is None else speaker
    free = scene.free_planets()
    for seat in range(3):
        scene.give_planets(seat, *free[3 * seat : 3 * seat + rng.randint(1, 3)])
        scene.exhaust_some_planets(table.controlled_planets(seat), 0.25)
    scene.learner_sheet.goods = rng.randint(0, 3)
    return scene, [f"draw {agenda}"]


def _vote(scene: GalaxyQuizScene, seat: int, outcome: str) -> str:
    """Return the vote of a player with some ready planets, at least one."""
    names = [name for name in scene.table.ready_planets(seat) if scene.table.influence(name)]
    if not names:
        return "abstain"
    chosen = scene.rng.sample(names, scene.rng.randint(1, len(names)))
    return f"vote {outcome} {', '.join(name for name in names if name in chosen)}"


def _ballot(scene: GalaxyQuizScene, answer: str) -> tuple[str, int]:
    """Return the outcome that a vote names ("" for none), and its number of votes."""
    if answer == "abstain":
        return "", 0
    _, outcome, planets = answer.split(" ", 2)
    return outcome, sum(map(scene.table.influence, planets.split(", ")))


def _totals(votes: dict[int, tuple[str, int]]) -> dict[str, int]:
    return {outcome: sum(n for named, n in votes.values() if named == outcome) for outcome in (FOR, AGAINST)}


def _vote_until_learner(
    scene: GalaxyQuizScene, before: list[str], rng: random.Random
) -> tuple[Game, dict[int, tuple[str, int]]]:
    """Let everybody before the learner vote; return the game, and the votes by seat."""
    votes: dict[int, tuple[str, int]] = {}
    game = scene.game(*before)
    speaker, *others = scene.table.seats_from(scene.table.speaker)
    for seat in (*others, speaker):
        staging.require_question(game, "vote", seat)
        if seat == LEARNER_SEAT:
            return game, votes
        answer = _vote(scene, seat, rng.choice((FOR, AGAINST)))
        staging.require_allowed(game, answer)
        votes[seat] = _ballot(scene, answer)
        game.give_answers(answer)
    raise NoQuestion


def _ballots(votes: dict[int, tuple[str, int]]) -> object:
    parts = [
        SAY(f"council.voted_{outcome or 'not'}", side=SEATS[seat], n=n)
        for seat, (outcome, n) in votes.items()
    ]
    return join_texts(*(parts or [SAY("council.nobody")]), separator="; ")


@question_kind("casting")
def _votes_cast(rng: random.Random) -> QuizItem | None:
    scene, before = _agenda_phase_scene_and_answers(rng, rng.choice(CARDS_BY_GROUP["laws"]), speaker=2)
    table, me = scene.table, scene.learner_sheet
    game, _ = _vote_until_learner(scene, before, rng)
    names = [name for name in table.ready_planets(LEARNER_SEAT) if table.influence(name)]
    chosen = rng.sample(names, rng.randint(1, len(names))) if names else []
    require(chosen and sum(map(table.resources, chosen)) != sum(map(table.influence, chosen)))
    answer = f"vote for {', '.join(chosen)}"
    staging.require_allowed(game, answer)
    right = sum(map(table.influence, chosen))
    mistakes = [
        mistake(sum(map(table.resources, chosen)), "influence_votes"),
        mistake(right + me.goods, "no_goods_vote") if me.goods else mistake(right + 1, "no_more_votes"),
        mistake(len(chosen), "not_planets_vote"),
    ]
    influences = " + ".join(str(table.influence(name)) for name in chosen)
    key = "why.influence_votes" if len(chosen) > 1 else "why.influence_vote"
    reasons = [remark(key, sum=influences, n=right)]
    texts = SAY("council.casting", planets=_worth(scene, chosen), goods=me.goods)
    return staging.count_question(
        rng, game, [answer], texts, right, mistakes, [*reasons, *stated("IM-AGENDA-3")], minimum=0
    )


def _worth(scene: GalaxyQuizScene, names: list[str]) -> object:
    parts = [
        SAY(
            "council.planet",
            planets=planet_names([name]),
            n=scene.table.resources(name),
            m=scene.table.influence(name),
        )
        for name in names
    ]
    return join_texts(*parts, separator=", ")


@question_kind("order")
def voting_order_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Who votes first?” or “Who votes last?”"""
    scene, before = _agenda_phase_scene_and_answers(rng, rng.choice(CARDS_BY_GROUP["laws"]))
    table = scene.table
    last = rng.random() < 0.5
    game = scene.game(*before)
    voters = staging.answer_while_pending(game.copy(), CastVotes, "abstain")
    require(len(voters) == 3)
    right = SEATS[voters[-1 if last else 0]]
    wrong: dict[str, list[Reason]] = {}
    for seat in SEATS[:3]:
        key = "speaker_votes_last" if seat == SEATS[table.speaker] else "left_of_speaker"
        wrong[seat] = [remark(f"mistake.{key}", side=SEATS[table.speaker])]
    texts = SAY("council.last" if last else "council.first", side=SEATS[table.speaker])
    reason = remark("why.voting_order", sides=tuple(SEATS[seat] for seat in voters))
    return staging.value_question(game, [], texts, right, wrong, seat_texts, [reason, *stated("IM-AGENDA-3")])


@question_kind("may")
def legal_vote_item(rng: random.Random) -> QuizItem | None:
    """Make the question “How may you vote?”"""
    scene, before = _agenda_phase_scene_and_answers(
        rng, rng.choice(("minister_commerce", "minister_exploration", "prophecy")), speaker=2
    )
    table = scene.table
    held = staging.require_question(scene.game(*before), "vote", LEARNER_SEAT)
    ready = [name for name in table.ready_planets(LEARNER_SEAT) if table.influence(name)]
    tired = table.exhausted_planets_of(LEARNER_SEAT)
    others = [name for name in table.ready_planets(1) if table.influence(name)]
    require(ready and tired and others)
    elected = rng.choice(SEATS[:3])
    good = rng.choice(ready)
    tried: dict[str, TextByLanguage] = {}
    for answer, key in (
        (f"vote {elected} {good}", "council.elects"),
        (f"vote {rng.choice(SEATS[:3])} {rng.choice(tired)}", "council.elects"),
        (f"vote {rng.choice(SEATS[:3])} {rng.choice(others)}", "council.elects"),
        (f"vote for {rng.choice(ready)}", "council.votes_for"),
    ):
        _, outcome, planet = answer.split(" ")
        tried[answer] = SAY(key, side=outcome, planets=planet_names([planet]))
    listed = list(tried.items())
    rng.shuffle(listed)
    texts = SAY(
        "council.allowed",
        card=card(before[0].removeprefix("draw ")),
        ready=_worth(scene, ready),
        tired=_worth(scene, tired),
    )
    because = remark("why.legal_vote", planets=planet_names([good]), side=elected)
    against = {answer: remark("mistake.elects") for answer in tried if " for " in answer}
    return staging.which_allowed_question(
        held, dict(listed), texts, because, "IM-AGENDA-6", reason_against=against
    )


@question_kind("winner")
def _agenda_outcome(rng: random.Random) -> QuizItem | None:
    scene, before = _agenda_phase_scene_and_answers(rng, rng.choice(CARDS_BY_GROUP["laws"]))
    game, votes = _vote_until_learner(scene, before, rng)
    mine = _vote(scene, LEARNER_SEAT, rng.choice((FOR, AGAINST)))
    staging.require_allowed(game, mine)
    twin = game.copy().give_answers(mine)
    votes[LEARNER_SEAT] = _ballot(scene, mine)
    while question := staging.pending(twin, CastVotes):
        seat = question.player
        answer = _vote(scene, seat, rng.choice((FOR, AGAINST)))
        staging.require_allowed(twin, answer)
        votes[seat] = _ballot(scene, answer)
        twin.give_answers(answer)
    tie = staging.is_pending(twin, "decide")
    if tie:
        right = "speaker"
    else:
        rulings = twin.rulings_since(len(game))
        results = [said.event for said in rulings if isinstance(said.event, OutcomeElected)]
        require(results)
        right = results[0].outcome.removeprefix("vote_")
    totals = _totals(votes)
    reason = remark("why.totals", n=totals[FOR], m=totals[AGAINST])
    result = remark(f"why.result_{right}", side=SEATS[scene.table.speaker])
    wrong = {key: [reason, result] for key in (FOR, AGAINST, "speaker")}
    texts = SAY(
        "council.winner",
        ballots=_ballots(votes),
        side=SEATS[scene.table.speaker],
        card=card(before[0].removeprefix("draw ")),
    )
    why = [reason, result, *stated("IM-AGENDA-5")]
    return staging.value_question(
        game, twin, texts, right, wrong, lambda key: SAY(f"council.outcome_{key}"), why
    )


@question_kind("needed")
def _min_votes_needed(rng: random.Random) -> QuizItem | None:
    speaker = rng.choice((0, 0, 0, 1))
    scene, before = _agenda_phase_scene_and_answers(rng, rng.choice(CARDS_BY_GROUP["laws"]), speaker=speaker)
    game, votes = _vote_until_learner(scene, before, rng)
    own = speaker == LEARNER_SEAT
    require(len(votes) == (2 if own else 1))
    totals = _totals(votes)
    goal = min(totals, key=lambda outcome: (totals[outcome], outcome))
    other = AGAINST if goal == FOR else FOR
    right = votes_needed(totals, goal, own)
    require(right > 0 and totals[goal] != totals[other])
    mistakes = [
        mistake(right + 1, "tie_is_mine") if own else mistake(right - 1, "tie_is_theirs"),
        mistake(totals[other] + 1, "votes_there"),
        mistake(totals[other], "votes_there"),
    ]
    asked = f"council.needed_{goal}{'_speaker' if own else ''}"
    texts = SAY(asked, ballots=_ballots(votes), side=SEATS[speaker])
    key = "why.tie_enough" if own else "why.majority"
    sums = {"n": totals[other], "m": totals[goal], "k": right}
    why = [
        remark("why.totals", n=totals[FOR], m=totals[AGAINST]),
        remark(key, **sums),
        *stated("IM-AGENDA-5"),
    ]
    return staging.count_question(rng, game, [], texts, right, mistakes, why, minimum=1)


@question_kind("stays", balanced=True)
def _agenda_stays_in_play(rng: random.Random) -> QuizItem | None:
    agenda = rng.choice((*CARDS_BY_GROUP["laws"], *CARDS_BY_GROUP["directives"]))
    scene, before = _agenda_phase_scene_and_answers(rng, agenda, speaker=rng.choice((1, 2)))
    outcome = rng.choice((FOR, FOR, AGAINST))
    game = scene.game(*before)
    twin, after = game.copy(), []
    for _ in range(60):
        if twin.over or staging.pending(twin, NextDeckCardDraw):
            break
        if question := staging.pending(twin, CastVotes):
            names = [
                name for name in scene.table.ready_planets(question.player) if scene.table.influence(name)
            ]
            answer = f"vote {outcome} {', '.join(names)}" if names else "abstain"
        else:
            answer = passive_answer(twin, rng)
        after.append(answer)
        twin.give_answers(answer)
    require(len(after) >= 3 and all(answer.startswith("vote") for answer in after[:2]))
    right = twin.table.is_law_in_force(agenda)
    law = agendas_by_id()[agenda].kind == "law"
    key = "council.stays_law" if law else "council.stays_directive"
    texts = SAY(f"{key}_{outcome}", card=card(agenda))
    reason = remark("why.law_stays" if right else "why.law_gone" if law else "why.directive_gone")
    return staging.yes_no_question(game, after, texts, right, [reason, *stated("IM-AGENDA-7")])
