using Microsoft.Data.Sqlite; // expect: database
using System.Text; // ok: database
