"""Questions about abilities: which ones act, on what, and what stops them."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.ember.box.pool import Creature
from twingkit.ember.quiz.question_texts import POOL, SAY, heard, mistake, plain, remark, seat_texts, stated
from twingkit.ember.quiz.staging import (
    CardDealer,
    full_creature_texts,
    name_and_ability_texts,
    random_creature_ids,
    staged_game,
)
from twingkit.ember.rules.choices import DiscardHandCards
from twingkit.ember.rules.questions import AnswerAbility
from twingkit.learn.quiz.item import QuizItem, QuizReason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import (
    answer_while_pending,
    count_question,
    first_option,
    value_question,
    whether_allowed_question,
    which_allowed_question,
)

_TARGETLESS_CREATURES = ("wisp", "kelpie", "simurgh", "siren")

_FLIPPING_CREATURES = ("boggart", "cockatrice", "minotaur")
"""Creatures whose ability flips a lesser creature."""

_CANCELLING_CREATURES = ("salamander", "griffin", "gorgon", "cerberus")


def _is_quiet(creature: Creature) -> bool:
    """Return True if the ability of this face-up creature causes no question to its owner, because its kind
    is not "flip".
    """
    return creature.ability_kind != "flip"


@question_kind("usable", CardDealer)
def _make_usable_creature_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    up, other = rng.sample(_TARGETLESS_CREATURES, 2)
    lasting = rng.choice(("sprite", "pegasus", "djinn", "hydra"))
    answer = rng.choice(_CANCELLING_CREATURES)
    has = [up, f"{other}:down", lasting, answer]
    game = staged_game(deal, deal.random_wizards(4), rng.sample(has, 4))
    tried = {f"use {name}": full_creature_texts(name) for name in (up, other, lasting, answer)}
    because = remark("why.usable", creature=up)
    return which_allowed_question(game, tried, SAY("ability.usable"), because)


@question_kind("target", CardDealer)
def _make_flip_target_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    mine = rng.choice(_FLIPPING_CREATURES)
    value = POOL[mine].value
    low = random_creature_ids(
        rng, lambda creature: creature.value < value and creature.effect_with_verb("guard") is None
    )
    high = random_creature_ids(
        rng,
        lambda creature: (
            creature.value >= value and creature.id != mine and creature.effect_with_verb("guard") is None
        ),
        2,
    )
    game = staged_game(deal, deal.random_wizards(4), [mine], [*low, *high])
    tried = {f"use {mine} {name}": plain(name) for name in rng.sample([*low, *high], 3)}
    texts = SAY("ability.target", creature=mine, n=value)
    return which_allowed_question(game, tried, texts, _comparison("lesser", POOL[mine], POOL[low[0]]))


def _comparison(case: str, creature: Creature, victim: Creature, rule: str = "EM-ABIL-6") -> QuizReason:
    """Return a remark on the ability of `creature` and on the creature `victim` that it aims at, with the
    values of both.
    """
    facts = {"creature": creature, "n": creature.value, "victim": victim, "m": victim.value}
    return remark(f"why.{case}", rule, **facts, guard="gargoyle")


@question_kind("revive", CardDealer)
def _make_revivable_creature_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    mine = rng.choice(("dryad", "unicorn"))
    value = POOL[mine].value
    low, up, foreign = random_creature_ids(rng, lambda creature: creature.value < value, 3)
    high = random_creature_ids(rng, lambda creature: creature.value > value)[0]
    game = staged_game(
        deal, deal.random_wizards(4), [mine, f"{low}:down", up, f"{high}:down"], [f"{foreign}:down"]
    )
    names = [low, *rng.sample([up, high, foreign], 2)]
    tried = {f"use {mine} {name}": plain(name) for name in names}
    texts = SAY("ability.revive", creature=mine, n=value)
    return which_allowed_question(
        game, tried, texts, _comparison("revivable", POOL[mine], POOL[low]), "EM-ABIL-1"
    )


@question_kind("guarded", CardDealer)
def _make_whether_guarded_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether a creature beside a guard may be flipped."""
    mine = rng.choice(("cockatrice", "minotaur"))
    victim = random_creature_ids(rng, lambda creature: creature.value < 5 and _is_quiet(creature))[0]
    up = rng.random() < 0.6
    game = staged_game(deal, deal.random_wizards(4), [mine], [victim, "gargoyle" if up else "gargoyle:down"])
    facts = {"creature": mine, "victim": victim, "guard": "gargoyle"}
    texts = SAY("ability.guarded_up" if up else "ability.guarded_down", **facts)
    first = [remark("why.guard", guard="gargoyle", n=5)] if up else []
    lesser = _comparison("unguarded", POOL[mine], POOL[victim], "EM-ABIL-1")
    return whether_allowed_question(
        game, f"use {mine} {victim}", texts, lesser, "EM-ABIL-6", "EM-ABIL-2", first_reasons=first
    )


