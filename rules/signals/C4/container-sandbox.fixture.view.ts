import { Reconciler } from "./reconciler";

export function engineArguments(program: "docker" | "podman", folder: string) {
  const args = ["run", "--rm"];
  args.push("--volume", `${folder}:/work`); // expect: container-sandbox
  args.push("--label", program); // ok: container-sandbox
  return args;
}

export function show(reconciler: Reconciler, root: object) {
  return reconciler.createContainer(root); // ok: container-sandbox
}
