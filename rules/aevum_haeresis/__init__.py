"""Aevum Haeresis: a trading card game of story lines, manoeuvres and reaction windows."""
