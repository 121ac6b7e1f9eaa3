"""The part of the reference that belongs to no game: how anything is played, recorded, ruled and drawn."""

from __future__ import annotations

from twingkit_widgets.reference.group import Part, titles_of

PART = Part(
    "",
    ("", "charts", "policies", "play", "odds"),
    {
        "records": (
            "Game",
            "Question",
            "Roll",
            "Refusal",
            "BadAnswer",
            "Fault",
            "RecordError",
            "policies.play",
            "policies.RandomPolicy",
            "policies.Policy",
            "policies.seat_players",
            "play.Entry",
            "play.RECORD_HEAD",
            "play.Start",
            "play.Table",
            "play.Script",
            "play.Chance",
            "play.CHECKPOINT",
            "play.register",
        ),
        "chances": ("sweep", "expected", "review", "ExactOdds", "Odds", "odds.Outcomes", "Distribution"),
        "rulings": ("Rulebook", "Rule", "Ruling", "UnknownRule"),
        "errors": (
            "NotationError",
            "BattleError",
            "BatchError",
            "BudgetError",
            "SlowError",
            "VariantError",
            "BoxError",
        ),
        "files": (
            "charts.odds",
            "charts.card_worth",
            "charts.review",
            "charts.save",
            "charts.defaults",
            "charts.description",
            "charts.save_table",
            "charts.load_table",
            "charts.plain",
            "charts.CONFIG",
        ),
    },
    titles_of(__file__),
)
"""The part of the reference that games share."""
