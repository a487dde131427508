"""Emblems: pictures drawn by code from an id alone, distinct, recognisable, the same for ever."""

from render.emblem.crest import crest
from render.emblem.vista import vista

__all__ = ["crest", "vista"]
