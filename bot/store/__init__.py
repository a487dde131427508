"""The store: everything that must survive a restart, in an SQLite file or on a PostgreSQL server.

The SQL statements are in the folder `statements`, in the modules `outbox`, `work_queue`, `named_numbers` and
`request_budget`, and in each feature's `statements` module. A function that reads takes `store.read`. A function that
writes takes the transaction of `async with store.write() as tx`.
"""
