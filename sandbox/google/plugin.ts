import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { mountStylesheet, readBodiesAsText } from '../page.ts';
import { removeExpired } from './codes.ts';
import { STAND_IN } from './page.ts';
import type { Person } from './people.ts';
import type { Application } from './requests.ts';
import { prepareSchema } from './schema.ts';
import { mountTokens } from './tokens.ts';
import { mountVisits } from './visits.ts';

export interface GoogleSandboxOptions {
  /** The database of its state, in the schema `sandbox_google`. */
  pool: pg.Pool;
  /** The origin at which browsers reach this server: `https://shop.example.com`. */
  origin: string;
  application: Application;
  /** The accounts to choose from, with verified addresses. */
  people: readonly Pick<Person, 'email' | 'name'>[];
  log?: { warn(o: object, m?: string): void };
}

export interface GoogleSandbox {
  issuer: string;
  /** Random, one pair for each database. */
  clientId: string;
  clientSecret: string;
  /** Mounts /sandbox/google: discovery, its endpoints, and the account page. */
  plugin: FastifyPluginAsync;
  close(): Promise<void>;
}

const PREFIX = '/sandbox/google';
const CLEANING = 10 * 60 * 1000;

/**
 * Creates a stand-in for Google's sign-in: an OpenID provider with code flow, PKCE and
 * ID tokens (https://openid.net/specs/openid-connect-core-1_0.html). Any typed account exists. Several
 * processes share its state.
 */
export async function createGoogleSandbox(options: GoogleSandboxOptions): Promise<GoogleSandbox> {
  const { pool } = options;
  const issuer = new URL(options.origin).origin + PREFIX;
  const secrets = await prepareSchema(pool);
  const { clientId, clientSecret } = secrets;

  await removeExpired(pool);
  const cleaning = setInterval(() => removeExpired(pool).catch(() => {}), CLEANING).unref();

  const plugin: FastifyPluginAsync = async (app) => {
    await mountStylesheet(app, STAND_IN, new URL('style.css', import.meta.url));
    app.register(async (scope) => {
      readBodiesAsText(scope, 16 * 1024);
      mountVisits(scope, `${PREFIX}/auth`, { ...options, issuer, clientId });
      mountTokens(scope, PREFIX, { pool, issuer, secrets });
    });
  };

  return {
    issuer,
    clientId,
    clientSecret,
    plugin,
    async close() {
      clearInterval(cleaning);
    },
  };
}
