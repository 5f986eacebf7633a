// expect: tool-setting-name
export function selectDeskTools(names: string[]): string[] {
  return names
}

// ok: tool-setting-name
export function selectColumns(names: string[]): string[] {
  return names
}

// ok: tool-setting-name
export const ALLOWED_PICTURE_EXTENSIONS = [".png"];

// ok: tool-setting-name
export function registerTools(server: Server): void {
  server.start()
}
