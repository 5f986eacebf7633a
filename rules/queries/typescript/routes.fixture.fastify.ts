import fastify from 'fastify';

const server = fastify();
// route: fastify http get "/a" ->a around=[signedIn]
server.get('/a', { preHandler: [signedIn] }, a);
// route: fastify http post "/b" ->b around=[signedIn]
server.route({ method: 'POST', url: '/b', onRequest: signedIn, handler: b });
