"""Emblems: pictures drawn by code from an id alone, distinct, recognisable, always the same."""
