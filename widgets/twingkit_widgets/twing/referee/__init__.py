"""Imperial Twing at a real table: answers to tap, the open table, and the odds of open cards."""
