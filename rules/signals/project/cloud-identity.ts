import { DefaultAzureCredential } from "@azure/identity"; // expect: cloud-identity
import { blue } from "blue"; // ok: cloud-identity

export { DefaultAzureCredential, blue };
