use schemars::JsonSchema;

#[derive(Deserialize, JsonSchema)]
struct Args { path: String } // expect: argument-schema

#[derive(Debug)]
struct Plain { path: String } // ok: argument-schema
