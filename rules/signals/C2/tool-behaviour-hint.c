void describe(json *doc, json *hints, int reads)
{
    json_add_bool(doc, hints, "readOnlyHint", reads); // expect: tool-behaviour-hint
    json_add_bool(doc, hints, "required", reads);     // ok: tool-behaviour-hint
}
