import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { html } from '../html.ts';
import { pageHeaders, renderPage } from '../page.ts';
import { transaction } from '../transaction.ts';
import { completeAuthentication, failAuthentication, type Intent, type IntentSecret } from './attempts.ts';
import type { Call } from './call.ts';
import { parseForm } from './form-body.ts';
import { type Database, find, newId, type Stored } from './store.ts';

/** The buyer's bank. */
export const BANK = {
  name: 'Sandbox Bank',
  note: 'No real bank, no real money.',
  stylesheet: '/sandbox/stripe/three-d-secure.css',
  script: '/sandbox/stripe/three-d-secure.js',
};
const HEADERS = pageHeaders("script-src 'self'", "form-action 'self'");

interface Options {
  pool: pg.Pool;
  fingerprintSecret: string;
  committed: () => void;
}

interface Path {
  Params: { intent: string; authentication: string };
}

/** Mounts the page on which the buyer's bank asks for authentication. */
export function mountThreeDSecure(
  app: FastifyInstance,
  { pool, fingerprintSecret, committed }: Options,
): void {
  app.get<Path>('/sandbox/stripe/three-d-secure/:intent/:authentication', async (request, reply) => {
    const found = await find<Intent, IntentSecret>(pool, 'payment_intent', request.params.intent);
    const open = found && isOpen(found, request.params.authentication);
    return reply.headers(HEADERS).send(open ? question(found.body) : closing());
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
    return reply.headers(HEADERS).send(closing(returnUrl));
  });
}

const isOpen = ({ body, secret }: Stored<Intent, IntentSecret>, authentication: string): boolean =>
  body.status === 'requires_action' && secret.authentication === authentication;

/** Returns the return_url with the parameters that Stripe adds. */
function withResult(returnUrl: string, intent: Intent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', String(intent.client_secret));
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function question({ amount, currency }: Intent): string {
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
  return renderPage(
    BANK,
    'Confirm your payment',
    html`<h1>Confirm your payment of ${price}</h1>
<p>Your bank asks you to authenticate (3-D Secure). Choose how that ends.</p>
<form method="post" class="actions">
<button name="outcome" value="complete" class="button" autofocus>Complete authentication</button>
<button name="outcome" value="fail" class="button quiet">Fail authentication</button>
</form>`,
  );
}

function closing(returnUrl?: string): string {
  return renderPage(
    BANK,
    'Back to the shop',
    html`<h1>Done</h1>
${
  returnUrl
    ? html`<p><a id="return" href="${returnUrl}">Back to the shop</a></p>`
    : html`<p id="close">You can close this window and continue in the shop.</p>`
}`,
  );
}