def _announced(deal: CardDealer, has: list[str], use: str) -> Game:
    answer = f"use {use} p1" if use in ("imp", "harpy") else f"use {use}"
    return staged_game(deal, deal.random_wizards(4), has, [use], to_move="p2 draw", answers=[answer])


@question_kind("answer")
def _make_stopping_creature_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question on which creature can stop a use."""
    use = rng.choice(("imp", "siren", "harpy"))
    able = rng.choice([name for name in _CANCELLING_CREATURES if POOL[name].value > POOL[use].value])
    flips = rng.choice(
        [name for name in _FLIPPING_CREATURES if POOL[name].value > POOL[use].value] or ["minotaur"]
    )
    draws = rng.choice([name for name in ("wisp", "kelpie", "simurgh") if name != use])
    game = _announced(CardDealer(rng), [able, flips, draws], use)
    tried = {
        f"answer {able}": full_creature_texts(able),
        f"use {flips} {use}": full_creature_texts(flips),
        f"use {draws}": full_creature_texts(draws),
    }
    texts = SAY("ability.answer", creature=use, n=POOL[use].value)
    return which_allowed_question(game, tried, texts, _cancel_reason("stops", able, use), "EM-ABIL-3")


def _cancel_reason(case: str, name: str, use: str, rule: str = "EM-ABIL-3") -> QuizReason:
    """Return why a creature can or cannot cancel a use, with the values of both."""
    facts = {"creature": name, "n": POOL[name].value, "other": use, "m": POOL[use].value}
    return remark(f"why.{case}", rule, **facts)


@question_kind("strong")
def _make_whether_can_cancel_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question on whether a creature is high enough to cancel a use."""
    use = rng.choice(("imp", "siren", "harpy", "chimera"))
    name = rng.choice(_CANCELLING_CREATURES)
    game = _announced(CardDealer(rng), [name, "manticore"], use)
    require(game.question is not None and game.question.player == 0)
    facts = {"creature": use, "n": POOL[use].value, "other": name, "m": POOL[name].value}
    texts = SAY("ability.strong", **facts)
    weak = POOL[name].value <= POOL[use].value
    first = [_cancel_reason("too_strong", name, use, "EM-ABIL-6")] if weak else []
    stops = _cancel_reason("stops", name, use, "EM-ABIL-6")
    return whether_allowed_question(game, f"answer {name}", texts, stops, "EM-ABIL-3", first_reasons=first)


@question_kind("spent", CardDealer)
def _make_flipped_count_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on how many creatures are flipped after an answer."""
    use = rng.choice(("imp", "siren", "harpy"))
    name = rng.choice(
        [canceller for canceller in _CANCELLING_CREATURES if POOL[canceller].value > POOL[use].value]
    )
    more = rng.choice(([], ["sprite:down"], ["pegasus"]))
    game = _announced(deal, [name, *more], use)
    twin = game.copy().give_answers(f"answer {name}")
    right = sum(not owned.is_face_up for player in twin.table.players for owned in player.owned)
    already = sum(not owned.is_face_up for player in game.table.players for owned in player.owned)
    mistakes = [mistake(already + 1, "one_side"), mistake(already, "none_side"), mistake(2, "forgot_flipped")]
    facts = {"creature": use, "other": name}
    why = [
        remark("why.spent", **facts),
        *([remark("why.spent_more", n=already, k=right)] if already else []),
        *heard(twin.rulings_since(1, "EM-ABIL-3", "EM-ABIL-4")),
    ]
    return count_question(rng, game, [f"answer {name}"], SAY("ability.spent", **facts), right, mistakes, why)


@question_kind("chain", CardDealer)
def _make_possible_reply_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on what a player can do against an answer."""
    use = rng.choice(("imp", "harpy"))
    high, low = "cerberus", rng.choice(("griffin", "gorgon"))
    game = staged_game(deal, deal.random_wizards(4), [use, high], [low], answers=[f"use {use} p2"])
    facts = {"creature": use, "other": low, "mine": high}
    why = [
        *stated("EM-ABIL-5"),
        *heard(game.copy().give_answers(f"answer {low}").rulings_since(1, "EM-ABIL-3")),
    ]
    wrong = {"cancel": stated("EM-ABIL-5"), "flip": stated("EM-ABIL-3")}
    say = lambda case: SAY(f"ability.chain_{case}", **facts)  # noqa: E731
    return value_question(game, [f"answer {low}"], SAY("ability.chain", **facts), "nothing", wrong, say, why)


