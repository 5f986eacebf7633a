// setting: environment port = "8080"
const port = process.env.PORT ?? '8080';
// setting: environment mode = "safe"
const mode = process.env['MODE'] || 'safe';
// setting: environment api_key = null
const key = process.env.API_KEY!;
// setting: environment vite_url = "/"
const url = import.meta.env.VITE_URL ?? '/';
// setting: environment token = null
const token = Bun.env.TOKEN;
// setting: environment region = "eu"
const region = Deno.env.get('REGION') ?? 'eu';
// setting: environment workers = 4
const workers = getEnvNumber('WORKERS', 4);
// setting: environment allow_all = null
const allow = process.env.ALLOW_ALL === 'true';
// setting: environment host = "localhost"
// setting: environment debug = false
const { HOST = 'localhost', DEBUG = false } = process.env;
// setting: environment budget = "10"
const budget = parseInt(process.env.BUDGET || '10', 10);
