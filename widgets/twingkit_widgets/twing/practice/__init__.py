"""Imperial Twing in practice: what lies on the table of a question."""
