use async_openai::types::Role; // expect: model-library
use serde::Serialize; // ok: model-library
