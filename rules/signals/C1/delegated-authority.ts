export async function tokenFor(user: string) {
  const t = await idp.exchangeToken({ subject: user }); // expect: delegated-authority
  return cacheToken(t); // ok: delegated-authority
}
