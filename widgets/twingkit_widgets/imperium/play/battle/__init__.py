"""A battle on the play page: its questions wherever it is fought; on its own both fleets and its odds."""
