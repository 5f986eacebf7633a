import { pipeline } from "@huggingface/transformers"; // expect: model-download
import { flow } from "flow"; // ok: model-download

export { pipeline, flow };
