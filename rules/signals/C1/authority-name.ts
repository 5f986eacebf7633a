export function canAccess(reader: Reader) { // expect: authority-name
  return hasShelfAccess(reader);
}

export function hasShelfAccess(reader: Reader) { // expect: authority-name
  return reader.card;
}

export function isCancelScope(scope: Scope) { // ok: authority-name
  return scope.cancelled;
}

export const isAllowedReader = (reader: Reader) => reader.card; // expect: authority-name

export function runAfterBackground(step: Step) { // ok: authority-name
  return step.id;
}

export function getAuthorizationUrl(reader: Reader) { // ok: authority-name
  return reader.url;
}

export function extractCardApiKey(reader: Reader) { // ok: authority-name
  return reader.key;
}

export function parseAuthorizationInput(text: string) { // ok: authority-name
  return text.trim();
}

export function isSpawnAllowed(step: Step) { // ok: authority-name
  return step.ready;
}
