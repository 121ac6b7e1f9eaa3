"""Rewrite a complete game as the lines that an onlooker at the table could have typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from twingkit.core.knowledge import indices_known_to_all
from twingkit.core.play import Game
from twingkit.core.record import SHOWS, UNKNOWN, TranscriptEntry, record_header_lines
from twingkit.core.rulebook import HiddenFact
from twingkit.core.running.running_script import player_count
from twingkit.referee.referee_rules import RefereeRules, referee_rules_for_start
from twingkit.referee.typed_line import TypedLine, drawn_card_token, missing_tokens, tokens_or_text_of_fact


def onlooker_record(game: Game) -> str:
    """Return the record of a game as an onlooker could have typed it.

    `?` stands for cards that only their player saw; `shows` lines name cards that were revealed without being
    named.

    >>> from twingkit import Game
    >>> game = Game.begin("ember 2").give_answers("p1: dealer p1", "p2: card E2")
    >>> onlooker_record(game).splitlines()[-1]
    'p2: card ?'
    """
    return "\n".join([*record_header_lines(game.start), *onlooker_lines(game)]) + "\n"


def onlooker_lines(game: Game) -> Iterator[str]:
    """Yield the lines of a game's record as a person who watches and sees no hand could type them.

    `?` stands for a card that only its player saw, and `shows` lines name revealed cards. In a game that does
    not declare hands, each line is yielded unchanged, once everybody has seen its content.
    """
    rules, seats = referee_rules_for_start(game.start), range(player_count(game))
    closed = [place for place, entry in enumerate(game.transcript) if UNKNOWN in _seen(entry, rules).split()]
    opened_since = () if rules.hand_tokens is not None or not closed else indices_known_to_all(game, closed)
    twin = Game(game.start, rolls="ask")
    hands, laid = _hands(twin, rules), _laid(twin, rules)
    owed = [Counter[str]() for _ in seats]
    for place, entry in enumerate(game.transcript):
        line = f"{entry.seat}: {entry.answer}"
        twin.give_answers(line)
        if place not in opened_since:
            line = f"{entry.seat}: {_seen(entry, rules)}"
        before, hands = hands, _hands(twin, rules)
        said = (
            rules.noticed_silence_kinds is None
            or entry.kind in rules.noticed_silence_kinds
            or entry.answer not in rules.silent_answers
        )
        if said:
            yield line
        opened = _open_tokens(entry)
        lay, laid = laid, _laid(twin, rules)
        turned = [
            (seat, token)
            for seat in (seats if laid else ())
            for token in missing_tokens(lay[seat], laid[seat])
            if opened[token]
        ]
        latest = {token: at for at, token in enumerate(_tokens(entry, hidden=False))}
        for seat, token in sorted(turned, key=lambda card: latest[card[1]]):  # one card may affect the next
            yield f"{game.start.seat(seat)}: {SHOWS} {token}"
        if rules.face_down_tokens is not None and not rules.dropped_card_test(entry.answer):
            continue  # copies of these cards lie open elsewhere
        for seat in seats if hands else ():
            gone = before[seat] - hands[seat]
            named = (
                Counter(rules.named_hand_cards(TypedLine.parse(line).answer))
                if seat == entry.player
                else Counter()
            )
            lost = gone - named
            if rules.shown_cards_left:  # a played card leaves when its target is named
                owed[seat] += named
                shown = sorted((lost - owed[seat]) & opened)
                owed[seat] -= gone
            else:
                shown = sorted(lost & opened)
            if shown:
                cards = " ".join(token for token in shown for _ in range(min(lost[token], opened[token])))
                yield f"{game.start.seat(seat)}: {SHOWS} {cards}"
    if rules.noticed_silence_kinds is not None and game.over:  # all remaining players passed silently
        yield f"{game.start.seat(0)}: {rules.silent_answers[0]}"


def _hands(game: Game, rules: RefereeRules) -> list[Counter[str]]:
    hand = rules.hand_tokens
    return [Counter(hand(game.table, seat)) for seat in range(player_count(game))] if hand else []


def _laid(game: Game, rules: RefereeRules) -> list[list[str]]:
    laid = rules.face_down_tokens
    return [list(laid(game.table, seat)) for seat in range(player_count(game))] if laid else []


def _seen(entry: TranscriptEntry, rules: RefereeRules) -> str:
    closed, opened = set(_tokens(entry, hidden=True)), set(_open_tokens(entry))
    words = entry.answer.split()
    if rules.is_open_draw(entry.question):
        return entry.answer
    if (
        entry.kind in rules.hidden_question_kinds
        and not entry.question.is_chance
        and not opened.intersection(words)
    ):
        return " ".join([words[0], *[UNKNOWN] * len(words[1:])])
    words = rules.announced_answer(entry).split()
    if entry.question.is_chance:
        token = drawn_card_token(entry.answer)
        if token in opened or (token not in closed and not _in_hand(entry, rules)):
            return entry.answer
        first = words[0] if len(words) > 1 else ""
        return f"{first} {UNKNOWN}".strip()
    return " ".join(UNKNOWN if word in closed - opened else word for word in words)


def _in_hand(entry: TranscriptEntry, rules: RefereeRules) -> bool:
    return rules.hand_tokens is not None and entry.kind in rules.hidden_draw_kinds


def _tokens(entry: TranscriptEntry, hidden: bool) -> Iterator[str]:
    for ruling in entry.rulings:
        for fact in ruling.facts.values():
            if isinstance(fact, HiddenFact) == hidden:
                yield from tokens_or_text_of_fact(fact.value if isinstance(fact, HiddenFact) else fact)


def _open_tokens(entry: TranscriptEntry) -> Counter[str]:
    return Counter(_tokens(entry, hidden=False))
