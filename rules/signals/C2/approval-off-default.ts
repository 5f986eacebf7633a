export const launch = { permissionMode: 'bypassPermissions' }; // expect: approval-off-default
export const calm = { permissionMode: 'default' }; // ok: approval-off-default
