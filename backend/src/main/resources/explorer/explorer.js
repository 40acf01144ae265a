'use strict';

const element = id => document.getElementById(id);

const FIRST_QUERY = `# Type an API key or a token above,
# then press Ctrl-Enter here.
{
  viewer { kind expiresAt }
  destinationTypes { type label }
}
`;

/** In this page's memory alone: whoever reloads it types them anew. */
let credentials = '';

/** Tabs and settings stay until the tab is closed. What is typed as headers is never kept. */
const storage = {
  get length() {
    return sessionStorage.length;
  },
  getItem: key => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: key => sessionStorage.removeItem(key),
  clear: () => sessionStorage.clear(),
};

/** Numbers keep their digits, where the browser can tell them: 1.10 is not 1.1. */
function parse(text) {
  return JSON.parse(text, (key, value, context) =>
    typeof value === 'number' && context && JSON.rawJSON && String(value) !== context.source
      ? JSON.rawJSON(context.source)
      : value);
}

function send(request, options, accept, signal) {
  const headers = { 'Content-Type': 'application/json', 'Accept': accept };
  if (credentials) {
    headers['Authorization'] = 'Bearer ' + credentials;
  }
  return fetch('/graphql', {
    method: 'POST',
    headers: { ...headers, ...(options && options.headers) },
    body: JSON.stringify(request),
    signal,
  });
}

/** Each item of a subscription, by server-sent events, until the signal. */
async function* stream(request, options, signal) {
  const response = await send(request, options, 'text/event-stream, application/json', signal);
  if (!(response.headers.get('Content-Type') || '').startsWith('text/event-stream')) {
    yield parse(await response.text());
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      const events = (rest + value).split('\n\n');
      rest = events.pop();
      for (const event of events) {
        const data = event.split('\n').filter(line => line.startsWith('data:')).map(line => line.slice(5)).join('\n');
        if (event.includes('event:next')) {
          yield parse(data);
        } else if (event.includes('event:complete')) {
          return;
        }
      }
    }
  } finally {
    reader.cancel();
  }
}

/** A generator's own return() would wait for the next item: ours closes the connection. */
function watch(request, options) {
  const stopped = new AbortController();
  const items = stream(request, options, stopped.signal);
  const end = { done: true, value: undefined };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => items.next().catch(error => {
      if (stopped.signal.aborted) {
        return end;
      }
      throw error;
    }),
    return: () => {
      stopped.abort();
      return Promise.resolve(end);
    },
  };
}

function isSubscription(request) {
  let operations;
  try {
    operations = GraphiQL.GraphQL.parse(request.query).definitions.filter(part => part.kind === 'OperationDefinition');
  } catch (unreadable) {
    return false;
  }
  const named = operations.filter(part => part.name && part.name.value === request.operationName);
  return (named.length ? named : operations).some(part => part.operation === 'subscription');
}

function fetcher() {
  return async (request, options) => isSubscription(request)
    ? watch(request, options)
    : parse(await (await send(request, options, 'application/json')).text());
}

const root = ReactDOM.createRoot(element('graphiql'));

/** A new fetcher has the schema read anew; without credentials there is none to be read. */
function show() {
  root.render(React.createElement(GraphiQL, {
    fetcher: fetcher(),
    schema: credentials ? undefined : null,
    storage,
    defaultQuery: FIRST_QUERY,
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
  }));
}

element('sign-in').addEventListener('submit', event => {
  event.preventDefault();
  credentials = element('key').value.trim();
  element('whose').textContent = credentials
    ? 'Sent with each request; a header Authorization of the editor’s own goes before it.'
    : 'Without credentials nothing is answered.';
  show();
});

show();
