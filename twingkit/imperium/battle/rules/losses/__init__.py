"""The losses of a side: hits, the order in which units are lost, and the capacity of ships."""
