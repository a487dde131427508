"""Discord's error codes that the bot handles."""

from __future__ import annotations

UNKNOWN_CHANNEL, UNKNOWN_SERVER, UNKNOWN_MEMBER, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10007, 10008, 10013
UNKNOWN_EMOJI = 10014
UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, ALREADY_ANSWERED = 10015, 10062, 40060
MISSING_ACCESS, NOT_OUR_MESSAGE, CANNOT_DM, MISSING_PERMISSIONS, TOKEN_EXPIRED = 50001, 50005, 50007, 50013, 50027
THREAD_ARCHIVED, NO_SERVER_IN_COMMON, THREAD_LOCKED = 50083, 50278, 160005
#: The message already has a thread; the server has reached Discord's limit of open threads.
ALREADY_HAS_THREAD, NO_MORE_THREADS = 160004, (160006, 160007)
#: The interaction has expired or the person has dismissed the bot's message, so no answer can reach them.
INTERACTION_EXPIRED = (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, UNKNOWN_MESSAGE, TOKEN_EXPIRED, ALREADY_ANSWERED)
#: The message that contained the answer has been deleted, or the token for editing it has expired.
ANSWER_LOST = (UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, TOKEN_EXPIRED)
#: The person accepts no private messages from the bot.
DM_CLOSED = (CANNOT_DM, NO_SERVER_IN_COMMON, UNKNOWN_USER)
#: Discord considers the bot's private messages spam, or the bot has opened private channels too quickly.
DM_SPAM = (20026, 40003)
#: A message that is more than an hour old has been edited too often.
EDITED_TOO_OFTEN = 30046
#: The message to edit is gone or belongs to a previous bot.
MESSAGE_LOST = (UNKNOWN_MESSAGE, NOT_OUR_MESSAGE)
#: The private channel belongs to a previous bot.
DM_OF_PREVIOUS_BOT = (UNKNOWN_CHANNEL, MISSING_ACCESS)
#: The person has left the server, or their Discord account no longer exists.
HAS_LEFT = (UNKNOWN_MEMBER, UNKNOWN_USER)
#: If a post fails with an error in MAYBE_REMOVED, the bot may have been removed from the server. If a request for the
#: server itself then fails with an error in REMOVED, the bot was certainly removed.
MAYBE_REMOVED, REMOVED = (UNKNOWN_CHANNEL, UNKNOWN_SERVER, MISSING_ACCESS), (UNKNOWN_SERVER, MISSING_ACCESS)
