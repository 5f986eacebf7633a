import { Sandbox } from "@vercel/sandbox"; // expect: remote-sandbox
import { box } from "./sandbox"; // ok: remote-sandbox

export { Sandbox, box };
