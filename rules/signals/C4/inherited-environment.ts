import { spawn } from "child_process";

export function pour(kettle: string, cups: string[]) {
  // expect: inherited-environment
  spawn(kettle, cups, { cwd: "/tmp" });
}

export function stir(kettle: string, cups: string[]) {
  // ok: inherited-environment
  spawn(kettle, cups, { env: { PATH: "/bin" } });
}
