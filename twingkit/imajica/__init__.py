"""Imajica: Autarchs call Allies, seize and hold the Sites of five Dominions, and stop each other.

Its pages are still to be made, so that no entry registers it yet.
"""
