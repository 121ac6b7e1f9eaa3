"""Questions on seizing and contesting."""

from __future__ import annotations

import random

from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    card_name_with_value,
    heard,
    mistake,
    name_with_dominions,
    names_with_values,
    remark,
    rules_text,
    seat_texts,
    stated,
    with_values,
)
from twingkit.imajica.rules.values import influence
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import (
    count_question,
    value_question,
    which_allowed_question,
    yes_no_question,
)


@question_kind("who")
def _make_who_may_seize_question(rng: random.Random) -> QuizItem | None:
    able, waits, spent, holder = staging.any_plain_characters(rng, 4)
    site = rng.choice(staging.PLAIN_SITES[:4])
    line = f"p1 active {able} {spent}:pivoted reserve {waits} state slew=sartori,{holder}; p2; circle {site}"
    game = staging.game_at_position(line, question_kind="ally")
    conditions = {able: "active", waits: "reserve", spent: "pivoted", holder: "holder"}
    names = [able, *rng.sample([waits, spent, holder], 2)]
    tried = {f"seize {site} with {name}": SAY(f"seize.is_{conditions[name]}", card=name) for name in names}
    because = remark("why.may_seize", ally=able)
    texts = SAY("seize.who", site=card_name_with_value(site, "resistance"))
    return which_allowed_question(game, tried, texts, because)


@question_kind("order")
def _make_contest_order_question(rng: random.Random) -> QuizItem | None:
    players = rng.choice((3, 4))
    names = staging.any_plain_characters(rng, players)
    actor = rng.randrange(players)
    seats = "; ".join(f"p{seat + 1} active {name}" for seat, name in enumerate(names))
    game = staging.game_at_position(f"{seats}; circle slew; to move p{actor + 1} ally")
    twin = staging.play_passively_and_answer(game.copy(), f"p{actor + 1}: seize slew with {names[actor]}")
    staging.play_until_question(twin, "ally", None)
    asked_seats = [entry.seat for entry in twin.entries(len(game)) if entry.kind == "contest"]
    require(len(asked_seats) == players - 1)
    last = rng.random() < 0.5
    right = asked_seats[-1] if last else asked_seats[0]
    order = {"side": f"p{actor + 1}", "first": asked_seats[0], "last": asked_seats[-1]}
    why = [remark("why.contest_order", **order)]
    wrong = dict.fromkeys(asked_seats, why)
    facts = {"n": players, "side": f"p{actor + 1}", "site": "slew"}
    texts = SAY("seize.last" if last else "seize.first", **facts)
    return value_question(game, twin, texts, right, wrong, seat_texts, why)


@question_kind("contest")
def _make_whether_seizure_continues_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does the seizure go on?”, after a contest."""
    mine, theirs = staging.any_plain_characters(rng, 3), staging.any_plain_characters(rng, 3)
    mine, theirs = (
        mine[: rng.randint(1, 2)],
        [name for name in theirs if name not in mine][: rng.randint(1, 2)],
    )
    own, other = (sum(ASSUMED_CARDS[name].magic for name in names) for names in (mine, theirs))
    if abs(own - other) > 2 or not theirs or (own != other and rng.random() < 0.4):
        return None
    site = rng.choice(staging.PLAIN_SITES)
    game = staging.game_at_position(
        f"p1 active {' '.join(mine)}; p2 active {' '.join(theirs)}; circle {site}", question_kind="ally"
    )
    twin = staging.copy_at_ally_turn(
        game, f"p1: seize {site} with {' '.join(mine)}", f"p2: contest {' '.join(theirs)}"
    )
    goes_on = bool(twin.rulings_since(0, "IJ-SEIZE-7"))
    facts = with_values("resistance", site=site) | {
        "allies": names_with_values(mine, "magic"),
        "others": names_with_values(theirs, "magic"),
    }
    key = "why.more_influence" if goes_on else "why.no_more_influence"
    why = [remark(key, n=own, m=other), *heard(twin.rulings_since(0, "IJ-SEIZE-4")), *stated("IJ-SEIZE-4")]
    return yes_no_question(game, twin, SAY("seize.contest", **facts), goes_on, why)


@question_kind("lapses")
def _make_whether_seizure_lapses_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does the seizure go on?”, after a character was pivoted late."""
    seizer, *others = staging.any_plain_characters(rng, 3)
    contesters = others[: rng.choice((1, 1, 2))]
    victim = rng.choice((seizer, contesters[0], contesters[0]))
    site = rng.choice(staging.PLAIN_SITES)
    hands = ("", "hand sudden-sleep") if victim == seizer else ("hand sudden-sleep", "")
    game = staging.game_at_position(
        f"p1 active {seizer} {hands[0]}; p2 active {' '.join(contesters)} {hands[1]}; circle {site}",
        question_kind="ally",
    )
    staging.play_passively_and_answer(
        game, f"p1: seize {site} with {seizer}", f"p2: contest {' '.join(contesters)}"
    )
    seat = "p2" if victim == seizer else "p1"
    twin = staging.copy_at_ally_turn(game, f"{seat}: play sudden-sleep on {victim}")
    goes_on = bool(twin.rulings_since(0, "IJ-SEIZE-7"))
    facts = (
        with_values("magic", ally=seizer)
        | with_values("resistance", site=site)
        | {"others": names_with_values(contesters, "magic"), "victim": victim, "card": "sudden-sleep"}
    )
    texts = SAY("seize.lapses_mine" if victim == seizer else "seize.lapses", **facts)
    left = [name for name in contesters if name != victim]
    key = "seizer_gone" if victim == seizer else "contester_stays" if left else "contester_gone"
    why = [
        remark(f"why.{key}", victim=facts["victim"], others=names_with_values(left or contesters, "magic")),
        *heard(twin.rulings_since(len(game), "IJ-SEIZE-6", "IJ-SEIZE-4")),
        *stated("IJ-SEIZE-6"),
    ]
    return yes_no_question(game, twin, texts, goes_on, why)


