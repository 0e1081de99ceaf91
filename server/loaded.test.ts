import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** Imports what `npm start` runs, in a process of its own, and prints the addresses of all modules that were loaded. */
const PRINT_LOADED = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
await import(${JSON.stringify(import.meta.resolve('./main.ts'))});
console.log(JSON.stringify(loaded));
process.exit();
`;

test('what a shop may never need is not loaded with the server', async () => {
  const args = ['--input-type=module', '-e', PRINT_LOADED];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  const loaded: string[] = JSON.parse(stdout);
  const within = (folder: string) => loaded.filter((url) => url.includes(folder));
  assert.notEqual(within('/node_modules/fastify/').length, 0, 'nothing was noted');
  // Decoding has a process of its own; the stand-ins are for sandboxes; few shops export traces.
  for (const folder of [
    ...['/node_modules/sharp/', '/sandbox/stripe/', '/sandbox/google/'],
    ...['sdk-trace', 'exporter-trace-otlp-http', 'resources'].map((name) => `/@opentelemetry/${name}/`),
  ])
    assert.deepEqual(within(folder), []);
});
