"""The tab on sending Allies: every set of yours with its probability of being stopped, the safest first."""

from __future__ import annotations

from twingkit import imajica
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit.imajica.exact_odds.who_to_send import SendOption, sending_slices
from twingkit_widgets.imajica.words import token_names
from twingkit_widgets.lab.tab import DataFrame, LabTab, as_frame
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import percent

MAX_SHOWN_SETS = 10
"""Maximum number of sets in the list."""


class SendAlliesTab(LabTab):
    """The lab tab that lists every set of Allies that can carry out the seizure or challenge, the safest
    first.
    """

    def frame(self) -> DataFrame:
        """Return the sets of Allies with their chances, as `imajica.allies_to_send` does."""
        question: RivalsStoppingQuestion = self.lab.analysed_subject
        word, focus, *_ = question.deed.split()
        return as_frame(
            imajica.allies_to_send(
                question.position,
                f"{word} {focus}",
                holdings=question.rival_hands(),
                variant=question.variant,
                goal=question.goal,
            )
        )

    def view(self) -> Markup:
        """Render the sets of Allies with their chances. Raises `Unfinished` while they are being computed."""
        question: RivalsStoppingQuestion = self.lab.analysed_subject
        word, focus, *_ = question.deed.split()
        holdings = question.rival_hands()
        rows = self.lab.long_work.answer(
            ("send", question),
            lambda: sending_slices(
                question.position,
                f"{word} {focus}",
                holdings,
                variant=question.variant,
                goal=question.goal,
            ),
        )
        titles = column_heads(self.say(f"send.{name}") for name in ("allies", "total", "chance"))
        now = set(question.deed.split()[3:])
        body = [self._row(row, word, set(row.allies) == now) for row in rows[:MAX_SHOWN_SETS]]
        table = table_with_heads(titles, body, "im-grid")
        how = el("p", self.say("send.how"))
        return el("div", how, table, el("p", self.say("send.exact"), cls="tk-small tk-soft"), cls="tk-stack")

    def _row(self, row: SendOption, word: str, now: bool) -> Markup:
        name = token_names(row.allies)
        label = el("b", name, " ✓") if now else name
        chosen = button(label, "send", " ".join(row.allies), cls="tk-button tk-quiet im-link")
        chance = self.say("send.fails") if row.stops.failure else percent(row.stop_chance, 1)
        if (
            any(rival.way_without_cards is not None for rival in row.stops.rival_stops)
            and not row.stops.failure
        ):
            chance = self.say("send.open")
        meter = el("progress", value=f"{row.stop_chance:.4f}", max=1, cls="im-bar", aria_hidden="true")
        needed = f" / {row.stops.needed_points}" if word == "seize" else ""
        return el(
            "tr",
            el("th", chosen, scope="row"),
            el("td", f"{row.stops.own_points}{needed}", cls="tk-number"),
            el("td", el("span", chance, cls="tk-number"), meter),
            cls="im-best" if now else "",
        )

    def act_send(self, value: object) -> None:
        """Replace the characters that carry out the lab's action by these Allies."""
        draft = self.lab.draft
        active = draft.active_tokens(draft.seat)
        places = {active.index(token) for token in str(value).split() if token in active}
        for place in places ^ set(draft.actor_indexes):
            draft = draft.with_actor_toggled(place)
        self.lab.set_draft(draft)
