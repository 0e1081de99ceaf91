import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openFakeBrowser, serve, signInAs } from '../tests/fake-browser.ts';
import { finishSignIn, signIn, signOut, updateName } from './account.ts';
import { getIdentity, getToken, subscribeToIdentity } from './identity.ts';

const ROBIN = { name: 'Robin', email: 'robin@parts.example.com' };
const SAM = { name: 'Sam', email: 'sam@parts.example.com' };

let stored: ReturnType<typeof openFakeBrowser>;

beforeEach(() => {
  stored = openFakeBrowser();
});

describe('signing in', () => {
  test('stores the signed-in person and their accessToken, and notifies listeners', async () => {
    serve((call) => Response.json(call.startsWith('PUT') ? { token: 'token of Robin' } : { user: ROBIN }));
    let heard = 0;
    const unsubscribe = subscribeToIdentity(() => (heard += 1));
    await signIn({ email: ROBIN.email, password: 'secret' });
    unsubscribe();
    assert.deepEqual(getIdentity(), ROBIN);
    assert.equal(getToken(), 'token of Robin');
    assert.equal(heard, 1);
  });

  test('stores nothing when the accessToken is refused', async () => {
    serve((call) =>
      call.startsWith('PUT') ? new Response('', { status: 503 }) : Response.json({ user: ROBIN }),
    );
    await assert.rejects(signIn({ email: ROBIN.email, password: 'secret' }));
    assert.equal(getIdentity(), null);
  });

  test('waits for an earlier sign-out, whose response deletes the cookie', async () => {
    signInAs(ROBIN.email);
    const calls: string[] = [];
    const { promise: ended, resolve: end } = Promise.withResolvers<Response>();
    serve((call) => {
      calls.push(call);
      if (call.endsWith('/sign-out')) return ended;
      return Response.json(call.startsWith('PUT') ? { token: 'token of Sam' } : { user: SAM });
    });
    const leaving = signOut();
    const coming = signIn({ email: SAM.email, password: 'secret' });
    await Promise.resolve();
    assert.deepEqual(calls, ['POST /api/auth/sign-out']);
    end(Response.json({}));
    await Promise.all([leaving, coming]);
    assert.equal(calls[1], 'POST /api/auth/sign-in/email');
    assert.deepEqual(getIdentity(), SAM);
  });

  test('with Google ends without a session when there is none', async () => {
    serve(() => Response.json(null));
    await assert.rejects(finishSignIn('Google sign-in'), /Google sign-in did not finish/);
    assert.equal(getIdentity(), null);
  });
});

describe('signing out', () => {
  test('takes effect at once, before the provider responds', async () => {
    signInAs(ROBIN.email);
    const { promise: answer, resolve } = Promise.withResolvers<Response>();
    serve(() => answer);
    const ended = signOut();
    assert.equal(getIdentity(), null);
    assert.equal(getToken(), null);
    resolve(Response.json({}));
    await ended;
  });

  test('succeeds when the provider cannot be reached', async () => {
    signInAs(ROBIN.email);
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    await signOut();
    assert.equal(getIdentity(), null);
  });
});

describe('a new displayName', () => {
  test('is stored, and the accessToken stays', async () => {
    signInAs(ROBIN.email, 'token of Robin');
    serve(() => Response.json({ status: true }));
    await updateName('Robin Field');
    assert.deepEqual(getIdentity(), { ...ROBIN, name: 'Robin Field' });
    assert.equal(getToken(), 'token of Robin');
  });

  test('is not stored for another person who has signed in meanwhile', async () => {
    signInAs(ROBIN.email);
    serve(() => {
      stored.setItem('session', JSON.stringify(SAM));
      return Response.json({ status: true });
    });
    await updateName('Robin Field');
    assert.deepEqual(getIdentity(), SAM);
  });

  test("is refused with 'No user is logged in' without a session, here or at the provider", async () => {
    const nobody = { status: 401, message: 'No user is logged in' };
    await assert.rejects(updateName('Robin Field'), nobody);
    signInAs(ROBIN.email);
    serve(() => Response.json({ code: 'UNAUTHORIZED', message: 'Unauthorized' }, { status: 401 }));
    await assert.rejects(updateName('Robin Field'), nobody);
  });
});

describe('the stored identity', () => {
  test('is the same object as long as it is the same person', () => {
    signInAs(ROBIN.email);
    assert.equal(getIdentity(), getIdentity());
    signInAs(SAM.email);
    assert.equal(getIdentity()?.email, SAM.email);
  });

  test('is null when it cannot be parsed', () => {
    for (const text of ['', 'x', 'null', '[]', '{"name":"Robin"}', '{"name":1,"email":"a@b.example"}']) {
      stored.setItem('session', text);
      assert.equal(getIdentity(), null, text);
    }
  });

  test('is null in a browser that forbids storage', () => {
    stored.getItem = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
    assert.equal(getIdentity(), null);
  });
});
