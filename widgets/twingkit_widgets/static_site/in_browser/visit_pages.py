"""Visit every page of a published site, so that everything it needs is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def warm_up_pages(pages: Sequence[Mapping[str, object]]) -> None:
    """Open every page (given by its `cells`) in every language, press its buttons, and load all lessons, so
    that their code is loaded.
    """
    from in_browser.run_page import RunningPage  # its name in the browser

    from twingkit.core.games import games
    from twingkit.core.words import LANGUAGES
    from twingkit.learn.lesson.course import course_of
    from twingkit_widgets.panel.panel import Panel
    from twingkit_widgets.panel.press_buttons import warm_up_buttons
    from twingkit_widgets.site.frame import PageHeaderPanel

    for page in pages:
        for lang in LANGUAGES:
            running = RunningPage(page["cells"], "", lang, lambda said, buffers: None)
            for part in running.parts if lang == LANGUAGES[0] else ():
                if isinstance(part, Panel) and not isinstance(part, PageHeaderPanel):
                    warm_up_buttons(part, tabs=True)
            running.close()
    for game in games():
        if course := course_of(game.id):
            course.lessons()
