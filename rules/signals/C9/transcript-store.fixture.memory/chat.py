class SessionStore:  # ok: transcript-store
    def keep(self, memory, m):
        memory.add_message(m)  # ok: transcript-store
