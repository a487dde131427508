"""Emblems: pictures drawn by code from an id. They are easy to recognise, and always the same for an id."""
