import express from 'express';

const app = express();
app.post('/webhooks/tickets', handler); // expect: public-trigger
app.post('/health', handler); // ok: public-trigger
app.post('/ci/webhook-received', received); // expect: public-trigger
app.get('/oauth/callback', signedIn); // ok: public-trigger

export async function subscribe(body: string) {
  // ok: public-trigger
  return axios.post('/desk/webhooks/subscribe', body)
}