@question_kind("order", CardDealer)
def _make_discarder_order_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    user = rng.randrange(3)
    owners: list[list[str]] = [[], [], []]
    owners[user] = ["siren"]
    game = staged_game(deal, deal.random_wizards(3), *owners, to_move=f"p{user + 1} draw")
    twin = game.copy().give_answers("use siren")
    order = [f"p{seat + 1}" for seat in answer_while_pending(twin, DiscardHandCards, first_option)]
    last = rng.random() < 0.5
    right = order[-1] if last else order[0]
    because = remark("mistake.order", side=order[0], last=order[-1])
    texts = SAY("ability.last" if last else "ability.first", side=f"p{user + 1}", creature="siren")
    wrong = {seat: [because] for seat in order}
    return value_question(
        game, twin, texts, right, wrong, seat_texts, [because, *stated("EM-ABIL-7", "EM-ABIL-2")]
    )


@question_kind("useless", CardDealer)
def _make_whether_use_allowed_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether a creature that may have no effect can be used now."""
    case = rng.choice(("gnome", "imp"))
    works = rng.random() < 0.4
    if case == "gnome":
        pile = [*deal.random_wizards(1), *(deal.random_wizards(1) if works else ["*"])]
        game = staged_game(deal, deal.random_wizards(4), ["gnome"], pile=pile)
        texts = SAY("ability.use_gnome", creature="gnome", card=pile[-1])
        key = "use_gnome" if works else "no_gnome"
        because = remark(f"why.{key}", card=pile[-1])
        return whether_allowed_question(game, "use gnome", texts, first_reasons=[because])
    theirs = deal.random_wizards(2) if works else []
    game = staged_game(deal, deal.random_wizards(4), ["imp"], opponent_cards=theirs)
    texts = SAY("ability.use_imp", creature="imp", n=len(theirs))
    because = remark("why.use_imp" if works else "why.no_imp", n=len(theirs))
    return whether_allowed_question(game, "use imp p2", texts, first_reasons=[because])


@question_kind("marks", CardDealer)
def _make_points_after_marks_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    mine, size = rng.choice((("basilisk", 2), ("behemoth", 3)))
    victim, *more = random_creature_ids(
        rng,
        lambda creature: (
            creature.value < POOL[mine].value and _is_quiet(creature) and creature.id != "pegasus"
        ),
        2,
    )
    had = rng.randint(0, min(2, POOL[victim].value))
    other = [f"{victim}-{had}" if had else victim, *more]
    game = staged_game(deal, deal.random_wizards(4), [mine], other)
    use = f"use {mine} {victim}"
    require(game.table.players[1].find_creature(victim).points != 0)
    twin = game.copy().give_answers(use)
    answer_while_pending(twin, AnswerAbility)
    right = twin.table.players[1].total
    before = game.table.players[1].total
    mistakes = [mistake(before - size, "below_zero"), mistake(before, "for_nothing")]
    facts = {"creature": mine, "n": size, "victim": victim}
    counted = [one.table.players[1].find_creature(victim).points for one in (game, twin)]
    because = {"n": counted[0], "m": size, "k": counted[1], "before": before, "right": right}
    why = [remark("why.marks", victim=victim, **because), *stated("EM-ABIL-8")]
    return count_question(rng, game, twin, SAY("ability.marks", **facts), right, mistakes, why)


@question_kind("total", CardDealer)
def _make_total_of_creatures_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on the total of a player's creatures, some flipped, with marks or a bonus."""
    names = [
        "pegasus",
        *random_creature_ids(rng, lambda creature: creature.id != "pegasus" and creature.value < 9, 3),
    ]
    has, flipped, marked = [], 0, 0
    for name in names:
        down, marks = rng.random() < 0.5, rng.choice((0, 0, 1))
        has.append(f"{name}{':down' if down else ''}{f'-{marks}' if marks else ''}")
        flipped += POOL[name].value * down
        marked += marks
    game = staged_game(deal, deal.random_wizards(3), has)
    right = game.table.players[0].total
    printed = sum(POOL[name].value for name in names)
    mistakes = [
        mistake(right - flipped, "flipped_away"),
        mistake(printed, "printed_only"),
        mistake(printed + 2 - marked, "bonus_down"),
    ]
    points = [(owned.creature, owned.points) for owned in game.table.players[0].owned]
    parts = [join_texts(plain(creature), plain(value)) for creature, value in points]
    added = join_texts(*parts, separator=" + ")
    why = [remark("why.total", sum=added, n=right), *stated("EM-ABIL-8", "EM-ABIL-1")]
    return count_question(rng, game, [], SAY("ability.total"), right, mistakes, why)


@question_kind("ongoing", CardDealer)
def _make_ongoing_creature_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    right = random_creature_ids(rng, lambda creature: creature.ability_kind == "ongoing")[0]
    others = random_creature_ids(rng, lambda creature: creature.ability_kind != "ongoing", 2)
    game = staged_game(deal, deal.random_wizards(4), [], [right, *others])
    say = name_and_ability_texts  # without the word for the kind of the ability
    why = [remark("why.ongoing", creature=right), *stated("EM-ABIL-2")]
    because = {name: [remark("mistake.not_ongoing", creature=name)] for name in others}
    return value_question(game, [], SAY("ability.ongoing"), right, because, say, why)
