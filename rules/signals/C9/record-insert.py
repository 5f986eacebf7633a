def keep(connection, book):
    connection.execute("INSERT INTO lending_events (book) VALUES (?)", (book,))  # expect: record-insert
    connection.execute("INSERT INTO books (title) VALUES (?)", (book,))  # ok: record-insert


def keep_run(models, book):
    models.LendingHistory.objects.create(book=book)  # expect: record-insert
    models.Book.objects.create(title=book)  # ok: record-insert
