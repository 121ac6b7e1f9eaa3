"""The losses of a side: which hits it must take, in which order it gives units up, and what ships can carry."""
