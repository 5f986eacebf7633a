import Router from '@koa/router';
import amqp from 'amqplib';
import Queue from 'bull';
import { Worker } from 'bullmq';
import { CronJob } from 'cron';
import cron from 'node-cron';
import { App } from '@slack/bolt';
import { Client } from 'discord.js';
import { Telegraf } from 'telegraf';
import { WebSocketServer } from 'ws';

const router = new Router();
// route: koa http get "/k" ->k around=[auth]
router.get('/k', auth, k);
// route: bullmq queue "jobs" ->work
new Worker('jobs', work);
// route: bull queue ->work
new Queue('x').process(work);
// route: amqp queue "jobs" ->work
channel.consume('jobs', work);
// route: cron schedule "0 3 * * *" ->nightly
new CronJob('0 3 * * *', nightly);
// route: node-cron schedule "0 3 * * *" ->nightly
cron.schedule('0 3 * * *', nightly);
// route: slack event "app_mention" ->mentioned
slack.event('app_mention', mentioned);
