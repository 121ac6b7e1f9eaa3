"""Imperial Twing in practice: the table of a question."""
