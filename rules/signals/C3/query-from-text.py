def rows(cursor, name, number):
    # expect: query-from-text
    cursor.execute(f"SELECT title FROM books WHERE author = '{name}'")
    # ok: query-from-text
    cursor.execute("SELECT title FROM books WHERE number = ?", (number,))
