"""The computer player `greedy`: it maximizes the immediate gain, using only open information.

It calls the strongest Allies, takes the best Site with as few Allies as possible, challenges only if the kill
is certain, plays a card as soon as it gains something, and contests and counters if that stops something.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imajica.exact_odds.damage_split import deadliest_answer
from twingkit.imajica.players import forces
from twingkit.imajica.players.outlook import decision_state_key, gains_of_acts
from twingkit.imajica.players.plans import (
    ValuedAnswer,
    by_gain,
    challenge_plans,
    seizure_plans,
    weakest_first,
)
from twingkit.imajica.players.worth import (
    AREA_FACTORS,
    current_worth,
    max_killed_worth,
    printed_worth,
    site_gain,
    worth_lead,
)
from twingkit.imajica.rules import acts, answers, questions
from twingkit.imajica.rules.answers import END, PASS
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.challenge import DefenderChoice
from twingkit.imajica.rules.deeds import AllyTurn, broken_call_rule, can_call_from_dominion
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.seizure import Contest
from twingkit.imajica.rules.table import Act as AnnouncedAct
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import barring_card, calling_prime, prime_limit, total_influence

MIN_GAIN = 0.8
"""Minimum gain to use a card or power, beyond the worth of the card itself."""


class GreedyPlayer:
    """The policy `greedy`, a computer player that looks one action ahead; deterministic for a seed.

    >>> from twingkit.imajica.starts import position_game
    >>> line = "imajica: p1 active gideon lamp-boy; p2 reserve irish; circle kite-fields; to move p1 ally"
    >>> str(GreedyPlayer(1)(position_game(line, seed=1)))
    'seize kite-fields with gideon lamp-boy'
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.passed: Hashable = None
        """Key of the last state in which nothing was worth playing; it is not searched again."""
        self.methods: dict[type[Question], Callable[..., Act]] = {
            questions.ChooseFirstSite: self.on_first_site,
            questions.KeepOrRedraw: self.on_redraw,
            AutarchTurn: self.on_autarch,
            AllyTurn: self.on_ally,
            questions.FlashWindow: self.on_respond,
            questions.CounterWindow: self.on_respond,
            questions.CombatManeuverWindow: self.on_combat,
            questions.InfluenceManeuverWindow: self.on_influence,
            Contest: self.on_contest,
            DefenderChoice: self.on_defend,
            questions.SplitDamage: self.on_damage,
            Advance: self.on_advance,
            questions.ChooseOne: self.on_choose,
            questions.ChoosePathToDiscard: self.on_path,
        }

    def __call__(self, game: Game) -> Act:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        return self.methods[type(question)](game.table, question)

    # -- set-up and hands

    def on_first_site(self, table: ImajicaTable, question: questions.ChooseFirstSite) -> Act:
        """Choose the first Site in the set-up: the one with the least Resistance."""
        return min(question.options(), key=lambda act: table.cards[_chosen(act)].resistance)

    def on_redraw(self, table: ImajicaTable, question: questions.KeepOrRedraw) -> Act:
        """Redraw a hand without characters."""
        return answers.REDRAW

    # -- phase 2

    def on_autarch(self, table: ImajicaTable, question: AutarchTurn) -> Act:
        """Answer an Autarch turn: lay Sites, then use the best Dictate or reassignment."""
        seat = question.player
        for name in table.hand_ids_of_kind(seat, "site"):
            act = answers.LaySite(name)
            if question.broken_rule(act) is None and self.should_lay_site(table, seat, name):
                return act
        laid = self.choose_path(table, question)
        if laid:
            return laid
        released = self.answer_sending_spares_to_reserve(table, seat)
        weighed_acts = self.worthwhile_acts(table, seat, "dictate", question.uses())
        return max([*weighed_acts, released, (0.0, END)], key=by_gain)[1]

    def should_lay_site(self, table: ImajicaTable, seat: int, card_id: str) -> bool:
        """Return True, since laying a Site brings a card."""
        return True

    def choose_path(self, table: ImajicaTable, question: questions.ImajicaQuestion) -> Act | None:
        """Return an answer that lays a Path, or None."""
        seat = question.player
        names = table.hand_ids_of_kind(seat, "path")
        aim = max(seizure_plans(table, seat), key=by_gain, default=None) if names else None
        wanted = aim.target if aim is not None and aim.gain > 0 else ""
        for name in names:
            for site in table.circle_or_held_sites():
                act = answers.LayPath(name, site.token)
                if question.broken_rule(act) is None and self.should_lay_path(
                    table, seat, name, site, wanted
                ):
                    return act
        return None

    def should_lay_path(
        self, table: ImajicaTable, seat: int, card_id: str, site: Piece, site_to_seize: str
    ) -> bool:
        """Return whether a Path is worth laying on a Site.

        A harmful one is laid on Sites of Dominions that this seat already has, a helpful one on the Site that
        it is about to seize.
        """
        if _is_harmful_to_seizers(table, card_id):
            return site.token != site_to_seize and site_gain(table, seat, site) < 1
        return site.token == site_to_seize

    def answer_sending_spares_to_reserve(self, table: ImajicaTable, seat: int) -> ValuedAnswer:
        """Return the answer that sends all unneeded Holders to the reserve, with its worth."""
        spare = [
            piece for site in table.circle_or_held_sites(seat) for piece in forces.spare_holders(table, site)
        ]
        if not spare:
            return 0.0, END
        gain = (AREA_FACTORS["reserve"] - AREA_FACTORS["state"]) * forces.total_worth(table, spare)
        return gain, answers.Reassign(tuple(answers.Move(piece.token, "reserve") for piece in spare))

    # -- phase 3

    def on_ally(self, table: ImajicaTable, question: AllyTurn) -> Act:
        """Answer an Ally turn: the best call, then the best action or card if it gains something."""
        seat = question.player
        if not question.acted and (called := characters_to_call(table, seat)):
            return answers.Call(called[0])
        cards = self.worthwhile_acts(table, seat, "action", ally_acts_to_try(table, seat))
        plans = [*seizure_plans(table, seat), *challenge_plans(table, seat)]
        return max([*cards, *plans, (0.0, END)], key=by_gain)[1]

    # -- cards

    def worth(self, table: ImajicaTable, seat: int) -> float:
        """Return the worth of a table for a seat. This player ranks cards and powers by it."""
        return worth_lead(table, seat)

    def worthwhile_acts(
        self, table: ImajicaTable, seat: int, playable_kind: str, tried: Iterable[Act]
    ) -> list[ValuedAnswer]:
        """Return the cards and powers among these answers that gain enough, with their gains."""
        weighed = [
            (use, act)
            for use in tried
            if isinstance(use, answers.Use)
            and _is_well_aimed(table, act := acts.announced_act(table, seat, use, playable_kind))
        ]
        act_gains = gains_of_acts(table, seat, [act for _, act in weighed], self.worth)
        return [(gain, use) for gain, (use, _) in zip(act_gains, weighed, strict=True) if gain >= MIN_GAIN]

    def on_respond(self, table: ImajicaTable, question: questions.FlashWindow) -> Act:
        """Answer a Flash window: play the Flash that gains most, or pass if none gains enough."""
        seat = question.player
        if table.fight is None and not table.waiting_acts and table.current != seat:
            return PASS
        seen = type(question), decision_state_key(table, seat)
        if seen == self.passed:
            return PASS
        weighed = self.worthwhile_acts(table, seat, question.playable_kind, question.uses())
        answer = max([*weighed, (0.0, PASS)], key=by_gain)[1]
        if answer == PASS:
            self.passed = seen
        return answer

    on_combat = on_influence = on_respond

    # -- fights

    def on_contest(self, table: ImajicaTable, question: Contest) -> Act:
        """Answer a rival's seizure: contest with as few Allies as can stop it."""
        return character_answer_or_pass(answers.Contest, cheapest_stopping_force(table, question))

    def on_defend(self, table: ImajicaTable, question: DefenderChoice) -> Act:
        """Answer a challenge with the set of strongest defenders that is worth most, or with nobody."""
        fight = table.fight
        assert fight is not None
        own = forces.total_strength(table, [table.pieces[token] for token in fight.defenders])
        against = forces.total_strength(table, [table.pieces[token] for token in fight.attackers])
        helpers = weakest_first(table, [table.pieces[token] for token in question.nameable_tokens()])
        least = -max_killed_worth(table, fight.defenders, max(0, against - own))
        best: forces.Force = ()
        for size in range(1, len(helpers) + 1):
            force = tuple(helpers[-size:])
            total = own + forces.total_strength(table, force)
            if total > against:
                worth = max_killed_worth(table, fight.attackers, total - against)
            else:
                victim = [*fight.defenders, *(piece.token for piece in force)]
                worth = -max_killed_worth(table, victim, against - total)
            if worth > least:
                least, best = worth, force
        return character_answer_or_pass(answers.Defend, best)

    def on_damage(self, table: ImajicaTable, question: questions.SplitDamage) -> Act:
        """Split damage so that, with the Flashes in hand, it kills the most valuable rivals."""
        return answers.DealDamage(deadliest_answer(question, current_worth).damage_by_character)

    # -- the rest

    def on_advance(self, table: ImajicaTable, question: Advance) -> Act:
        """Answer the Reconciliation: move everybody forward who can move."""
        return answers.Advance(tuple(question.nameable_tokens()))

    def on_choose(self, table: ImajicaTable, question: questions.ChooseOne) -> Act:
        """Choose the target of one of this player's Paths: a rival's character if the Path harms, one of the
        player's own if it helps.
        """
        act = table.acts_in_progress[-1] if table.acts_in_progress else None
        harms = act is None or _is_harmful(act.card.effects[0].verb, act.card.effects[0].number)

        def worth(chosen: Act) -> float:
            piece = table.pieces[_chosen(chosen)]
            mine = piece.controller == question.player
            return current_worth(table, piece) * (-1 if mine == harms else 1)

        return max(question.options(), key=worth)

    def on_path(self, table: ImajicaTable, question: questions.ChoosePathToDiscard) -> Act:
        """Choose at random one of the Paths that were looked at."""
        return self.rng.choice(list(question.options()))


