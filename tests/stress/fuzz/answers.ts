import assert from 'node:assert/strict';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Call } from '#contract/kernel/call.ts';
import { ProblemSchema } from '#contract/kernel/problem.ts';
import { refusalsOf } from '#contract/kernel/refusals.ts';
import type { FuzzRequest } from './requests.ts';

/** A response. */
export interface FuzzAnswer {
  status: number;
  type: string;
  text: string;
  location: string | undefined;
}

/** Sends a request byte for byte: `fetch` would normalise the address. */
export async function send(origin: string, fuzzed: FuzzRequest): Promise<FuzzAnswer> {
  const { method, path, headers, body } = fuzzed;
  const { hostname, port } = new URL(origin);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: hostname, port, method, path, timeout: 30_000 },
        headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) },
      },
      (answer) => {
        buffer(answer).then(
          (bytes) =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              text: (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(),
              location: answer.headers.location,
            }),
          reject,
        );
      },
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server closes a connection after a refusal, possibly when it was just chosen for the next request.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') send(origin, fuzzed).then(resolve, reject);
      else reject(error);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 30 s')));
    outgoing.end(bytes);
  });
}

/** What an error response must not contain: stacks, statements, paths and internal names. */
const LEAKS = [
  /\bat .+\(.+:\d+:\d+\)/,
  /node_modules|file:\/\/|\.[cm]?[jt]s:\d/,
  /\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b/i,
  /\b(postgres|pg_|sqlstate|kysely|syntax error|relation "|column "|violates|invalid input syntax|invalid byte sequence)/i,
  /ECONN|ENOENT|TypeError|RangeError|ZodError|undefined \(/,
];

/** Throws unless the contract lists the response for this call. */
export function judge(call: Call, answer: FuzzAnswer): void {
  const { status, type, text } = answer;
  assert.ok(status < 500, `answered ${status}: ${text.slice(0, 300)}`);
  if (status >= 400) {
    judgeRefusal(call, answer);
    return;
  }
  if (!(call.output instanceof z.ZodType) || status === 304 || type.startsWith('text/csv')) return;
  assert.match(type, /^application\/json/);
  const body: unknown = JSON.parse(text);
  assert.deepEqual(call.output.parse(body), body, 'the answer holds what the contract does not list');
}

function judgeRefusal(call: Call, { status, type, text }: FuzzAnswer): void {
  assertNoLeak(text);
  // Answered before parsing: the headers exceed the server's limit.
  if (status === 431) return;
  const body: unknown = JSON.parse(text);
  if (call.errorBody && type.startsWith('application/json')) {
    assert.equal((body as { success: unknown }).success, false);
    return;
  }
  assert.match(type, /^application\/problem\+json/);
  const problem = ProblemSchema.parse(body);
  assert.equal(problem.status, status);
  assert.ok(
    refusalsOf(call).has(problem.code),
    `the contract does not list ${problem.code} for ${call.route}`,
  );
  assert.ok(problem.detail.length > 10 || problem.errors, `says too little: ${text}`);
}

export function assertNoLeak(text: string): void {
  for (const leak of LEAKS) assert.doesNotMatch(text, leak);
}
