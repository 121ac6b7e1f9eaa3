"""The entry by which the kit finds Ember."""

from twingkit.core.games import GameEntry, LinkSpelling

GAME = GameEntry(
    id="ember",
    titles={"en": "Ember", "de": "Ember"},
    rule_prefix="EM",
    line_prefixes=("ember:", "ember "),
    example="ember 2",
    rank=3,
    # Some chats read the stars of Archmages as formatting, so they are escaped. Signs of marks and flipped
    # creatures (`imp:down-1`) need no escaping in addresses.
    link=LinkSpelling(plain=" ;", link="_~", link_only_pattern=r"[_~]", escaped_pattern=r"\*"),
    commands="twingkit.ember.cli",
    lookahead="twingkit.ember.players.lookahead:LOOKAHEAD",
    referee="twingkit.ember.referee:TABLE_RULES",
    lessons="twingkit.ember.lessons",
    first_game="twingkit.ember.first_game:FIRST_GAME",
    puzzles="twingkit.ember.puzzles:PUZZLES",
    questions="twingkit.ember.quiz.topics:TOPICS",
    answers="twingkit.ember.answers:ANSWERS",
    rules="twingkit.ember.rules.rulebook:rulebook",
    glossary="twingkit.ember.glossary:words",
    starts="twingkit.ember.starts",
    tally="twingkit.ember.tally",
    variants="twingkit.ember.variants.variant:Variant",
    readings="twingkit.ember.variants.readings:READINGS",
    box="twingkit.ember.box.pool:load_pool",
    views="twingkit_widgets.ember.views:VIEWS",
    labs="twingkit_widgets.ember.lab.labs:LABS",
    pages="twingkit_widgets.ember.pages:PAGES",
    charts="twingkit.ember.charts",
)
"""Entry that the game registers."""
