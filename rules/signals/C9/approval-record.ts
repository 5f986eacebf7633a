const approvals = pgTable('desk_approvals', columns); // expect: approval-record
const menus = pgTable('desk_menus', columns); // ok: approval-record
