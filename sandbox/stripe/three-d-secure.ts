import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { transaction } from '../transaction.ts';
import { completeAuthentication, failAuthentication, type Intent, type IntentSecret } from './attempts.ts';
import type { Call } from './call.ts';
import { API_VERSION } from './events.ts';
import { parseForm } from './form-body.ts';
import { type Database, find, newId, type Stored } from './store.ts';

interface Options {
  pool: pg.Pool;
  fingerprintSecret: string;
  committed: () => void;
}

interface Path {
  Params: { intent: string; authentication: string };
}

/** The window in which the buyer's "bank" asks for a proof: a page of its own, never framed. */
export function mountThreeDSecure(
  app: FastifyInstance,
  { pool, fingerprintSecret, committed }: Options,
): void {
  app.get<Path>('/sandbox/stripe/three-d-secure/:intent/:authentication', async (request, reply) => {
    const found = await find<Intent, IntentSecret>(pool, 'payment_intent', request.params.intent);
    const open = found && isOpen(found, request.params.authentication);
    return html(reply, open ? question(found.body) : over());
  });

  app.post<Path>('/sandbox/stripe/three-d-secure/:intent/:authentication', async (request, reply) => {
    const { intent: id, authentication } = request.params;
    const outcome = parseForm(String(request.body ?? '')).outcome;
    const call = (db: Database): Call => ({
      db,
      params: {},
      id,
      publishable: false,
      requestId: newId('req'),
      idempotencyKey: null,
      version: API_VERSION,
      origin: '',
      fingerprintSecret,
    });
    const returnUrl = await transaction(pool, async (db) => {
      const stored = await find<Intent, IntentSecret>(db, 'payment_intent', id, true);
      if (!stored || !isOpen(stored, authentication)) return undefined;
      if (outcome === 'complete') await completeAuthentication(call(db), stored);
      else await failAuthentication(call(db), stored);
      return stored.secret.returnUrl && withResult(stored.secret.returnUrl, stored.body);
    });
    committed();
    return html(reply, over(returnUrl));
  });
}

const isOpen = ({ body, secret }: Stored<Intent, IntentSecret>, authentication: string): boolean =>
  body.status === 'requires_action' && secret.authentication === authentication;

/** The parameters that Stripe adds to a return_url. */
function withResult(returnUrl: string, intent: Intent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', String(intent.client_secret));
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function html(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(body);
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox/stripe/three-d-secure.css">
<script src="/sandbox/stripe/three-d-secure.js" defer></script>
</head>
<body>
<main>
<p class="bank">Sandbox Bank <small>no real bank, no real money</small></p>
${body}
</main>
</body>
</html>
`;

function question(intent: Intent): string {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: intent.currency }).format(
    intent.amount / 100,
  );
  return page(
    'Confirm your payment',
    `<h1>Is it you who pays ${amount}?</h1>
<p>Your bank asks for a proof before it pays (3-D Secure). Here you choose how that ends.</p>
<form method="post">
<button name="outcome" value="complete" class="complete" autofocus>Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>`,
  );
}

function over(returnUrl?: string): string {
  const href = returnUrl?.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return page(
    'Back to the shop',
    `<h1>Done here</h1>
${href ? `<p><a id="return" href="${href}">Back to the shop</a></p>` : '<p id="close">You can close this window and go on in the shop.</p>'}`,
  );
}

export const THREE_D_SECURE_CSS = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f3f4f6, #14171c); }
main { box-sizing: border-box; width: min(26rem, 100vw); padding: 2rem; border-radius: .75rem; background: light-dark(#fff, #1f242c); color: light-dark(#1b2430, #e6e9ee); box-shadow: 0 1px 4px #0003; }
.bank { margin: 0 0 1.5rem; font-weight: 600; }
small { display: block; font-weight: 400; color: light-dark(#5b6675, #a3adba); }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .5rem; }
p { margin: 0 0 1.5rem; }
form { display: grid; gap: .75rem; }
button { font: inherit; padding: .7rem 1rem; border-radius: .5rem; border: 1px solid light-dark(#8a94a3, #6b7686); background: none; color: inherit; cursor: pointer; }
button.complete { background: #1d4ed8; border-color: #1d4ed8; color: #fff; }
button:focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px; }
a { color: light-dark(#1d4ed8, #93b4ff); }
`;
