app.post('/webhook', handler); // expect: public-trigger
app.post('/health', handler); // ok: public-trigger
