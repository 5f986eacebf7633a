import jwt from "jsonwebtoken"; // expect: authentication-name

export function requireAuth(req: { user?: string }) { // expect: authentication-name
  return Boolean(req.user);
}

export function listBooks() { // ok: authentication-name
  return [];
}
