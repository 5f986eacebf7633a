import { Telegraf } from 'telegraf';

const bot = new Telegraf(token);
// route: telegram event "start" ->start
bot.command('start', start);
