"""The computer player `greedy`: whatever is worth most at once, as the table lies open.

It calls the strongest Allies, takes the Site that brings most with the fewest who suffice, challenges whom it
kills for sure, plays a card as soon as it gains by it, and contests and counters where that stops something.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from twingkit.imajica.players.forces import (
    Force,
    contest_strength,
    contesters,
    cost_of,
    defenders_of,
    seizers,
    spare_holders,
    strength_of,
)
from twingkit.imajica.players.outlook import gains
from twingkit.imajica.players.worth import AREAS, READY, character_worth, most_killed, site_gain
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.asked import END, PASS, Damage
from twingkit.imajica.rules.deeds import call_denials, fight_denials, may_call_home
from twingkit.imajica.rules.table import Act, Fight, ImajicaTable, Piece
from twingkit.imajica.rules.values import calling_prime, fighting_strength, influence, prime_limit
from twingkit.play import Game

LEAST = 0.8
"""The gain from which a card or a power is used, beside the worth of the card itself."""

UNSURE = 0.3
"""The part of a Site's worth in a seizure that rivals could stop as the table lies."""

Weighed = tuple[float, str]


class Greedy:
    """A player that looks one deed ahead; deterministic from its seed.

    >>> from twingkit.imajica.starts import position_game
    >>> line = "imajica: p1 active gideon lamp-boy; p2 reserve irish; circle kite-fields; to move p1 ally"
    >>> Greedy(1)(position_game(line, seed=1))
    'seize kite-fields with gideon lamp-boy'
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, game: Game) -> str:
        """The answer to the pending question."""
        question: Any = game.question
        chosen: Callable[[ImajicaTable, Any], str] = getattr(self, f"on_{question.kind}")
        return chosen(game.table, question)

    # -- set-up and hands

    def on_first_site(self, table: ImajicaTable, question: Any) -> str:
        """A Site of the set-up: that with the least Resistance."""
        options: Iterable[str] = question.options()
        return min(options, key=lambda answer: table.cards[answer.split()[1]].resistance)

    def on_redraw(self, table: ImajicaTable, question: Any) -> str:
        """A hand without characters is drawn anew."""
        return "hand redraw"

    # -- phase 2

    def on_autarch(self, table: ImajicaTable, question: Any) -> str:
        """Sites are laid for the card that they bring; then the best Dictate or reassignment."""
        seat = question.player
        for name in dict.fromkeys(table.players[seat].hand):
            if table.cards[name].kind == "site" and question.denial(f"lay {name}") is None:
                return f"lay {name}"
        laid = self.path(table, question)
        if laid:
            return laid
        found = self.best_acts(table, seat, "dictate")
        return max([*found, self.reassignment(table, seat), (0.0, END)])[1]

    def path(self, table: ImajicaTable, question: Any) -> str:
        """A Path to lay now; "" for none: one Path for each Site that this player cannot use any more."""
        seat = question.player
        for name in dict.fromkeys(table.players[seat].hand):
            if table.cards[name].kind != "path":
                continue
            for site in table.sites():
                answer = f"path {name} on {site.token}"
                if question.denial(answer) is None and self.lays(table, seat, name, site):
                    return answer
        return ""

    def lays(self, table: ImajicaTable, seat: int, name: str, site: Piece) -> bool:
        """True if a Path is laid on a Site: one that harms, where this seat has the Dominion already."""
        return harms_seizers(table, name) and site_gain(table, seat, site) < 1

    def reassignment(self, table: ImajicaTable, seat: int) -> Weighed:
        """All Holders who are not needed go to the reserve, and what that is worth."""
        spare = [piece for site in table.sites(seat) for piece in spare_holders(table, site)]
        if not spare:
            return 0.0, END
        gain = (AREAS["reserve"] - AREAS["state"]) * cost_of(table, spare)
        return gain, " ".join(["reassign", *(f"{piece.token}>reserve" for piece in spare)])

    # -- phase 3

    def on_ally(self, table: ImajicaTable, question: Any) -> str:
        """The best call; then the best deed or card, as long as any is worth it."""
        seat = question.player
        if not question.acted:
            name = best_call(table, seat)
            if name:
                return f"call {name}"
        deeds = [*self.best_acts(table, seat, "action"), *self.seizures(table, seat)]
        return max([*deeds, *self.challenges(table, seat), (0.0, END)])[1]

    def seizures(self, table: ImajicaTable, seat: int) -> Iterable[Weighed]:
        """Yield for each Site of the Circle the cheapest seizure, and what it is worth."""
        staged = table.copy()
        for site in list(staged.sites()):
            ready = able(staged, seat, "seize", site.token)
            staged.fight = seizing(seat, site, ready)
            rivals = [
                contest_strength(staged, other, site) for other in staged.seats_from(seat) if other != seat
            ]
            beaten = max(rivals, default=0)
            force, sure = seizers(staged, site, ready, beaten), 1.0
            if not force:
                force, sure = seizers(staged, site, ready, -1), UNSURE
            staged.fight = None
            if force:
                cost = (AREAS["active"] - AREAS["state"]) * cost_of(table, force)
                gain = sure * (site_gain(table, seat, site) - cost) - (1 - sure) * READY * cost_of(
                    table, force
                )
                yield gain, f"seize {site.token} with {' '.join(piece.token for piece in force)}"

    def challenges(self, table: ImajicaTable, seat: int) -> Iterable[Weighed]:
        """Yield for each rival the best challenge that kills whoever defends, and what it is worth."""
        for target in list(table.characters(area="active")):
            if target.controller == seat:
                continue
            force = by_strength(table, able(table, seat, "challenge", target.token))
            for size in range(1, len(force) + 1):
                yield self.challenge(table, target, force[-size:])

    def challenge(self, table: ImajicaTable, target: Piece, force: Sequence[Piece]) -> Weighed:
        """A challenge, and what it is worth whether all defend or nobody."""
        answer = f"challenge {target.token} with {' '.join(piece.token for piece in force)}"
        own, alone = strength_of(table, force), fighting_strength(table, target)
        helpers = defenders_of(table, target)
        most = alone + strength_of(table, helpers)
        kills = [most_killed(table, [target.token], max(0, own - alone))]
        if own > most:
            kills.append(most_killed(table, [target.token, *(piece.token for piece in helpers)], own - most))
        elif helpers:
            kills.append(-most_killed(table, [piece.token for piece in force], most - own))
        return min(kills) - READY * cost_of(table, force), answer

    # -- cards

    def best_acts(self, table: ImajicaTable, seat: int, moment: str) -> list[Weighed]:
        """The cards and powers of a moment that gain enough, with what they gain."""
        answers = list(acts.options(table, seat, moment))
        tried = [acts.read_act(table, seat, answer, moment) for answer in answers]
        sensible = [place for place, act in enumerate(tried) if aims_well(table, act)]
        found = gains(table, seat, [tried[place] for place in sensible])
        return [(gain, answers[place]) for gain, place in zip(found, sensible, strict=True) if gain >= LEAST]

    def on_respond(self, table: ImajicaTable, question: Any) -> str:
        """A window: the Flash that gains most, or none; where nothing is under way it waits."""
        if table.fight is None and not table.stack and table.current != question.player:
            return PASS
        return max([*self.best_acts(table, question.player, question.moment), (0.0, PASS)])[1]

    on_counter = on_combat = on_influence = on_respond

    # -- fights

    def on_contest(self, table: ImajicaTable, question: Any) -> str:
        """A rival's seizure is contested by the fewest who stop it, if there are any."""
        fight = table.fight
        assert fight is not None
        site = table.pieces[fight.focus]
        against = sum(influence(table, table.pieces[token], site) for token in fight.mine)
        force = contesters(table, site, [table.pieces[token] for token in question.able()], against)
        return named("contest", force)

    def on_defend(self, table: ImajicaTable, question: Any) -> str:
        """A challenge is met by all if that is enough to kill nobody of them, else by nobody."""
        fight = table.fight
        assert fight is not None
        own = strength_of(table, [table.pieces[token] for token in fight.theirs])
        against = strength_of(table, [table.pieces[token] for token in fight.mine])
        helpers = by_strength(table, [table.pieces[token] for token in question.able()])
        least = -most_killed(table, fight.theirs, max(0, against - own))
        best: Force = ()
        for size in range(1, len(helpers) + 1):
            force = tuple(helpers[-size:])
            total = own + strength_of(table, force)
            if total > against:
                worth = most_killed(table, fight.mine, total - against)
            else:
                prey = [*fight.theirs, *(piece.token for piece in force)]
                worth = -most_killed(table, prey, against - total)
            if worth > least:
                least, best = worth, force
        return named("defend", best)

    def on_damage(self, table: ImajicaTable, question: Damage) -> str:
        """The damage kills those rivals who are worth most."""
        return max(question.options(), key=lambda answer: self.killed(table, question, answer))

    def killed(self, table: ImajicaTable, question: Damage, answer: str) -> float:
        """The worth of the rivals whom a split kills, less that of one's own."""
        pieces = [table.pieces[token] for token in question.read_split(answer)]
        return sum(
            character_worth(table, piece) * (-1 if piece.controller == question.player else 1)
            for piece in pieces
        )

    # -- the rest

    def on_advance(self, table: ImajicaTable, question: Any) -> str:
        """Everybody who may moves forward."""
        return " ".join(["advance", *question.able()])

    def on_choose(self, table: ImajicaTable, question: Any) -> str:
        """The one whom an own Path hits: a rival's best if it harms, an own one if it helps."""
        act = table.acting[-1] if table.acting else None
        harms = act is None or harmful(act.card.effects[0].verb, act.card.effects[0].number)

        def worth(answer: str) -> float:
            piece = table.pieces[answer.split()[1]]
            mine = piece.controller == question.player
            return character_worth(table, piece) * (-1 if mine == harms else 1)

        options: Iterable[str] = question.options()
        return max(options, key=worth)

    def on_path(self, table: ImajicaTable, question: Any) -> str:
        """One of the Paths that were looked at: any."""
        options: list[str] = list(question.options())
        return self.rng.choice(options)


