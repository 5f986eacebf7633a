import { WebSocketServer } from 'ws';

// route: ws socket "connection" ->connected
new WebSocketServer({ port: 1 }).on('connection', connected);
