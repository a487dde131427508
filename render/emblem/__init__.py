"""Emblems: pictures drawn by code from an id, recognisable and always the same."""
