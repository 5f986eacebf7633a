def lend(self, max_iterations=6):
    for _ in range(max_iterations):  # expect: capped-loop
        self.ask()


def tidy(self, books, retries):
    for _ in range(retries):  # ok: capped-loop
        self.put(books)
