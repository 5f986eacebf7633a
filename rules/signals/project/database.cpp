#include <sqlite3.h> // expect: database
#include <string> // ok: database
