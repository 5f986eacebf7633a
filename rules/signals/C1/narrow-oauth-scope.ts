export const scopes = ['tickets:read']; // expect: narrow-oauth-scope
export const scope = 'tickets:admin'; // ok: narrow-oauth-scope
