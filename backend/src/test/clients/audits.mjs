// The audits of graphql-http, the reference implementation of GraphQL over HTTP: one line of JSON for each.
import { serverAudits } from 'graphql-http';

const [url, credentials] = process.argv.slice(2);
const audits = serverAudits({
  url,
  fetchFn: (address, init = {}) =>
    fetch(address, { ...init, headers: { ...init.headers, authorization: `Bearer ${credentials}` } }),
});
for (const audit of audits) {
  const result = await audit.fn();
  console.log(JSON.stringify({ name: audit.name, status: result.status, reason: result.reason ?? null }));
}
