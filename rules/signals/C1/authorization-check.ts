import { checkPermission } from './guard';

export async function close(user: User, id: string) {
  await checkPermission(user, 'tickets:write'); // expect: authorization-check
  return id;
}
export const label = (role: string) => translate(role); // ok: authorization-check

export function tokenOf(input: Input) {
  return requireAccessToken(input.token); // ok: authorization-check
}

export async function openDesk(sys: { systemPermissions: any }) {
  await sys.systemPermissions.ensurePermissions(); // ok: authorization-check
}
