import { Elysia } from 'elysia';

const app = new Elysia();
// route: elysia http get "/a" ->a around=[signedIn]
app.get('/a', a, { beforeHandle: signedIn });
