app.post('/webhooks/tickets', handler); // expect: public-trigger
app.post('/health', handler); // ok: public-trigger
