"""The lab of any game: a battle to build or to type, and a row of questions about it.

A game's own builder and tabs are in its folder `lab` (`twing/lab`), listed there in `labs.py` (`LabDesign`).
"""
