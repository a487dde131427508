"""Emblems: pictures drawn by code from an id alone, distinct, recognisable, the same for ever."""
