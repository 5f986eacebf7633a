export function requireLogin(request) { // expect: authority-name
  return request.session;
}

export function shelves() { // ok: authority-name
  return [];
}