def _chosen(act: Act) -> str:
    """Return the Site or the character that a choice names."""
    assert isinstance(act, answers.OneChoice)
    return act.thing


def cheapest_stopping_force(table: ImajicaTable, question: Contest, spare: int = 0) -> forces.Force:
    """Return the cheapest characters who stop the current seizure with `spare` more influence than needed
    (negative: less); () if all together cannot.
    """
    fight = table.fight
    assert fight is not None
    site = table.pieces[fight.target_token]
    against = total_influence(table, fight.attackers, site)
    able = [table.pieces[token] for token in question.nameable_tokens()]
    return forces.cheapest_contesters(table, site, able, against + spare)


def character_answer_or_pass(act_class: type[answers.NamedCharacters], force: Sequence[Piece]) -> Act:
    """Return the answer that names these characters, or `pass` if there are none."""
    return act_class(tuple(piece.token for piece in force)) if force else PASS


def _is_harmful(verb: str, number: int) -> bool:
    return verb in ("pivot", "damage", "discard", "lose", "bar", "move") or (verb == "mod" and number < 0)


def _is_well_aimed(table: ImajicaTable, act: AnnouncedAct) -> bool:
    """Return whether an act harms only rivals, helps only its own side, and matters in the fight."""
    slots = [effect for effect in act.effects if effect.target_kind]
    for effect, name in zip(slots, act.targets, strict=False):
        piece = table.pieces.get(name)
        if piece is None or not piece.is_character:
            continue
        mine = piece.controller == act.seat
        own_move = effect.verb == "move" and effect.word("area") == "active"
        if mine == (_is_harmful(effect.verb, effect.number) and not own_move) and effect.verb != "gain":
            return False
        if effect.verb == "mod" and table.fight is not None and name not in table.fight.involved:
            return False
        if effect.verb in ("pivot", "unpivot") and piece.pivoted == (effect.verb == "pivot"):
            return False
        if effect.verb == "bar" and barring_card(table, piece, effect.word("deed")) is not None:
            return False
        if effect.verb == "bar" and effect.word("deed") != "advance" and not piece.is_ready:
            return False
        if effect.verb == "save" and not _is_in_danger(table, name):
            return False
    return True


