"""The battle lab of Imperial Twing: the builder of a battle, and one module for each tab."""
