import { z } from 'zod';

// setting: parameter timeout = 30
// setting: parameter dry_run = true
function run(command: string, timeout = 30, { dryRun = true } = {}) {}

class Client {
  private maxSteps = 25; // setting: field max_steps = 25
  static allowList: string[] = []; // setting: field allow_list = []
  // setting: parameter retries = 3
  constructor(private readonly retries = 3) {
    this.verify = false; // setting: field verify = false
  }
}

// setting: constant max_bytes = 1048576
export const MAX_BYTES = 1024 * 1024;
// setting: constant denied = ["rm", "dd"]
const DENIED = ['rm', 'dd'] as const;

const schema = z.object({
  autoApprove: z.boolean().default(false), // setting: field auto_approve = false
  mode: z.enum(['ask', 'auto']).optional().default('ask'), // setting: field mode = "ask"
  limit: z.number().int().max(50).default(10).describe('d'), // setting: field limit = 10
});

export const config: Config = {
  sandbox: true, // setting: field sandbox = true
  limits: {
    maxTokens: 4_000, // setting: field limits.max_tokens = 4_000
    'deep-er': null, // setting: field limits.deep_er = null
  },
  telemetry: options.telemetry ?? true, // setting: field telemetry = true
};

export default {
  port: 8080, // setting: field port = 8080
};

// setting: parameter max_turns = 8
export function createAgent({ model, maxTurns = 8 }: Options) {}

export const options = {
  confirm: { type: 'boolean', default: true, description: 'd' }, // setting: field confirm = true
};
// setting: argument shell = true
spawn('ls', { shell: true });
// setting: field level = 2
this.level ??= 2;
