export async function handler(req: Request) {
  const user = await getCurrentUser(req); // expect: request-principal
  const theme = getCurrentTheme(req); // ok: request-principal
  return [user, theme];
}
