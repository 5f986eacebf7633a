import { Reconciler } from "./reconciler";

export function show(reconciler: Reconciler, root: object) {
  return reconciler.createContainer(root); // ok: container-sandbox
}
