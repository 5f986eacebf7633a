export const who = (api: Api, userId: string) => api.query("user", userId); // ok: owner-filter
