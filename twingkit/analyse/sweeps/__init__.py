"""Parameter sweeps: any analysis over a grid of lines and values, as one long table (`sweep.py`)."""
