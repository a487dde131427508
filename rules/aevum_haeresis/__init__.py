"""Aevum Haeresis: a trading card game with face-down Story rows, manoeuvres and reaction windows."""
