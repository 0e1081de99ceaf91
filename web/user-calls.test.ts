import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openFakeBrowser, serve, signInAs } from '../tests/fake-browser.ts';
import { ApiProblem } from './api-problem.ts';
import { forget, getIdentity, getToken, remember } from './identity.ts';
import { callAsUser } from './user-calls.ts';

const ROBIN = { name: 'Robin', email: 'robin@parts.example.com' };

/** The server: the accessToken that it accepts, and the provider's session. */
let valid: string;
let session: () => Response | Promise<Response>;
let exchange: () => Response | Promise<Response>;
/** All calls in order. */
let calls: string[];

const refuse = (status: number) => Response.json({ code: 'x', detail: `Refused with ${status}` }, { status });

beforeEach(() => {
  openFakeBrowser();
  signInAs(ROBIN.email, 'old token');
  valid = 'new token';
  session = () => Response.json({ user: ROBIN });
  exchange = () => Response.json({ token: 'new token' });
  calls = [];
  serve((call, { headers }) => {
    calls.push(call);
    if (call === 'GET /api/auth/get-session') return session();
    if (call === `PUT /user/${ROBIN.email}`) return exchange();
    const isValid = new Headers(headers).get('authorization') === `Bearer ${valid}`;
    return isValid ? Response.json([{ _id: '1' }]) : refuse(401);
  });
});

const listReviews = () => callAsUser('listReviews', {});
const isRefused = (status: number) => (error: unknown) =>
  error instanceof ApiProblem && error.status === status;

describe('an accessToken that has expired', () => {
  test('is exchanged for a new one, and the call is repeated with it', async () => {
    assert.deepEqual(await listReviews(), [{ _id: '1' }]);
    assert.deepEqual(calls, [
      'GET /reviews',
      'GET /api/auth/get-session',
      `PUT /user/${ROBIN.email}`,
      'GET /reviews',
    ]);
    assert.equal(getToken(), 'new token');
    assert.deepEqual(getIdentity(), ROBIN);
  });

  test('is exchanged once for calls that fail at the same time', async () => {
    await Promise.all([listReviews(), listReviews(), listReviews()]);
    assert.equal(calls.filter((call) => call.startsWith('PUT')).length, 1);
  });

  test('is exchanged once, too, when one call is refused after another has renewed it', async () => {
    let refuseLate = () => {};
    const isLate = new Promise<void>((resolve) => {
      refuseLate = resolve;
    });
    const answer = globalThis.fetch;
    let isFirst = true;
    globalThis.fetch = async (...request) => {
      if (!isFirst) return answer(...request);
      isFirst = false;
      await isLate;
      return refuse(401);
    };
    const late = listReviews();
    await listReviews();
    refuseLate();
    assert.deepEqual(await late, [{ _id: '1' }]);
    assert.equal(calls.filter((call) => call.startsWith('PUT')).length, 1);
  });

  test('is exchanged again when it expires again', async () => {
    await listReviews();
    valid = 'newer token';
    exchange = () => Response.json({ token: 'newer token' });
    await listReviews();
    assert.equal(getToken(), 'newer token');
  });

  test('keeps the 401 when the new one is refused as well, without an endless loop', async () => {
    valid = 'another token';
    await assert.rejects(listReviews(), isRefused(401));
    assert.equal(calls.filter((call) => call === 'GET /reviews').length, 2);
  });
});

describe('an accessToken is not renewed', () => {
  test('when the call had another status', async () => {
    signInAs(ROBIN.email, 'new token');
    await listReviews();
    assert.deepEqual(calls, ['GET /reviews']);
  });

  test('when nobody is signed in', async () => {
    forget();
    await assert.rejects(listReviews(), isRefused(401));
    assert.deepEqual(calls, ['GET /reviews']);
  });

  for (const [when, answer] of [
    ['the session has ended', () => Response.json(null)],
    ['the session is refused', () => refuse(403)],
    [
      'the session is of another person',
      () => Response.json({ user: { ...ROBIN, email: 'sam@parts.example.com' } }),
    ],
  ] as const) {
    test(`when ${when}: the 401 and the stored identity stay`, async () => {
      session = answer;
      await assert.rejects(listReviews(), isRefused(401));
      assert.ok(!calls.some((call) => call.startsWith('PUT')));
      assert.equal(getToken(), 'old token');
    });
  }

  test('when the person has signed out meanwhile', async () => {
    exchange = () => {
      forget();
      return Response.json({ token: 'new token' });
    };
    await assert.rejects(listReviews(), isRefused(401));
    assert.equal(getToken(), null);
    assert.equal(getIdentity(), null);
  });

  test('when another person has signed in meanwhile', async () => {
    exchange = () => {
      signInAs('sam@parts.example.com', 'token of Sam');
      return Response.json({ token: 'new token' });
    };
    await assert.rejects(listReviews(), isRefused(401));
    assert.equal(getToken(), 'token of Sam');
  });
});

test('a new accessToken acts for the same company', async () => {
  remember({ name: 'Robin', email: ROBIN.email, companies: 1, buyerId: 'acme' }, 'old token');
  exchange = () => Response.json({ token: 'new token', companies: 1, buyerId: 'acme' });
  assert.deepEqual(await listReviews(), [{ _id: '1' }]);
  assert.equal(getIdentity()?.buyerId, 'acme');
});

test('who is no member any more acts for themselves, and what was meant for the company is not repeated', async () => {
  remember({ name: 'Robin', email: ROBIN.email, companies: 1, buyerId: 'acme' }, 'old token');
  let tries = 0;
  exchange = () => (++tries === 1 ? refuse(404) : Response.json({ token: 'new token' }));
  await assert.rejects(listReviews(), isRefused(401));
  assert.deepEqual(getIdentity(), { name: 'Robin', email: ROBIN.email });
  assert.equal(getToken(), 'new token');
});

test('an outage during the renewal is an outage: the person is not asked to log in again', async () => {
  session = () => refuse(503);
  await assert.rejects(listReviews(), isRefused(503));
  session = () => Promise.reject(new TypeError('Failed to fetch'));
  await assert.rejects(listReviews(), isRefused(0));
  // The next call renews again.
  session = () => Response.json({ user: ROBIN });
  assert.deepEqual(await listReviews(), [{ _id: '1' }]);
});
