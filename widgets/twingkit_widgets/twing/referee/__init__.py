"""Imperial Twing at a real table: what may be tapped in words, the open table, odds of what lies there."""
