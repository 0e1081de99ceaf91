// slow
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Call } from '#contract/kernel/call.ts';
import { problems } from '#contract/kernel/problem.ts';
import { refusalsOf } from '#contract/kernel/refusals.ts';
import { namedSchemas } from '#contract/named.ts';
import { signIn } from '#contract/sign-in.ts';
import { describeApi } from '../../server/http/openapi.ts';

// The document as it is sent. `any`: tests read every part of it.
// biome-ignore lint/suspicious/noExplicitAny: see above
const document: any = JSON.parse(
  JSON.stringify(describeApi('1.2.3', 'MIT', 'session', { name: 'Shop', email: 'a@b.example' })),
);
const calls: [string, Call][] = Object.entries(api);

/** The operation of a call in the document. */
function operationOf({ path, method }: Pick<Call, 'path' | 'method'>) {
  return document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
}

/** Returns what Redocly's recommended rules report. */
async function lintByRedocly(document: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'northbridge-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const cli = join(createRequire(import.meta.url).resolve('@redocly/cli/package.json'), '../bin/cli.js');
    const args = [cli, 'lint', file, '--extends=recommended', '--format=json'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const run = promisify(execFile)(process.execPath, args, { env, cwd: folder, maxBuffer: 1e8 });
    // Redocly's exit code is 1 when it reports an error; its output is complete in both cases.
    const { stdout } = await run.catch((failure: { stdout: string }) => failure);
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

// What is missing is found, so the rules are looked at; and nothing else is.
test('recommended rules of Redocly report nothing but the license that a document lacks', async () => {
  const { license: _, ...poorInfo } = document.info;
  const found = await lintByRedocly({ ...document, info: poorInfo });
  assert.deepEqual(found, ['info-license: Info object should contain `license` field.']);
});

describe('the document', () => {
  test('describes every call, of the shop and of its sign-in, once', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path as object).map(({ operationId }) => operationId),
    );
    assert.deepEqual(ids.sort(), [...Object.keys(api), ...Object.keys(signIn)].sort());
  });

  test('names every schema of a request and response body', () => {
    const named = new Set(Object.values(namedSchemas).map(({ schema }) => schema));
    for (const [name, { body, output }] of calls) {
      const element = output instanceof z.ZodArray ? output.element : output;
      for (const schema of [body, element]) {
        if (!(schema instanceof z.ZodObject) || Object.keys(schema.shape).length < 2) continue;
        assert.ok(named.has(schema), `give a schema of ${name} a name and an example in contract/named.ts`);
      }
    }
  });

  test('has examples that the contract accepts', () => {
    for (const [name, { schema, example }] of Object.entries(namedSchemas)) {
      const parsed = schema.safeParse(example);
      assert.ok(parsed.success, `${name}: ${parsed.error}`);
      assert.deepEqual(parsed.data, example, `${name} holds what the contract does not list`);
      assert.deepEqual(document.components.schemas[name].examples, [example]);
    }
  });

  test('lists the problem codes of each call, and Retry-After', () => {
    for (const [name, call] of calls) {
      const { responses } = operationOf(call);
      const told = Object.values(responses)
        .map((response) => JSON.stringify(response))
        .join();
      for (const [status, codes] of Object.entries(problems)) {
        if (responses[status] === undefined) continue;
        for (const code of Object.keys(codes)) {
          const isListed = responses[status].description.includes(`\`${code}\``);
          assert.equal(isListed, refusalsOf(call).has(code as never), `${name}: ${code}`);
        }
      }
      assert.ok(told.includes('overloaded'), name);
      for (const status of [429, 503])
        assert.ok(responses[status].headers['Retry-After'], `${name}: ${status}`);
    }
  });

  test('describes query parameters, X-Total-Count of lists, and the minimum order', () => {
    const { parameters, responses } = operationOf(api.listOrders);
    const limit = parameters.find(({ name }: { name?: string }) => name === 'limit');
    assert.deepEqual(limit.schema, { type: 'integer', minimum: 1, maximum: 100 });
    assert.ok(responses[200].headers['X-Total-Count']);
    assert.ok(responses[200].content['text/csv']);
    assert.match(document.components.schemas.NewOrder.properties.order.description, /smallestOrder/);
    assert.ok(document.components.schemas.Event.properties.kind.enum.includes('order_placed'));
    assert.ok(document.components.schemas.Problem.properties.code.enum.includes('price_changed'));
    assert.equal(document.components.schemas.Order.properties.createdAt.format, 'date-time');
  });

  test('requires an Origin wherever a call uses or sets a cookie', () => {
    for (const call of [api.exchangeToken, signIn.signUp, signIn.signIn, signIn.signOut, signIn.updateUser])
      assert.ok(JSON.stringify(operationOf(call).parameters).includes('parameters/Origin'), call.path);
  });
});
