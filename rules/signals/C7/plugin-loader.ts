export class SkillRegistry { // expect: plugin-loader
  names: string[] = [];
}

export function loadPictures(folder: string) { // ok: plugin-loader
  return folder;
}
