import { KubeConfig } from '@kubernetes/client-node'; // expect: fleet-authority
import { readFile } from 'node:fs/promises'; // ok: fleet-authority
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'; // ok: fleet-authority
