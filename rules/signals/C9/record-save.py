def step(self, book):
    self.lend(book)
    self.save_trajectory()  # expect: record-save
    self.save_book(book)  # ok: record-save
