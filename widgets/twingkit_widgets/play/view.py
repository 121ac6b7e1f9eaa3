"""The play page as HTML: goal, what to do now, contest, choices, what only the person sees, story and
table."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.play.bar import bar_html
from twingkit_widgets.play.choices import Choices
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.play.story import Story, opened_rule
from twingkit_widgets.rulebook.rulings import rule_button


def play_html(sight: Sight) -> Markup:
    """The whole page."""
    rules, over = sight.rules, sight.match.game.over
    choices = Choices(sight.asked, sight) if sight.asked else None
    possible = choices.possible() if choices else None
    above = sight.asked is not None and rules.chosen_first(sight.asked)
    stage = el(
        "div",
        None if over else rules.goal(sight),
        _headline(sight),
        possible if above else None,
        rules.battle(sight),
        None if above else possible,
        rules.hand(sight),
        choices.rest() if choices else None,
        cls="tk-play-stage",
    )
    grid = el("div", stage, rules.table(sight), _story(sight), cls="tk-play-grid")
    return el("section", grid, bar_html(sight), cls="tk-play", aria_label=rules.title(sight.lang))


def _headline(sight: Sight) -> Markup:
    """The headline, why it is asked, and what mattered since the last answer."""
    headline, over = sight.headline, sight.match.game.over
    why = rule_button(headline.rule, sight.lang, "rule", key="now:rule") if headline.rule else None
    # Words and rules are one tab stop, as cards are: arrows lead from one to the next.
    marked = sight.terms.marked(headline.text)
    text = el("p", marked, " ", why, data_roving=True) if headline.text or why else None
    told = el("ul", _lines(sight), cls="tk-list", data_roving=True) if headline.lines else None
    what_if = None
    if sight.match.really is not None:
        back = button(sight.say("now.return"), "really", key="really")
        what_if = el("div", el("p", sight.say("now.tried")), back, cls="tk-note tk-stack tk-tight")
    return el(
        "div",
        what_if,
        _news(sight) if sight.opened.news else None,
        el("p", headline.above, cls="tk-label") if headline.above else None,
        el("h2", headline.title, tabindex="-1", data_focus=True, data_top=True),
        text if over else None,
        el("div", told, cls="tk-play-digest") if told else None,
        None if over else text,
        opened_rule(sight.opened.opened, sight.book, sight.lang) if sight.opened.opened_at < 0 else None,
        sight.rules.summary(sight) if over else None,
        cls="tk-play-now",
        data_asked=sight.asked is not None,
        data_key="now",
        data_bring=sight.opened.count,
    )


def _news(sight: Sight) -> Markup:
    """Return what has just been done beside the game; after an undo also the other way with the dice."""
    keeps = sight.opened.keeps_dice
    if not keeps:
        return el("p", sight.opened.news, cls="tk-note")
    other = "no" if keeps == "yes" else "yes"
    label = sight.say("tool.throw_anew" if keeps == "yes" else "tool.keep")
    choice = button(label, "keep_dice", other, key="keep_dice")
    return el("div", el("p", sight.opened.news), choice, cls="tk-note tk-stack tk-tight", data_key="undone")


def _lines(sight: Sight) -> list[Markup]:
    """Return what happened since the last answer, every sentence with its rule."""
    lines = sight.headline.lines
    first = next((line for line in lines if line.meanwhile), None)
    return [
        el(
            "li",
            [el("b", sight.say("now.meanwhile")), " "] if line is first else None,
            [
                join(
                    sight.terms.marked(ruling.text(sight.lang)),
                    " ",
                    rule_button(ruling.rule, sight.lang, "rule", key=f"digest:{row}:{index}"),
                    " ",
                )
                for index, ruling in enumerate(line.rulings)
            ],
        )
        for row, line in enumerate(lines)
    ]


def _story(sight: Sight) -> Markup:
    opened = sight.opened
    return Story(
        sight.rulings,
        sight.lang,
        sight.book,
        sight.rules.telling,
        sight.rules.words,
        since=sight.since,
        flipped=opened.flipped,
        opened=opened.opened,
        opened_at=opened.opened_at,
        every=opened.every,
    ).html()
