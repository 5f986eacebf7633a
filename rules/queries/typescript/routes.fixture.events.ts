import { Client } from 'discord.js';

const client = new Client();
// route: discord event "messageCreate" ->heard
client.on('messageCreate', heard);
