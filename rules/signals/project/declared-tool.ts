import { tool } from "ai";

export const find = tool({ description: "Finds", execute: async (input) => input }); // expect: declared-tool
export const keep = store({ description: "Keeps" }); // ok: declared-tool
