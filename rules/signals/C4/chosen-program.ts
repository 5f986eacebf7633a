import { spawn } from "child_process";

export function pour(kettle: string, cups: string[]) {
  // expect: chosen-program
  spawn(kettle, cups);
  // ok: chosen-program
  spawn("git", cups);
  // ok: chosen-program
  spawn(process.execPath, cups);
}
