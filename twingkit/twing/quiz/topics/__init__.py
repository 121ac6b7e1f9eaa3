"""The topics of the course; each module has the makers of its questions in `MAKERS_BY_TOPIC`."""
