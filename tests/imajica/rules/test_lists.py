"""The cached lists of the table give the same results as a full search through all cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from long_runs import runs

from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.box.effects import CARD_KIND_BY_ICON, STATS, Effect
from twingkit.imajica.box.selector import AFFILIATIONS
from twingkit.imajica.players import outlook
from twingkit.imajica.rules import acts
from twingkit.imajica.rules import carry_out as carrying_out
from twingkit.imajica.rules.answers import NOTATION, Challenge, Deed, Seize
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.matches import does_effect_apply
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import (
    affiliations,
    continuous_effects,
    has_affiliation,
    has_power_of,
    is_immune,
    lost_abilities,
    total_value_change,
)
from twingkit.imajica.starts import new_game

NAMES = list(load_decks())
MOMENTS = ("flash", "dictate", "action", "combat", "influence")


@cache
def tables() -> list[ImajicaTable]:
    """Return tables of random games of every number of players; a copy has the lists of its table."""
    found = []
    for seed in range(runs(3, 60)):
        rng = random.Random(seed)
        variant = rng.choice(["box", "counter=in_play", "artist=own_action"])
        game = new_game([rng.choice(NAMES) for _ in range(rng.randint(2, 6))], seed=seed, variant=variant)
        while game.question is not None:
            if rng.random() < 0.03:
                found.append(game.table.copy())
            game.answer_randomly(rng)
    return found


def slow_effects(table: ImajicaTable, verb: str) -> Iterator[tuple[Piece, Effect]]:
    """Return the active effects of a verb, found among all cards."""
    for piece in table.pieces.values():
        if piece.area == "path" and not (piece.known and piece.card.is_permanent):
            continue
        gone = slow_losses(table, piece) if piece.is_character else set()
        for effect in piece.card.effects:
            if effect.icon or effect.verb != verb:
                continue
            if ("traits" if effect.is_trait else "powers") in gone:
                continue
            if (
                piece.is_site
                and piece.area == "circle"
                and effect.selector.base not in ("seizers", "contesters")
            ):
                continue
            yield piece, effect


def slow_changes(table: ImajicaTable, piece: Piece, stat: str) -> int:
    """Return the sum of all changes of a value, computed from every card in play."""
    acting = [
        effect.number
        for source, effect in slow_effects(table, "mod")
        if effect.word("stat") == stat
        and does_effect_apply(table, source, effect, piece)
        and not is_immune(table, piece, source.card)
    ]
    own = [note.number for note in piece.temporary_changes if note.kind == stat]
    return sum(own) + sum(acting)


def slow_grants(table: ImajicaTable, piece: Piece, verb: str) -> set[str]:
    """Return what instants and permanents give to a character or take from it."""
    laid = [other for other in table.pieces.values() if other.area == "on" and other.host == piece.token]
    words = {effect.words[0] for other in laid for effect in other.card.effects if effect.verb == verb}
    return words | {note.ability for note in piece.temporary_changes if note.kind == verb}


def slow_losses(table: ImajicaTable, piece: Piece) -> set[str]:
    """Return everything that a character has lost."""
    return slow_grants(table, piece, "lose")


def test_IJ_CARD_5_what_changes_a_value_is_found_among_all_cards() -> None:
    found = 0
    for table in tables()[:: runs(8, 1)]:
        listed = list(continuous_effects(table, "prime_limit"))
        assert listed == list(slow_effects(table, "prime_limit"))
        for piece, stat in product(table.pieces.values(), STATS):
            assert total_value_change(table, piece, stat) == slow_changes(table, piece, stat)
            found += bool(total_value_change(table, piece, stat))
    assert found > 10


def test_where_cards_lie_is_found_among_all_cards() -> None:
    for table in tables():
        pieces = list(table.pieces.values())
        for seat in (None, *range(len(table.players))):
            assert list(table.characters(seat, "active")) == [
                piece
                for piece in pieces
                if piece.is_character and piece.area == "active" and seat in (None, piece.controller)
            ]
            sites = [piece for piece in pieces if piece.is_site]
            assert list(table.circle_or_held_sites(seat)) == [
                site
                for site in sites
                if (site.area == "circle") == (seat is None) and seat in (None, site.controller)
            ]
        for piece in pieces:
            on = [other for other in pieces if other.host == piece.token]
            assert table.permanents_on(piece.token) == [other for other in on if other.area == "on"]
            assert table.paths_on(piece.token) == [other for other in on if other.area == "path"]
            assert table.holders(piece.token) == [
                other for other in pieces if other.is_holder and other.site == piece.token
            ]


def test_IJ_POWER_3_an_affiliation_is_one_of_all_that_a_character_has() -> None:
    for table in tables():
        for piece in table.characters():
            own = {*piece.card.affiliations, *slow_grants(table, piece, "gain")} - slow_losses(table, piece)
            assert affiliations(table, piece) == own
            assert lost_abilities(table, piece) == slow_losses(table, piece)
            for affiliation in AFFILIATIONS:
                assert has_affiliation(table, piece, affiliation) == (affiliation in own)
                powerless = "powers" in slow_losses(table, piece)
                assert has_power_of(table, piece, affiliation) == (affiliation in own and not powerless)


def slow_options(table: ImajicaTable, seat: int, moment: str) -> set[str]:
    """Return every allowed act, out of every text that can be written."""
    tokens = list(table.pieces)
    ovo = list(dict.fromkeys(table.players[seat].ovo))
    heads = [f"play {name}" for name in dict.fromkeys(table.players[seat].hand)]
    heads += [f"{head} by {ally.token}" for head in heads for ally in table.characters(seat)]
    heads += [f"{word} {piece.token}" for piece in table.characters(seat) for word in ("artist", "rasa")]
    for piece in table.pieces.values():
        powers = [effect for effect in piece.card.effects if effect.icon]
        first = next(
            (place for place, effect in enumerate(powers) if CARD_KIND_BY_ICON[effect.icon] == moment), 0
        )
        heads += [f"use {piece.token}" + f" {place + 1}" * (place != first) for place in range(len(powers))]
    allowed = set()
    for head in heads:
        for aim in ("", *(f" on {target}" for target in (*tokens, *ovo))):
            if acts.broken_act_rule(table, seat, NOTATION.parse(head + aim), moment) is None:
                allowed.add(head + aim)
    return allowed


def test_IJ_TIME_2_the_acts_that_are_listed_are_those_that_are_allowed() -> None:
    seen = set()
    for table in tables()[:: runs(35, 6)]:
        for seat, moment in product(range(len(table.players)), MOMENTS):
            listed = list(map(str, acts.legal_acts(table, seat, moment)))
            assert len(set(listed)) == len(listed)
            assert set(listed) == slow_options(table, seat, moment)
            seen |= {answer.split()[0] for answer in listed}
    assert seen >= {"play", "use"}


def test_IJ_HOLD_4_an_act_does_the_same_if_all_cards_are_copied_and_all_holds_are_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = 0
    for table in tables()[:: runs(6, 1)]:
        for seat, moment in product(range(len(table.players)), MOMENTS):
            for answer in list(acts.legal_acts(table, seat, moment))[:: runs(7, 2)]:
                act, before = acts.announced_act(table, seat, answer, moment), table.key()
                quickly = outlook.table_after_act(table, act).key()
                assert table.key() == before
                with monkeypatch.context() as patch:
                    patch.setattr(carrying_out, "may_weaken_holds", lambda table, act: True)
                    assert outlook.table_after_act(table, act).key() == quickly
                tried += 1
    assert tried > 50


def test_IJ_ALLY_4_the_deeds_that_are_listed_are_those_that_are_allowed() -> None:
    for table in tables()[:: runs(4, 2)]:
        for seat in range(len(table.players)):
            question = AllyTurn(table, seat, acted=False)
            listed = [deed for deed in question.options() if isinstance(deed, Deed)]
            for deed, token, actor in product((Seize, Challenge), table.pieces, table.characters(seat)):
                answer = deed(token, (actor.token,))
                assert (answer in listed) == (question.broken_rule(answer) is None)
