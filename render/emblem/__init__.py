"""Emblems: pictures drawn by code from an id. They are easy to recognise, and an id always has the same emblem."""
