// Three answers of a subscription by each of the two clients that most programs use: one line of JSON for each.
import { createClient as overSse } from 'graphql-sse';
import { createClient as overSocket } from 'graphql-ws';
import WebSocket from 'ws';

const [url, credentials] = process.argv.slice(2);
const authorization = `Bearer ${credentials}`;
const query = 'subscription { deliveryLogged { eventId event { data } } }';
const clients = {
  'graphql-sse': overSse({ url, headers: { authorization }, retryAttempts: 0 }),
  'graphql-ws': overSocket({
    url: url.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
  }),
};
for (const [name, client] of Object.entries(clients)) {
  let left = 3;
  for await (const { data, errors } of client.iterate({ query })) {
    console.log(JSON.stringify({ name, ...data?.deliveryLogged, errors }));
    if (--left === 0) break;
  }
  client.dispose();
}
