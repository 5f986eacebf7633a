json_add(annotations, "readOnlyHint", look->reads); // expect: tool-behaviour-hint
json_add(annotations, "colorHint", look->colour); // ok: tool-behaviour-hint
