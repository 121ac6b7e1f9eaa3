"""A class in the browser: a teacher makes a list, a learner does it on a phone, the teacher reads the
result."""

from __future__ import annotations

import csv
from typing import Any
from urllib.parse import quote

import pytest
from browser.waiting import still

pytestmark = pytest.mark.browser

NAME = "Ida <img src=x onerror=alert(1)>"
"""A name that would be a picture with a script if it were not shown as text."""


def _link(page: Any) -> str:
    """Return the link that the page copies; without a clipboard it asks the person to copy it."""
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.taken = text; }; }")
    page.locator("[data-link]").click()
    page.wait_for_function("() => window.taken")
    return str(page.evaluate("() => window.taken"))


def test_the_whole_way_of_a_class_teacher_learner_teacher(visit: Any, enter: Any, settled: Any) -> None:
    teacher = enter(visit(), "class", "lang=en")
    for task in ("lesson twing:shield", "practice twing:shield 10"):
        teacher.locator(f"[data-value='{task}']").click()
        teacher.locator(f"[data-value='{task}'][aria-pressed=true]").wait_for()
    teacher.locator("input[name=position]").fill("F: F5 F3 + F4 vs W: W6")
    teacher.keyboard.press("Enter")
    teacher.locator(".tk-class-list > li").nth(2).wait_for()
    teacher.locator("[data-act=count]").fill("1")
    teacher.keyboard.press("Tab")
    teacher.locator("[data-act=count][value='1']").wait_for()
    teacher.locator("[data-code]").click()
    teacher.locator("dialog .tk-qr svg").wait_for()
    teacher.keyboard.press("Escape")
    link = _link(teacher)

    learner = visit(width=390, height=844).page
    learner.goto(link)
    settled(learner)
    learner.locator("input[name=name]").fill(NAME)
    learner.keyboard.press("Enter")
    learner.locator("[data-act=tick]").check()
    learner.locator(".tk-class-list > li").nth(1).get_by_role("link").click()
    settled(learner)
    learner.locator("[data-act=answer]").first.click()
    learner.get_by_text("The shield: done").wait_for()  # the strip above, and the button below the answer
    learner.locator(".tk-practice-moves").get_by_role("link", name="Back to the list").click()
    settled(learner)
    learner.get_by_text("2 of 3 done").wait_for()
    assert learner.locator(".tk-class-list .tk-class-sign").all_inner_texts() == ["–", "✓", "(✓)"]
    assert learner.evaluate("document.documentElement.scrollWidth") == 390
    result = learner.locator("textarea[name=result]").input_value()
    learner.goto(learner.url.partition("?")[0])  # “Class” in the menu leads a learner to the lists
    settled(learner)
    learner.get_by_role("heading", name="Your lists", level=1).wait_for()

    teacher.get_by_role("link", name="2. Read the results").click()
    settled(teacher)
    changed = result.replace("Ida", "Bo").replace("=open", "=done")
    teacher.locator("textarea[name=text]").fill(f"Ida: {result}\ngood morning\n{changed}")
    teacher.locator("[data-key=take]").click()
    teacher.get_by_text("Line 1 in the field: ").wait_for()
    still(teacher)
    rows = teacher.locator(".tk-class-table").first.locator("tbody tr")
    assert [text.split("\n")[0] for text in rows.locator("th").all_inner_texts()] == [
        f"{NAME.replace('Ida', 'Bo')} changed by hand",
        NAME,
    ]
    assert rows.nth(1).locator("td").nth(1).inner_text() == "2 of 3"
    with teacher.expect_download() as saved:
        teacher.locator("[data-act=csv]").click()
    table = list(csv.DictReader(saved.value.path().read_text(encoding="utf-8-sig").splitlines()))
    assert [(row["name"], row["changed"], row["done"]) for row in table] == [
        (NAME.replace("Ida", "Bo"), "True", "3"),
        (NAME, "False", "2"),
    ]
    teacher.reload()
    settled(teacher)
    teacher.locator(".tk-class-table tbody tr").nth(1).wait_for()

    asked_for: list[str] = []
    teacher.on("request", lambda request: asked_for.append(request.url))
    other = quote(result.replace("Ida", "Cy"))
    teacher.goto(f"{teacher.url.partition('?')[0]}?show=results&lang=en#result={other}")
    settled(teacher)
    teacher.locator(".tk-class-table tbody tr").nth(2).wait_for()
    assert not [address for address in asked_for if "Cy" in address.partition("#")[0]]
    assert "#" not in teacher.url
