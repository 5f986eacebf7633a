package rows

const TableNameDeskExecution = "desk_execution" // expect: record-table

const TableNameShelf = "shelf" // ok: record-table
