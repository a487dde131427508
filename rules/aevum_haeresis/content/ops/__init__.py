"""The operations of card effects: one record class for each verb, with one module for each group of verbs."""

from rules.aevum_haeresis.content.ops.cards import *  # noqa: F403
from rules.aevum_haeresis.content.ops.characters import *  # noqa: F403
from rules.aevum_haeresis.content.ops.composed import *  # noqa: F403
from rules.aevum_haeresis.content.ops.conditions import *  # noqa: F403
from rules.aevum_haeresis.content.ops.conflict import *  # noqa: F403
from rules.aevum_haeresis.content.ops.resources import *  # noqa: F403
from rules.aevum_haeresis.content.ops.terms import *  # noqa: F403
