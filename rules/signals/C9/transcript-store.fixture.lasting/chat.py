import sqlite3


class SessionStore:  # expect: transcript-store
    def keep(self, chat, m):
        chat.add_message(m)  # expect: transcript-store
