import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ProblemCode, ProblemSchema, problemParams, problems } from '#contract/kernel/problem.ts';
import { invalidInput, Problem, type ProblemParts } from './problem.ts';

describe('the body of a problem', () => {
  test('has the code, its parameters, and one sentence made of them', () => {
    const problem = new Problem('too_many_requests', { what: 'signIn', seconds: 100 }, { retryAfter: 100 });
    assert.deepEqual(problem.toBody(), {
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      code: 'too_many_requests',
      params: { what: 'signIn', seconds: 100 },
      detail: 'Too many tries to sign in. Wait 2 minutes and try again.',
    });
    assert.deepEqual(problem.headers, { 'retry-after': '100' });
  });

  test('has no parameters where the code has none', () => {
    assert.equal('params' in new Problem('last_admin').toBody(), false);
  });

  test("says the first wrong field's message", () => {
    const errors = [{ field: 'email', message: 'Email is Required' }];
    const { detail, status } = invalidInput(errors).toBody();
    assert.deepEqual([detail, status], ['Email is Required', 400]);
  });

  test('names the first 100 wrong fields', () => {
    const errors = Array.from({ length: 20_000 }, (_, n) => ({ field: `lines.${n}`, message: 'Wrong' }));
    assert.deepEqual(invalidInput(errors).toBody().errors, errors.slice(0, 100));
  });

  test('is as the contract says for every code without parameters, and every code has words', () => {
    for (const [status, ofStatus] of Object.entries(problems)) {
      for (const code of Object.keys(ofStatus) as ProblemCode[]) {
        if (code in problemParams) continue;
        const body = new Problem(...([code] as unknown as ProblemParts)).toBody();
        assert.deepEqual(ProblemSchema.parse(body), body);
        assert.equal(body.status, Number(status));
        assert.ok(body.detail.length > 0, code);
      }
    }
  });
});

test('a wait is told in words', () => {
  const detail = (seconds: number) => new Problem('too_many_requests', { what: 'requests', seconds }).message;
  assert.equal(detail(1), 'Too many requests. Wait a second and try again.');
  assert.equal(detail(90), 'Too many requests. Wait 90 seconds and try again.');
  assert.equal(detail(91), 'Too many requests. Wait 2 minutes and try again.');
});

test('parameters that are missing or another code’s do not compile', () => {
  // @ts-expect-error it says who is needed
  assert.throws(() => new Problem('unauthorized'));
  // @ts-expect-error no such reason
  assert.throws(() => new Problem('forbidden', { why: 'because' }));
  // @ts-expect-error it has none
  new Problem('last_admin', { what: 'order' });
});
