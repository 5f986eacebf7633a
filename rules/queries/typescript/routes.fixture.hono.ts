import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';

const app = new Hono();
app.use('/admin/*', bearerAuth({ token }));
// route: hono http get "/open" ->open
app.get('/open', open);
// route: hono http post "/admin/run" ->run around=[hono/bearer-auth.bearerAuth]
app.post('/admin/run', run);
