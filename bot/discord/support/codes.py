"""Those of Discord's error codes that the bot distinguishes."""

from __future__ import annotations

UNKNOWN_CHANNEL, UNKNOWN_SERVER, UNKNOWN_MEMBER, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10007, 10008, 10013
UNKNOWN_EMOJI = 10014
UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, ALREADY_ANSWERED = 10015, 10062, 40060
MISSING_ACCESS, NOT_OUR_MESSAGE, CANNOT_DM, MISSING_PERMISSIONS, TOKEN_EXPIRED = 50001, 50005, 50007, 50013, 50027
THREAD_ARCHIVED, NO_SERVER_IN_COMMON, THREAD_LOCKED = 50083, 50278, 160005
#: A message has a thread already; a server has as many open ones as it may.
HAS_THREAD, NO_MORE_THREADS = 160004, (160006, 160007)
#: The interaction is over, or the person has dismissed our message: nobody can be told.
INTERACTION_OVER = (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, UNKNOWN_MESSAGE, TOKEN_EXPIRED, ALREADY_ANSWERED)
#: The place of an answer is gone: its message, or what it was to be edited by.
ANSWER_LOST = (UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, TOKEN_EXPIRED)
#: A person takes no private messages from us.
DM_CLOSED = (CANNOT_DM, NO_SERVER_IN_COMMON, UNKNOWN_USER)
#: Discord takes the bot's private messages for spam, or it opened private channels too fast.
FLAGGED = (20026, 40003)
#: Messages older than an hour may be edited only so often.
EDITED_TOO_OFTEN = 30046
#: A message that we want to edit is gone, or belongs to the bot that this one has replaced.
MESSAGE_LOST = (UNKNOWN_MESSAGE, NOT_OUR_MESSAGE)
#: A private channel that belongs to the bot that this one has replaced.
DM_OF_ANOTHER = (UNKNOWN_CHANNEL, MISSING_ACCESS)
#: Somebody is no longer a member, or no longer a user.
HAS_LEFT = (UNKNOWN_MEMBER, UNKNOWN_USER)
#: A post may have failed because the bot is no longer in the server; asked about the server itself, it is not.
MAYBE_REMOVED, REMOVED = (UNKNOWN_CHANNEL, UNKNOWN_SERVER, MISSING_ACCESS), (UNKNOWN_SERVER, MISSING_ACCESS)
