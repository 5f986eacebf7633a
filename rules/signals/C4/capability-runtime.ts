import { getQuickJS } from "quickjs-emscripten"; // expect: capability-runtime
import { quick } from "quick"; // ok: capability-runtime

export { getQuickJS, quick };
