"""Every kind of question of every game through the panel: dealt some times, answered rightly and wrongly (in
long runs with each of its options) in both languages, noted in the record, the rules of the reply opened (one
at each place on the page, in long runs all), every step shown (in long runs in both languages).

Dealing alone, as the tests of each game's quiz do, does not find an answer that the record cannot hold. That
a name always deals the same question is held there; here each is dealt once for all its panels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from long_runs import LONG, runs

from twingkit.core.games import game_by_id, games
from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.deal import GameQuiz
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.quiz.saved_progress import saved_ledger
from twingkit_widgets.learn.practice.panel import PracticePanel
from twingkit_widgets.learn.practice.steps import game_and_play_out_answers
from twingkit_widgets.panel.markup import esc

DAY = 739_000
SEEDS = range(100, 100 + runs(1, 8))

KINDS = [
    (entry.id, topic, kind)
    for entry in games()
    for topic in quiz_of(entry.id).topics
    for kind in quiz_of(entry.id).makers(topic)
]

each_kind = pytest.mark.parametrize(
    ("game", "topic", "kind"), KINDS, ids=[":".join(names) for names in KINDS]
)


def dealt(game: str, topic: str, kind: str) -> Iterator[QuizItem]:
    """Return some questions of the kind."""
    for seed in SEEDS:
        yield quiz_of(game).item(f"{topic}:{kind}:{seed}")


def do(panel: PracticePanel, act: str, value: object = None) -> None:
    """Do an action; any error fails the test under the name of the question."""
    panel.do(act, value)
    assert panel.error is None, (panel.state, act, value)


@pytest.mark.slow
@each_kind
def test_every_answer_is_noted_and_every_rule_of_the_reply_opens(
    game: str, topic: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game_by_id(game).load("rules")()
    opened: set[str] = set()
    pressed: set[str] = set()
    for item in dealt(game, topic, kind):
        monkeypatch.setattr(GameQuiz, "item", lambda quiz, name, item=item: {item.name: item}[name])
        right = item.choices.index(item.right_option)
        chosen = [*range(right, len(item.choices)), *range(right)]
        for number, index in enumerate(chosen[: runs(2, None)]):
            choice = item.choices[index]
            lang = LANGUAGES[(number + len(item.name)) % 2]
            panel = PracticePanel(lang, game=game, item=item.name, site=True, today=DAY)
            table = panel.html.split("tk-quiz-options")[0]
            reasons = {reason.text(lang) for reason in item.reasons}
            assert not [said for said in reasons if esc(said) in table and said not in item.prompt(lang)]
            do(panel, "answer", index)
            assert panel.progress.last_day_counts == (DAY, 1, int(choice.is_right)), item.name
            assert f"tk-reply-{'right' if choice.is_right else 'wrong'}" in panel.html
            for value in set(re.findall(r'data-act="rule_of_sentence" data-value="([^"]*)"', panel.html)):
                place, _, rule = value.partition("|")
                assert rule in rules, (item.name, rule)
                if rule not in opened and (LONG or place not in pressed):
                    opened.add(rule)
                    pressed.add(place)
                    do(panel, "rule_of_sentence", value)
                    assert f'data-key="opened:{rule}"' in panel.html, (item.name, rule)
        assert saved_ledger(panel.ledger, game) == panel.progress
        for told in runs((lang,), LANGUAGES):
            panel.lang = told
            for place in range(len(game_and_play_out_answers(item)[1]) + 1):
                do(panel, "step", place)
                assert panel.open_question is not None
                assert panel.status
                assert all(
                    call_in_language(other, panel.open_question.screen_reader_text)
                    for other in LANGUAGES
                    if other != told
                )


def test_a_record_holds_every_rule_of_every_game() -> None:
    for entry in games():
        topics = tuple(quiz_of(entry.id).topics)
        for rule in entry.load("rules")():
            ledger = Ledger(topics)
            ledger.record_answer(f"{topics[0]}:any:1", False, [rule.id], DAY)
            assert rule.id in Ledger.parse(ledger.text, topics).rules
