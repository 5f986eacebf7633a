export const defaults = {
  allowedFolders: [], // expect: empty-path-list
  blockedFolders: [], // ok: empty-path-list
};

let allowedFolders: string[] = []; // ok: empty-path-list
