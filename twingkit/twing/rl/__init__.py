"""Imperial Twing for programs that learn to play: actions and observations as numbers."""
