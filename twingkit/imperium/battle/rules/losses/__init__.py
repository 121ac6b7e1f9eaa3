"""The losses of a side: the hits it must take, the order in which units are lost, and what ships can
carry."""
