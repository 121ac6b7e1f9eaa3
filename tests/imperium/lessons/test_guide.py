"""Every section of the guide has its lesson: at least one rule that names the section is shown or learned in
one."""

import re
from collections import defaultdict

from twingkit.imperium.lessons import COURSE
from twingkit.imperium.texts.rulebook import rulebook

GUIDE = re.compile(r"Guide “(.+)”")


def taught():
    """Return the lessons of each rule that the course shows at a step or a thing, or names at its end."""
    lessons = defaultdict(set)
    for name in COURSE.names:
        lesson = COURSE.lesson(name)
        rules = [learned.rule for learned in lesson.learned] + [rule for _, _, rule in lesson.mistakes]
        for step in lesson.steps:
            rules += [step.rule, *step.cites, *(option.rule for option in step.options)]
            rules += [point.rule for point in step.points]
        for rule in rules:
            lessons[rule].add(name)
    return lessons


def sections():
    """Return the rules that come from each section of the guide."""
    rules = defaultdict(list)
    for rule in rulebook():
        for source in rule.sources:
            if found := GUIDE.fullmatch(source):
                rules[found[1]].append(rule.id)
    return rules


def test_every_section_of_the_guide_has_its_lesson():
    shown, missing = taught(), {}
    for section, rules in sections().items():
        if not any(rule in shown for rule in rules):
            missing[section] = rules
    assert missing == {}
    assert len(sections()) > 50


def test_the_course_is_long_enough_and_teaches_much_of_the_book():
    shown = taught()
    assert len(COURSE.names) >= 14
    chapters = {rule.chapter for rule in rulebook() if rule.id in shown}
    assert {
        "map", "setup", "movement", "paying", "research", "voting", "strategy_phase", "turns",
        "strategic_actions", "status_phase", "ending", "tactical", "fleets", "space_in_games",
        "invasion_in_games", "production_in_games", "council", "trade", "scoring", "strategy_cards",
    } <= chapters  # fmt: skip
    assert len([rule for rule in shown if rule]) >= 70
