"""Questions on decks, the set-up, and the order of play."""

from __future__ import annotations

import random

import attrs

from twingkit.core.language import language
from twingkit.imajica.box.decks import DECK_SIZE, Deck, deck_refusals, load_decks, trim_to_starter_decks
from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    heard,
    mistake,
    remark,
    seat_texts,
    stated,
)
from twingkit.imajica.rules.questions import ChooseFirstSite
from twingkit.imajica.rules.rounds import CARDS_PER_ROUND
from twingkit.imajica.rules.setup import FIRST_HAND_SIZE
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.starts import new_game
from twingkit.imajica.variants.variant import Variant
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require, require_value
from twingkit.learn.quiz.staging import count_question, value_question, yes_no_question

_EMPTY_TABLE = "p1; p2"
"""An empty table, for questions that need no position."""


@question_kind("deck")
def _make_whether_deck_legal_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Is this deck still legal?”, after a change."""
    name = rng.choice(list(load_decks()))
    before = load_decks()[name]
    case = rng.choice(("path", "limit", "fine", "fine", "site", "more"))
    spare = [card for card, n in before.counts.items() if ASSUMED_CARDS[card].kind not in ("site", "path")]
    out = rng.choice(spare)
    added = {
        "path": [card for card in before.counts if ASSUMED_CARDS[card].kind == "path"],
        "limit": [
            card for card, n in before.counts.items() if n == ASSUMED_CARDS[card].copy_limit and card != out
        ],
        "fine": [card.id for card in ASSUMED_CARDS.values() if card.id not in before.counts],
        "site": [card.id for card in ASSUMED_CARDS.values() if card.id not in before.counts],
        "more": [card.id for card in ASSUMED_CARDS.values() if card.id not in before.counts],
    }[case]
    new = rng.choice(added)
    if case == "site":
        out = rng.choice([card for card in before.counts if ASSUMED_CARDS[card].kind == "site"])
        require(ASSUMED_CARDS[new].kind != "site")
    counts = dict(before.counts)
    if case != "more":
        counts[out] -= 1
    counts[new] = counts.get(new, 0) + 1
    after = Deck(name, {card: n for card, n in counts.items() if n})
    faults = deck_refusals(after)
    facts = {"deck": _DeckTitlePhrase(before), "out": out, "new": new, "n": before.counts.get(new, 0)}
    fine = [] if faults else [remark("why.deck_fine", card=facts["new"], n=counts[new])]
    why = [*heard(faults), *fine, *stated("IJ-DECK-1")]
    texts = SAY("setup.deck_more" if case == "more" else "setup.deck", **facts)
    return yes_no_question(staging.game_at_position(_EMPTY_TABLE), [], texts, not faults, why)


@attrs.frozen
class _DeckTitlePhrase:
    deck: Deck

    def label(self, words: object, form: str = "") -> str:
        """Return the title of the deck in the current language."""
        return self.deck.title[language()]


@question_kind("starters")
def _make_starter_deck_size_question(rng: random.Random) -> QuizItem | None:
    extra = [rng.randint(0, 4), rng.randint(0, 4)]
    require(any(extra))
    decks = []
    for number, deck in zip(extra, (load_decks()["daughters"], load_decks()["teeth"]), strict=True):
        paths = [name for name in deck.counts if ASSUMED_CARDS[name].kind == "path"]
        spare = [name for name, n in deck.counts.items() if n == 1 and ASSUMED_CARDS[name].kind != "path"][
            :number
        ]
        counts = {name: n for name, n in deck.counts.items() if name not in spare}
        for name in paths[:number]:
            counts[name] += 1
        decks.append(Deck(deck.id, counts))
    right = trim_to_starter_decks(decks)[0].size
    mistakes = [
        mistake(DECK_SIZE, "paths_kept"),
        mistake(DECK_SIZE - extra[0], "own_size"),
        mistake(DECK_SIZE - sum(extra), "both_cut"),
    ]
    texts = SAY("setup.starters", n=extra[0], m=extra[1], size=DECK_SIZE)
    left = {"size": DECK_SIZE, "n": DECK_SIZE - extra[0], "m": DECK_SIZE - extra[1], "k": right}
    why = [remark("why.starters", **left)]
    return count_question(rng, staging.game_at_position(_EMPTY_TABLE), [], texts, right, mistakes, why)


@question_kind("tournament")
def _make_whether_tournament_legal_question(rng: random.Random) -> QuizItem | None:
    number = rng.randint(23, 28)
    most = Variant.resolve("finals").deck_limit
    fits = number <= most
    why = [remark("why.deck_fits" if fits else "why.deck_over", n=number, m=most)]
    texts = SAY("setup.tournament", n=number)
    return yes_no_question(staging.game_at_position(_EMPTY_TABLE), [], texts, fits, why)


@question_kind("first-sites")
def _make_who_lays_site_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Who lays the Site of this Dominion?”"""
    players = rng.choice((2, 3, 4))
    game = new_game([rng.choice(list(load_decks())) for _ in range(players)], rolls="ask")
    starter = rng.randrange(players)
    twin = game.copy().give_answers(f"starter {SEATS[starter]}")
    staging.answer_passively(twin, ChooseFirstSite)
    laid = {
        ruling.facts["n"]: ruling.facts["side"]
        for ruling in twin.rulings_since(0, "IJ-SET-1")
        if ruling.case in ("laid", "laid_only")
    }
    dominion = rng.randint(2, 5)
    require(dominion in laid and len(laid) >= 5)
    steps = {"side": SEATS[starter], "n": dominion, "last": str(laid[dominion])}
    why = [remark("why.first_sites", **steps)]
    wrong = {SEATS[seat]: why for seat in range(players)}
    texts = SAY("setup.first_sites", n=players, side=SEATS[starter], m=dominion)
    return value_question(game, twin, texts, str(laid[dominion]), wrong, seat_texts, why)


