"""The store: everything that must survive a restart, in an SQLite file or on a PostgreSQL server.

The modules `matches`, `held`, `journal`, `archives`, `outbox`, `work`, `people`, `decks`, `agreements`, `votes`,
`notes`, `reports`, `results`, `reviews`, `profiles`, `blocks`, `seeks`, `cups`, `follows`, `looks`, `groups`, `budget`
and `facts` have the statements. Each function takes `store.read` or, to write, the transaction of `async with
store.write() as tx`.
"""
