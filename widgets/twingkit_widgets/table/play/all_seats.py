"""The play page of a person who answers for every seat: what each step brought, and links to every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from twingkit.core.knowledge import knew_outcome_immediately
from twingkit.core.language import localized
from twingkit.core.play import TranscriptEntry
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.keys import GO_ON, TO_END
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.headline import EventSentence
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView


@attrs.frozen
class AnswerSentence:
    """The sentence about an answer that led to no ruling, in the words of the game."""

    make_text: Callable[[TranscriptEntry], str]
    entry: TranscriptEntry

    @property
    def rule(self) -> str:
        """The id of the rule behind the question."""
        return self.entry.question.rule

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the sentence."""
        return self.make_text(self.entry)


def sentences_since(match: Match, start: int, stop: int | None = None) -> Iterator[EventSentence]:
    """Yield a sentence for every event from answer number `start` up to, but not including, `stop`.

    Events that the asked seat may not know are left out.
    """
    start, seat, book = max(0, start), match.seat, match.game.start.rulebook()
    for place, entry in enumerate(match.game.entries(start, stop), start):
        alone = not entry.rulings or match.play_design.is_passing_answer(entry.answer)
        if alone and entry.question.rule in book:
            secret = entry.question.is_chance and not knew_outcome_immediately(match.game, seat, place)
            yield AnswerSentence(_secret_answer if secret else match.play_design.answer_sentence, entry)
        yield from (match.phrase_for_person(ruling.seen_by(seat)) for ruling in entry.rulings)


def _secret_answer(entry: TranscriptEntry) -> str:
    return f"{entry.question.text()} …"


def next_step_bar(player_view: PlayerView) -> Markup:
    """Render the bar for a person who plays all seats: a button with the next step, and one that plays to the
    end.
    """
    match, question = player_view.match, player_view.match.game.question
    answer = match.next_step_answer
    if question is None or answer is None or question.is_chance:
        what = player_view.say("all.chance")
    else:
        offer = player_view.play_design.answer_button(question, question.parse_answer(answer), player_view)
        what = player_view.say("all.answer", answer=offer.label)
    label = [el("span", player_view.say("all.next"), cls="tk-next-word")]
    label.append(el("span", what, cls="tk-next-what"))
    forward = button(label, "next", key="next", cls="tk-button tk-main tk-next", shortcut=GO_ON)
    end = button(player_view.say("all.end"), "to_end", key="to_end", shortcut=TO_END)
    return el(
        "div", forward, end, start_over_button(player_view), cls="tk-play-main tk-play-steps", data_key="main"
    )


def start_over_button(player_view: PlayerView) -> Markup | None:
    """Return the button that goes back to before the first answer; None at the beginning."""
    if not player_view.match.plays_all_seats or not len(player_view.match.game):
        return None
    return button(player_view.say("all.restart"), "goto", 0, cls="tk-button tk-quiet")


def contest_stages_html(titles: Sequence[str], current_index: int, label: str) -> Markup:
    """Render the stages of a contest as a list, in which the stage with index `current_index` is marked as
    the current one.
    """
    items = [
        el(
            "li",
            title,
            cls="tk-phase-done" if index < current_index else None,
            aria_current="step" if index == current_index else None,
        )
        for index, title in enumerate(titles)
    ]
    return el("ol", items, cls="tk-list tk-phases", aria_label=label)


def past_steps_html(player_view: PlayerView) -> Markup:
    """Return the list of all steps of the game up to now; pressing the number of a step returns to it."""
    match = player_view.match
    items = []
    for number in range(1, len(match.game) + 1):
        now = "step" if number == len(match.game) else None
        label = player_view.say("all.go", n=number)
        go = button(str(number), "goto", number, cls="tk-icon-button", aria_label=label, aria_current=now)
        sentences = [
            el("p", sentence.text(), " ", rule_badge(sentence.rule))
            for sentence in sentences_since(match, number - 1, number)
        ]
        items.append(el("li", go, el("div", sentences)))
    listed = el("ol", items, cls="tk-list tk-transcript") if items else None
    return el(
        "section", el("h3", player_view.say("story.title")), listed, cls="tk-play-story", data_key="story"
    )
