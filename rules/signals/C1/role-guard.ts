export function shelves(user: User) {
  requireAdmin(user); // expect: role-guard
  requireAddress(user); // ok: role-guard
  if (isAdminStatement("VACUUM")) return null; // ok: role-guard
  return [];
}
console.log(shelves(null));