@question_kind("first-hand")
def _make_first_hand_size_question(rng: random.Random) -> QuizItem | None:
    number = rng.randint(1, 3)
    right = FIRST_HAND_SIZE + CARDS_PER_ROUND * number
    mistakes = [
        mistake(right - CARDS_PER_ROUND, "first_round_draws"),
        mistake(FIRST_HAND_SIZE, "no_draw"),
        mistake(right - number, "draws_two"),
    ]
    texts = SAY("setup.first_hand", n=number)
    drawn = {"n": number, "k": FIRST_HAND_SIZE, "m": CARDS_PER_ROUND * number, "right": right}
    why = [remark("why.first_hand", **drawn), *stated("IJ-SET-2")]
    return count_question(rng, staging.game_at_position(_EMPTY_TABLE), [], texts, right, mistakes, why)


@question_kind("leader")
def _make_round_leader_question(rng: random.Random) -> QuizItem | None:
    players, number = rng.choice((3, 4, 5)), rng.randint(1, 4)
    starter = rng.randrange(players)
    right = SEATS[(starter + number) % players]
    first = SEATS[(starter + 1) % players]
    led = {"side": SEATS[starter], "first": first, "n": number, "lead": right}
    why = [remark("why.leader", **led)]
    wrong = {SEATS[seat]: why for seat in range(players)}
    texts = SAY("setup.leader", n=players, side=SEATS[starter], m=number)
    game = staging.game_at_position("; ".join(f"p{seat + 1}" for seat in range(players)))
    return value_question(game, [], texts, right, wrong, seat_texts, why)


@question_kind("turns")
def _make_next_turn_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Whose turn is next in this phase?”"""
    players = rng.choice((3, 4))
    leads = rng.randrange(players)
    now = (leads + rng.randrange(players - 1)) % players
    seats = "; ".join(
        f"p{seat + 1} active {name}"
        for seat, name in zip(range(players), ("irish", "dowd", "gideon", "christos"), strict=False)
    )
    game = staging.game_at_position(f"{seats}; leads {SEATS[leads]}; to move {SEATS[now]} ally")
    twin = staging.play_passively_and_answer(game.copy(), f"{SEATS[now]}: end")
    staging.play_until_question(twin, "ally", None)
    right = SEATS[require_value(twin.question).player]
    why = [remark("why.turns", lead=SEATS[leads], side=SEATS[now], next=right)]
    wrong = {SEATS[seat]: why for seat in range(players) if seat != now}
    texts = SAY("setup.turns", n=players, lead=SEATS[leads], side=SEATS[now])
    return value_question(game, twin, texts, right, wrong, seat_texts, why)


@question_kind("coming")
def _make_hand_after_drawing_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “How many cards are in your hand after phase 1?”"""
    held, left = rng.randint(2, 11), rng.choice((0, 1, 1, 2, 9, 9))
    destiny = f" destiny {left}*kuyrmid-ferrier" if left else ""
    line = f"p1 reserve irish hand {held}*census{destiny}; p2 destiny 9*dowd; to move p1 reconciliation"
    game = staging.game_at_position(line, question_kind="advance")
    twin = staging.play_until_question(game.copy(), "autarch")
    right = len(twin.table.players[0].hand)
    mistakes = [
        mistake(held + 2, "short_destiny"),
        mistake(held + 1, "draws_two"),
        mistake(max(held, 7), "hand_limit"),
        mistake(held, "no_draw"),
    ]
    drawn = {"n": held, "m": right - held, "k": right}
    key = "why.coming" if left >= CARDS_PER_ROUND else "why.coming_short"
    why = [remark(key, **drawn), *stated("IJ-COME-2")]
    texts = SAY("setup.coming", n=held, m=left)
    return count_question(rng, game, twin, texts, right, mistakes, why)
