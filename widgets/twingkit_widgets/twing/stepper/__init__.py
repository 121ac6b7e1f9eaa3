"""Imperial Twing's battles step by step."""
