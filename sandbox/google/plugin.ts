import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { mountStylesheet } from '../page.ts';
import { STAND_IN } from './page.ts';
import type { Person } from './people.ts';
import { type Application, createProvider, type GoogleProvider } from './provider.ts';
import { prepareSchema, removeExpired } from './schema.ts';
import { mountVisits } from './visits.ts';

export interface GoogleSandboxOptions {
  /** Where its state lives, in the schema `sandbox_google`. */
  pool: pg.Pool;
  /** Under which browsers reach this server: `https://shop.example.com`. */
  origin: string;
  application: Application;
  /** The accounts to pick from, with verified addresses. */
  people: readonly Pick<Person, 'email' | 'name'>[];
  log?: { warn(o: object, m?: string): void };
}

export interface GoogleSandbox {
  issuer: string;
  /** Random, one pair for each database. */
  clientId: string;
  clientSecret: string;
  /** Mounts /sandbox/google: discovery, the endpoints it names, and the page to pick an account. */
  plugin: FastifyPluginAsync;
  close(): Promise<void>;
}

const PREFIX = '/sandbox/google';
const CLEANING = 10 * 60 * 1000;

/**
 * A stand-in for Google's sign-in: a conforming OpenID provider (https://openid.net/specs/openid-connect-core-1_0.html)
 * with code flow and PKCE, whose accounts are whatever one types.
 */
export async function createGoogleSandbox(options: GoogleSandboxOptions): Promise<GoogleSandbox> {
  const { pool, application, log } = options;
  const origin = new URL(options.origin);
  const issuer = origin.origin + PREFIX;
  const secrets = await prepareSchema(pool);
  let opened: Promise<GoogleProvider> | undefined;
  /** The library takes 18 MB, and most people sign in otherwise: it is loaded for the first who comes here. */
  const open = () => {
    opened ??= createProvider({ issuer, pool, secrets, application, accountPage, log });
    return opened;
  };

  await removeExpired(pool);
  const cleaning = setInterval(() => removeExpired(pool).catch(() => {}), CLEANING).unref();

  const plugin: FastifyPluginAsync = async (app) => {
    app.addHook('onRequest', async ({ raw: { headers } }) => {
      headers['x-forwarded-proto'] = headers.host === origin.host ? origin.protocol.slice(0, -1) : 'http';
      delete headers['x-forwarded-host'];
    });
    await mountStylesheet(app, STAND_IN, new URL('style.css', import.meta.url));
    app.register(async (scope) => {
      takeForms(scope);
      mountVisits(scope, accountPage(':visit'), { ...options, open });
    });
    app.register(async (scope) => {
      leaveBodies(scope);
      scope.all(`${PREFIX}/*`, async ({ raw }, reply) => {
        const { answer } = await open();
        reply.hijack();
        // How the library finds out where it is mounted.
        Object.assign(raw, { originalUrl: raw.url });
        raw.url = raw.url!.slice(PREFIX.length);
        await answer(raw, reply.raw);
      });
    });
  };

  return {
    issuer,
    clientId: secrets.clientId,
    clientSecret: secrets.clientSecret,
    plugin,
    async close() {
      clearInterval(cleaning);
    },
  };
}

function accountPage(visit: string): string {
  return `${PREFIX}/account/${visit}`;
}

/** Forms stay text here, whatever the app around does with bodies. */
function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, done) => {
    done(null, body);
  });
}

/** The library reads bodies itself. */
function leaveBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
