import Docker from "dockerode";

export async function pour(cup: string) {
  const kettle = new Docker();
  // expect: container-start
  return kettle.createContainer({ Image: "tea", Cmd: [cup] });
}

export function shown(view: any) {
  // ok: container-start
  return view.makeContainer("cup");
}