@question_kind("spent")
def _make_who_may_contest_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Who may contest now?”, after a contest in the same turn."""
    used, fresh, first, second = staging.any_plain_characters(rng, 4)
    earlier, later = rng.sample(staging.PLAIN_SITES, 2)
    line = f"p1 active {used} {fresh}; p2 active {first} {second}; circle {earlier} {later}; to move p2 ally"
    game = staging.game_at_position(
        line, f"p2: seize {earlier} with {first}", f"p1: contest {used}", f"p2: seize {later} with {second}"
    )
    staging.play_until_question(game, "contest")
    won = any(ruling.case == "fails" for ruling in game.rulings_since(0, "IJ-SEIZE-4"))
    tried = {f"contest {name}": SAY("part.name", card=name) for name in (used, fresh)}
    facts = {"one": earlier, "two": later, "ally": used, "first": first, "second": second}
    texts = SAY("seize.spent_won" if won else "seize.spent_lost", **facts)
    because = remark("why.fresh_contester", ally=used, other=fresh)
    return which_allowed_question(game, tried, texts, because)


@question_kind("maneuver")
def _make_playable_in_contest_question(rng: random.Random) -> QuizItem | None:
    mine, idle, rival = staging.any_plain_characters(rng, 3)
    card = rng.choice(("old-oath", "glamour"))
    site = rng.choice(staging.PLAIN_SITES)
    line = (
        f"p1 active {mine} {idle} hand {card} sudden-sleep; p2 active {rival}; circle {site}; to move p2 ally"
    )
    game = staging.game_at_position(
        line, f"p2: seize {site} with {rival}", f"p1: contest {mine}", question_kind="influence"
    )
    tried = {
        f"play {card} by {mine}": SAY("fight.by", card=card, ally=mine),
        f"play {card} by {idle}": SAY("fight.by", card=card, ally=idle),
        f"play sudden-sleep on {rival}": SAY("fight.on", card="sudden-sleep", target=rival),
    }
    texts = SAY("seize.maneuver", rival=rival, ally=mine, site=site)
    because = remark("why.in_contest", card=card, ally=mine)
    return which_allowed_question(game, tried, texts, because, "IJ-SEIZE-3")


_SITES_BY_BONUS_CHARACTER = {
    "charlotte-feaver": ("roxborough-tower", "slew"),
    "hubert-shales": ("attic-studio", "kite-fields"),
    "river-fefer": ("reed-cradle", "salt-gate"),
    "eurhetemec-singer": ("eurhetemec-ruins", "pale-wall"),
    "palace-clerk": ("salt-gate", "slew"),
}
"""Characters with a bonus at some Sites, each with a Site where the bonus counts and one where it does not.
"""


@question_kind("versus-site")
def _make_influence_at_site_question(rng: random.Random) -> QuizItem | None:
    name = rng.choice(list(_SITES_BY_BONUS_CHARACTER))
    there = rng.random() < 0.6
    site = _SITES_BY_BONUS_CHARACTER[name][not there]
    game = staging.game_at_position(f"p1 active {name}; p2; circle {site}", question_kind="ally")
    table = game.table
    right = influence(table, table.pieces[name], table.pieces[site])
    card = ASSUMED_CARDS[name]
    bonus = next(effect.number for effect in card.continuous_effects if effect.verb == "versus_site")
    mistakes = [
        mistake(card.magic, "bonus_forgotten"),
        mistake(card.magic + bonus, "elsewhere"),
        mistake(bonus, "instead", "IJ-POWER-4"),
    ]
    facts = with_values("magic", card=name) | {"text": rules_text(name), "site": name_with_dominions(site)}
    key = "why.bonus_here" if there else "why.bonus_elsewhere"
    sums = {"n": card.magic, "m": bonus, "k": right}
    why = [remark(key, site=facts["site"], **sums), *stated("IJ-SEIZE-4")]
    return count_question(rng, game, [], SAY("seize.versus_site", **facts), right, mistakes, why)
