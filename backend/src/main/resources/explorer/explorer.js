'use strict';

const element = id => document.getElementById(id);

function headers() {
  return { 'Authorization': 'Bearer ' + element('key').value.trim() };
}

function show(status, text) {
  element('status').textContent = status;
  element('answer').textContent = text;
}

async function run() {
  // The variables are sent as they were typed: reading them here would round their numbers.
  const variables = element('variables').value.trim() || '{}';
  try {
    JSON.parse(variables);
  } catch (error) {
    show('', 'Variables: ' + error.message);
    return;
  }
  const body = '{"query":' + JSON.stringify(element('query').value) + ',"variables":' + variables + '}';
  await ask('/graphql', { method: 'POST', headers: { ...headers(), 'Content-Type': 'application/json' }, body });
}

async function ask(url, request) {
  show('…', '');
  const start = performance.now();
  try {
    const response = await fetch(url, request);
    const text = await response.text();
    show(response.status + ' · ' + Math.round(performance.now() - start) + ' ms', indent(text));
  } catch (error) {
    show('', String(error));
  }
}

/** Breaks JSON into lines without reading its values, so that every digit is shown. */
function indent(text) {
  if (!text.startsWith('{')) {
    return text;
  }
  let depth = 0;
  return text.replace(/"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+/g, token => {
    switch (token) {
      case '{': case '[': return token + '\n' + '  '.repeat(++depth);
      case '}': case ']': return '\n' + '  '.repeat(--depth) + token;
      case ',': return ',\n' + '  '.repeat(depth);
      case ':': return ': ';
      default: return token;
    }
  });
}

element('run').addEventListener('click', run);
element('schema').addEventListener('click', () => ask('/graphql/schema', { headers: headers() }));
document.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  }
});
