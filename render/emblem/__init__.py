"""Emblems: pictures drawn by code from an id, recognisable and deterministic."""
