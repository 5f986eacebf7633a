import { realpathSync } from 'node:fs';
import path from 'node:path';

export function inside(root: string, name: string) {
  const target = realpathSync(path.join(root, name));
  return target.startsWith(root); // expect: resolved-path-containment
}
export function kind(name: string, mime: string) {
  const target = path.resolve(name);
  return mime.startsWith('image/') || target.startsWith('~/'); // ok: resolved-path-containment
}
export function hasUnsafePathPart(name: string) { // ok: resolved-path-containment
  return name.split('/').some((part) => part === '..');
}
export function join(root: string, name: string) {
  return path.join(root, name); // ok: resolved-path-containment
}
function under(root: string, candidate: string) {
  return candidate.startsWith(root + path.sep); // expect: resolved-path-containment
}
export function open(root: string, name: string) {
  const real = realpathSync(name);
  return isWithin(root, real); // expect: resolved-path-containment
}

export function ours(baseUrl: string, link: string) {
  const target = path.resolve(link);
  return link.startsWith(baseUrl) ? target : link; // ok: resolved-path-containment
}
