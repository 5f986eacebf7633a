import express from 'express';
import { requireUser } from './auth';

const app = express();
const admin = express.Router();

// route: express http get "/before" ->before
app.get('/before', before);
app.use(requireUser);
// route: express http post "/run" ->run around=[./auth.requireUser, limit]
app.post('/run', limit, run);
admin.use(onlyAdmins);
// route: express http delete "/all" around=[onlyAdmins]
admin.delete('/all', (request, response) => response.end());
// route: express webhook post "/webhook" ->hook around=[./auth.requireUser, raw]
app.post('/webhook', raw(hook));

const settings = new Map();
settings.get('key');
settings.get('other', 'x');
