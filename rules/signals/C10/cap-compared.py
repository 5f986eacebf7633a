def lend(self, iteration):
    if iteration >= self.max_iterations:  # expect: cap-compared
        return None
    if self.books >= self.max_books:  # ok: cap-compared
        return None
    return iteration