def by_strength(table: ImajicaTable, pieces: Iterable[Piece]) -> list[Piece]:
    """The weakest in a fight first."""
    return sorted(pieces, key=lambda piece: fighting_strength(table, piece))


def named(word: str, force: Sequence[Piece]) -> str:
    """The answer that names these characters, or none."""
    return " ".join([word, *(piece.token for piece in force)]) if force else PASS


def able(table: ImajicaTable, seat: int, deed: str, target: str) -> list[Piece]:
    """The characters who may do a deed to a target now, alone."""
    return [
        piece
        for piece in table.ready(seat)
        if next(fight_denials(table, seat, deed, target, [piece.token]), None) is None
    ]


def seizing(seat: int, site: Piece, ready: Sequence[Piece]) -> Fight:
    """A seizure by all of these, to see what they count in it."""
    tokens = [piece.token for piece in ready]
    return Fight("seizure", seat, site.token, tokens, tuple(tokens))


def harmful(verb: str, number: int) -> bool:
    """True if an effect harms whom it concerns."""
    return verb in ("pivot", "damage", "discard", "lose", "bar", "move") or (verb == "mod" and number < 0)


def aims_well(table: ImajicaTable, act: Act) -> bool:
    """True if an act harms rivals and helps its own side, as far as it is aimed at characters."""
    slots = [effect for effect in act.effects if effect.target]
    for effect, name in zip(slots, act.targets, strict=False):
        piece = table.pieces.get(name)
        if piece is not None and piece.is_character:
            mine = piece.controller == act.seat
            own_move = effect.verb == "move" and effect.word("area") == "active"
            if mine == (harmful(effect.verb, effect.number) and not own_move) and effect.verb != "gain":
                return False
    return True


