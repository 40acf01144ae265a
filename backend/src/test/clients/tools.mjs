// The tools that authors of clients use, on the schema that is served: it is fetched, compiled and typed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const [url, credentials] = process.argv.slice(2);
const authorization = `Bearer ${credentials}`;
const home = resolve('tools');
const bin = name => resolve('node_modules/.bin', name);
const run = (tool, args) => execFileSync(bin(tool), args, { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

rmSync(home, { recursive: true, force: true });
mkdirSync(resolve(home, 'src/__generated__'), { recursive: true });

writeFileSync(resolve(home, 'schema.graphql'), run('get-graphql-schema', ['-h', `Authorization=${authorization}`, url]));
console.log('get-graphql-schema');

const page = `query DeliveriesPage($first: Int, $after: String) {
  deliveries(first: $first, after: $after) {
    nodes { id status attemptNumber time event { id topic data } destination { id type } }
    pageInfo { hasNextPage endCursor }
  }
}`;
writeFileSync(resolve(home, 'page.graphql'), page);
writeFileSync(resolve(home, 'codegen.json'), JSON.stringify({
  schema: [{ [url]: { headers: { Authorization: authorization } } }],
  documents: ['page.graphql'],
  generates: { 'types.ts': { plugins: ['typescript', 'typescript-operations'] } },
}));
run('graphql-codegen', ['--config', 'codegen.json', '--silent']);
writeFileSync(resolve(home, 'use.ts'), `import type { DeliveriesPageQuery } from './types';
export const topics = (page: DeliveriesPageQuery): string[] =>
  page.deliveries.nodes.map(delivery => delivery.event?.topic ?? delivery.status);
`);
run('tsc', ['--noEmit', '--strict', '--skipLibCheck', 'use.ts']);
console.log('graphql-codegen');

writeFileSync(resolve(home, 'src/Row.ts'), `import { graphql } from 'relay-runtime';
export const row = graphql\`
  fragment Row_delivery on Delivery @refetchable(queryName: "RowRefetchQuery") { id status event { topic } }
\`;
export const list = graphql\`
  fragment Row_list on Query
    @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
    @refetchable(queryName: "RowListQuery") {
    deliveries(first: $count, after: $cursor) @connection(key: "Row_deliveries") { edges { node { ...Row_delivery } } }
  }
\`;
`);
writeFileSync(resolve(home, 'relay.config.json'), JSON.stringify({
  src: './src',
  schema: './schema.graphql',
  language: 'typescript',
  artifactDirectory: './src/__generated__',
  schemaConfig: { nodeInterfaceIdField: 'nodeId', nodeInterfaceIdVariableName: 'nodeId' },
}));
run('relay-compiler', ['relay.config.json']);
console.log('relay-compiler');
