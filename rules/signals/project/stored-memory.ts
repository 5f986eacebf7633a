export class SessionStore { // expect: stored-memory
  rows: string[] = [];
}

export class FurnitureStore { // ok: stored-memory
  rows: string[] = [];
}
