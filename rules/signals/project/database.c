#include <sqlite3.h> // expect: database
#include <stdio.h> // ok: database
