import path from "path";

export function find(folder: string) {
  const skill = path.join(folder, "SKILL.md"); // expect: skill-file-reader
  const page = path.join(folder, "PAGE.md"); // ok: skill-file-reader
  return [skill, page];
}
