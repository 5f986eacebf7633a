import { expect, test } from "vitest";

import { matching } from "../src/Combobox.js";

test("options that hold the text", () => {
  expect(matching(["Red", "Green"], "re")).toEqual(["Red", "Green"]);
  expect(matching(["Red", "Green"], " gr")).toEqual(["Green"]);
  expect(matching(["Red", "Green"], "")).toEqual(["Red", "Green"]);
});