def _is_in_danger(table: ImajicaTable, token: str) -> bool:
    """Return whether a character is in a fight, or the target of an announced card or power."""
    fought = table.fight is not None and token in table.fight.involved
    return fought or any(token in act.targets for act in table.waiting_acts)


def ally_acts_to_try(table: ImajicaTable, seat: int, seizers: tuple[str, ...] = ()) -> Iterator[answers.Use]:
    """Yield the cards and powers to try in the Ally phase, cards only from the least valuable Allies.

    Those are the least valuable Ally, and the least valuable one that does not take part in the next seizure.
    A card that changes the Ally that plays it can come from any Ally.
    """
    allies = sorted(table.ready_characters(seat), key=lambda piece: current_worth(table, piece))
    free = [piece.token for piece in allies if not piece.acted]
    spare = {*free[:1], *[token for token in free if token not in seizers][:1]}
    for use in acts.legal_acts(table, seat, "action"):
        act = acts.announced_act(table, seat, use, "action")
        if (
            act.by_power
            or act.source in spare
            or any(effect.selector.base == "acting" for effect in act.effects)
        ):
            yield use


def _is_harmful_to_seizers(table: ImajicaTable, name: str) -> bool:
    """Return whether a Path harms the seizers of its Site, directly or through the Resistance."""
    effect = table.cards[name].effects[0]
    if effect.selector.base == "this":
        return effect.number > 0
    aims_others = effect.selector.base == "contesters" or "contester" in effect.selector.filters
    return _is_harmful(effect.verb, effect.number) and not aims_others


def characters_to_call(table: ImajicaTable, seat: int) -> tuple[str, ...]:
    """Return the most valuable set of characters that the seat can afford to call now (IJ-ALLY-2, 3)."""
    hand = [
        name
        for name in table.hand_ids_of_kind(seat, "character")
        if broken_call_rule(table, seat, name, acted=False) is None
    ]
    if not hand:
        return ()
    printed = {name: printed_worth(table.cards[name]) for name in hand}
    primes = {name: calling_prime(table, seat, table.cards[name]) for name in hand}
    room = prime_limit(table, seat) - table.players[seat].prime_spent
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ())] * (room + 1)
    for name in hand:
        for left in range(room, primes[name] - 1, -1):
            worth, chosen = best[left - primes[name]]
            best[left] = max(best[left], (worth + printed[name], (*chosen, name)))
    homes = [(printed[name], (name,)) for name in hand if can_call_from_dominion(table, seat, name)]
    return max([best[room], *homes])[1]
