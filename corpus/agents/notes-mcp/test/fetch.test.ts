import assert from "node:assert/strict";
import { test } from "node:test";

import { toText } from "../src/tools/fetch.js";

test("markup, scripts and styles are dropped", () => {
  assert.equal(toText("<p>a <b>b</b></p><script>c</script><style>d</style>\n e"), "a b e");
});
