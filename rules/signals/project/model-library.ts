import OpenAI from "openai"; // expect: model-library
import { open } from "open"; // ok: model-library

export { OpenAI, open };
