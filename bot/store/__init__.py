"""The store: everything that must survive a restart, in an SQLite file or on a PostgreSQL server.

The SQL statements are in the folder `statements`, in `outbox`, `work_queue`, `metadata` and `request_budget`, and in
the `statements` module of each feature. A function that reads takes `store.read`, one that writes the transaction of
`async with store.write() as tx`.
"""
