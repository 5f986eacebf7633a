import { Command, Option } from 'commander';
import yargs from 'yargs';
import { Flags } from '@oclif/core';
import { parseArgs } from 'node:util';

program
  .option('-y, --yes', 'never ask') // setting: cli_option yes = false
  .option('--max-turns <n>', 'rounds', '10') // setting: cli_option max_turns = "10"
  .option('--no-sandbox', 'run unguarded') // setting: cli_option sandbox = true
  .option('--model [name]', 'model'); // setting: cli_option model = null
// setting: cli_option port = 8000
program.addOption(new Option('--port <n>', 'port').default(8000));

yargs(args)
  .option('host', { type: 'string', default: '127.0.0.1' }) // setting: cli_option host = "127.0.0.1"
  .option('unsafe', { type: 'boolean' }) // setting: cli_option unsafe = false
  .options({
    level: { type: 'number', default: 2 }, // setting: cli_option level = 2
  });

export class Serve {
  static flags = {
    public: Flags.boolean({ char: 'p', default: false }), // setting: cli_option public = false
    name: Flags.string({ default: 'agent' }), // setting: cli_option name = "agent"
    force: Flags.boolean(), // setting: cli_option force = false
  };
}

const parsed = parseArgs({
  options: {
    verbose: { type: 'boolean', short: 'v', default: true }, // setting: cli_option verbose = true
  },
});