def harms_seizers(table: ImajicaTable, name: str) -> bool:
    """True if a Path harms whoever seizes its Site: by what it does to them, or by more Resistance."""
    effect = table.cards[name].effects[0]
    if effect.who.base == "this":
        return effect.number > 0
    aims_others = effect.who.base == "contesters" or "contester" in effect.who.filters
    return harmful(effect.verb, effect.number) and not aims_others


def best_call(table: ImajicaTable, seat: int) -> str:
    """The character of the hand to call first: of the set that is worth most; "" for none (IJ-ALLY-2, 3)."""
    hand = [
        name
        for name in dict.fromkeys(table.players[seat].hand)
        if table.cards[name].kind == "character"
        and next(call_denials(table, seat, name, acted=False), None) is None
    ]
    if not hand:
        return ""
    printed = {name: printed_worth(table, name) for name in hand}
    primes = {name: calling_prime(table, seat, table.cards[name]) for name in hand}
    room = prime_limit(table, seat) - table.players[seat].called
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ())] * (room + 1)
    for name in hand:
        for left in range(room, primes[name] - 1, -1):
            worth, chosen = best[left - primes[name]]
            best[left] = max(best[left], (worth + printed[name], (*chosen, name)))
    homes = [(printed[name], (name,)) for name in hand if may_call_home(table, seat, name)]
    _, called = max([best[room], *homes])
    return called[0] if called else ""


def printed_worth(table: ImajicaTable, name: str) -> float:
    """The worth of a character that is not in play yet, by its printed figures."""
    twin = Piece(name, table.cards[name], 0, "reserve")
    return character_worth(table, twin)
