export function skipDotenv(folder: string): boolean { // expect: dotenv-guard
  return !folder;
}
export function readDotenv(folder: string): string { // ok: dotenv-guard
  return folder;
}
