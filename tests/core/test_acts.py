"""Acts: typed answers, their text and their questions."""

from __future__ import annotations

import operator
import pickle
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit import ember
from twingkit.core.acts import PLACEHOLDERS, Act, ActChoice, Interruption
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.ember.rules.acts import NOTATION, Call, Conjure, Discard, Draw, Pass, Use, UseArchmage
from twingkit.ember.rules.cards import DECK

CARDS = st.sampled_from(DECK)
NAMES = st.sampled_from(["imp", "siren", "phoenix"])
ACTS = st.one_of(
    st.builds(Draw, st.none() | CARDS, st.booleans()),
    st.builds(Conjure, NAMES, st.lists(CARDS, max_size=5).map(tuple)),
    st.builds(Use, NAMES, st.lists(NAMES, max_size=2).map(tuple)),
    st.builds(UseArchmage, st.sampled_from(["flip", "revive"]), st.none() | NAMES),
)


@given(ACTS)
def test_an_act_is_parsed_from_its_own_text(act: Act) -> None:
    assert NOTATION.parse(str(act)) == act
    assert NOTATION.parse(f"  {str(act).replace(' ', '   ')} ") == act
    assert pickle.loads(pickle.dumps(act)) == act


def test_every_first_word_belongs_to_one_act() -> None:
    assert len({act_class.word for act_class in NOTATION.act_classes}) == len(NOTATION.act_classes)


@pytest.mark.parametrize("act_class", NOTATION.act_classes)
def test_every_form_begins_with_the_first_word(act_class: type[Act]) -> None:
    assert act_class.form().split()[0] == act_class.word


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "draw F5 F6",
        "draw pile F5",
        "stay here",
        "conjure",
        "archmage",
        "archmage draw imp",
        "call me",
    ],
)
def test_a_text_without_the_form_of_an_act_is_none(text: str) -> None:
    assert NOTATION.parse(text) is None


@pytest.mark.parametrize(
    ("act", "case", "form"),
    [
        (Draw("F5", from_pile=True), "draw_discard_pile", "draw [discard] [pile]"),
        (Use("imp"), "use", "use creature [targets …]"),
        (Use("imp", ("p2",)), "use_targets", "use creature [targets …]"),
        (UseArchmage("flip", "imp"), "archmage_flip_target", "archmage flip|revive [target]"),
    ],
)
def test_the_key_of_a_text_and_the_form_follow_from_the_fields(act: Act, case: str, form: str) -> None:
    assert (act.case, act.form()) == (case, form)


def test_placeholders_are_read_only_where_a_table_has_them() -> None:
    assert NOTATION.parse("conjure imp ? ?", PLACEHOLDERS) == Conjure("imp", ("?", "?"))
    assert NOTATION.parse("use …", PLACEHOLDERS) == Use("…")
    question = ember.position_game("ember: p1 hand A5; p2 hand 3; to move p1 draw", seed=1).question
    assert question is not None
    with pytest.raises(BadAnswer, match="is not a card"):
        question.parse_answer("draw ?")


def test_an_answer_that_is_no_act_is_refused_and_changes_nothing() -> None:
    game = ember.position_game("ember: p1 hand A5; p2 hand 3; to move p1 draw", seed=1)
    for wrong in (None, 3, ("draw",), Pass, Pass(), Draw(("A5",)), Interruption("p1", Draw())):  # type: ignore[arg-type]
        before = game.record
        with pytest.raises((BadAnswer, Refusal)):
            game.answer(wrong)
        assert game.record == before


def test_an_act_of_another_order_is_kept_as_its_text_is_read() -> None:
    game = ember.position_game("ember: p1 hand F5 A5 E5; p2 hand W1; pool gnome; to move p1 conjure", seed=1)
    game.answer(Conjure("gnome", ("F5", "A5")))
    assert game.transcript[0].answer == "conjure gnome A5 F5"
    assert Game.replay(game.record).record == game.record


def test_a_call_of_another_seat_is_an_interruption() -> None:
    line = "ember: p1 hand A5; p2 hand A6 has imp; p3 hand 3; to move p1 draw"
    question = ember.position_game(line, seed=1).question
    assert question is not None
    act = question.parse_answer("p2: call")
    assert (act, question.speaker_and_answer(act)) == (Interruption("p2", Call()), (1, Call()))
    assert [question.is_interruption(said) for said in ("p2:  call", "p2:call", "p1: call", "p5: call")] == [
        *(True, False, False, False)
    ]


def test_random_games_hold_only_acts_that_their_text_gives_back() -> None:
    rng, seen = random.Random(1), set[type[Act]]()
    for seed in range(12):
        game = ember.new_game(3, seed=seed, variant="quick pile_order=owner", explain=False)
        while game.question is not None:
            question = game.question
            act = question.random_answer(rng)
            if isinstance(act, Act):
                seen.add(type(act))
                assert question.parse_answer(question.format_answer(act)) == act
                if isinstance(question, ActChoice):
                    assert act.word not in str(act).split()[1:]
            game.answer(act)
    assert len(seen) >= 12
    assert all(attrs.has(act_class) for act_class in seen)


@pytest.mark.parametrize("act", [Pass(), Draw("F5"), Discard(("F5",)), Interruption("p2", Call())])
def test_a_comparison_with_a_text_is_an_error(act: Act) -> None:
    for compare in (operator.eq, operator.ne):
        for pair in ((act, str(act)), (str(act), act)):
            with pytest.raises(TypeError, match="an act is not a text"):
                compare(*pair)
    with pytest.raises(TypeError, match="an act is not a text"):
        operator.contains([act], "call")
    assert act != 3
