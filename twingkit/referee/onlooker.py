"""The lines of a game as an onlooker could have typed them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from twingkit.core.knowledge import outcomes_known_to_all
from twingkit.core.play import Game
from twingkit.core.questions import Chance
from twingkit.core.record import TranscriptEntry
from twingkit.core.rulebook import Hidden
from twingkit.core.running.running_script import player_count
from twingkit.referee.table_rules import TableRules, table_rules
from twingkit.referee.typed import SHOWS, UNKNOWN, Typed, gone_from, tokens_of, tokens_told


def seen_lines(game: Game) -> Iterator[str]:
    """Yield the lines as an onlooker types them.

    `?` stands for a card that only its player saw, and `shows` lines name revealed cards. In a game that does
    not say what hands hold, each line is yielded unchanged, once everybody has seen its content.
    """
    rules, seats = table_rules(game.start), range(player_count(game))
    closed = [place for place, entry in enumerate(game.transcript) if UNKNOWN in _seen(entry, rules).split()]
    opened_since = () if rules.hand is not None or not closed else outcomes_known_to_all(game, closed)
    twin = Game(game.start, rolls="ask")
    hands, laid = _hands(twin, rules), _laid(twin, rules)
    owed = [Counter[str]() for _ in seats]
    for place, entry in enumerate(game.transcript):
        line = f"{entry.seat}: {entry.answer}"
        twin.give_answers(line)
        if place not in opened_since:
            line = f"{entry.seat}: {_seen(entry, rules)}"
        before, hands = hands, _hands(twin, rules)
        said = rules.spoken is None or entry.kind in rules.spoken or entry.answer not in rules.silences
        if said:
            yield line
        opened = _open_tokens(entry)
        lay, laid = laid, _laid(twin, rules)
        turned = [
            (seat, token)
            for seat in (seats if laid else ())
            for token in gone_from(lay[seat], laid[seat])
            if opened[token]
        ]
        latest = {token: at for at, token in enumerate(_tokens(entry, hidden=False))}
        for seat, token in sorted(turned, key=lambda card: latest[card[1]]):  # one may hinder the next
            yield f"{game.start.seat(seat)}: {SHOWS} {token}"
        if rules.laid is not None and not (rules.drops and rules.drops(entry.answer)):
            continue  # cards of these names lie open elsewhere
        for seat in seats if hands else ():
            gone = before[seat] - hands[seat]
            named = Counter(rules.needs(Typed.of(line).answer)) if seat == entry.player else Counter()
            lost = gone - named
            if rules.shows_gone:  # a card that is played goes when its target is named
                owed[seat] += named
                shown = sorted((lost - owed[seat]) & opened)
                owed[seat] -= gone
            else:
                shown = sorted(lost & opened)
            if shown:
                cards = " ".join(token for token in shown for _ in range(min(lost[token], opened[token])))
                yield f"{game.start.seat(seat)}: {SHOWS} {cards}"
    if rules.spoken is not None and game.over:  # nobody who was still asked did anything
        yield f"{game.start.seat(0)}: {rules.silences[0]}"


def _hands(game: Game, rules: TableRules) -> list[Counter[str]]:
    hand = rules.hand
    return [Counter(hand(game.table, seat)) for seat in range(player_count(game))] if hand else []


def _laid(game: Game, rules: TableRules) -> list[list[str]]:
    laid = rules.laid
    return [list(laid(game.table, seat)) for seat in range(player_count(game))] if laid else []


def _seen(entry: TranscriptEntry, rules: TableRules) -> str:
    """Return an answer as everybody has seen it."""
    closed, opened = set(_tokens(entry, hidden=True)), set(_open_tokens(entry))
    words = entry.answer.split()
    if rules.opens is not None and rules.opens(entry.question):
        return entry.answer
    if (
        entry.kind in rules.unseen
        and not isinstance(entry.question, Chance)
        and not opened.intersection(words)
    ):
        return " ".join([words[0], *[UNKNOWN] * len(words[1:])])
    if rules.said is not None:
        words = rules.said(entry).split()
    if isinstance(entry.question, Chance):
        token = tokens_of(entry.answer)
        if token in opened or (token not in closed and not _in_hand(entry, rules)):
            return entry.answer
        first = words[0] if len(words) > 1 else ""
        return f"{first} {UNKNOWN}".strip()
    return " ".join(UNKNOWN if word in closed - opened else word for word in words)


def _in_hand(entry: TranscriptEntry, rules: TableRules) -> bool:
    """True if a card was drawn that no ruling has named yet: a ruling names several draws together."""
    return rules.hand is not None and entry.kind in rules.draws


def _tokens(entry: TranscriptEntry, hidden: bool) -> Iterator[str]:
    """Yield the tokens of the cards that the rulings on an answer name, openly or hidden."""
    for ruling in entry.rulings:
        for fact in ruling.facts.values():
            if isinstance(fact, Hidden) == hidden:
                yield from tokens_told(fact.value if isinstance(fact, Hidden) else fact)


def _open_tokens(entry: TranscriptEntry) -> Counter[str]:
    return Counter(_tokens(entry, hidden=False))
