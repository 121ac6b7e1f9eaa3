"""Imperial Twing on the play page: its questions, table, headline and settings."""
