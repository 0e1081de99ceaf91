import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { importJWK, SignJWT } from 'jose';
import type pg from 'pg';
import { takeCode } from './codes.ts';
import { findPerson } from './people.ts';
import type { Secrets } from './schema.ts';

/** Seconds. */
const TOKEN_AGE = 60 * 60;

export interface TokenOptions {
  pool: pg.Pool;
  issuer: string;
  secrets: Secrets;
}

/** Mounts the endpoints for the application's server below `prefix`: discovery, keys, and the code exchange. */
export function mountTokens(
  app: FastifyInstance,
  prefix: string,
  { pool, issuer, secrets }: TokenOptions,
): void {
  const { kty, n, e, kid, use, alg } = secrets.signingKey;

  app.get(`${prefix}/.well-known/openid-configuration`, async (request) => {
    // The application's server may not reach the public origin, so its endpoints have the requested origin.
    const here = originOf(request, issuer) + prefix;
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${here}/token`,
      jwks_uri: `${here}/jwks`,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      scopes_supported: ['openid', 'email', 'profile'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    };
  });

  app.get(`${prefix}/jwks`, async () => ({ keys: [{ kty, n, e, kid, use, alg }] }));

  app.post(`${prefix}/token`, async (request, reply) => {
    const form = new URLSearchParams(String(request.body ?? ''));
    reply.header('cache-control', 'no-store');
    if (!isClient(request, form, secrets)) return reply.code(401).send({ error: 'invalid_client' });
    if (form.get('grant_type') !== 'authorization_code')
      return reply.code(400).send({ error: 'unsupported_grant_type' });
    const grant = await takeCode(pool, form.get('code') ?? '');
    const person = grant && (await findPerson(pool, grant.sub));
    if (
      !person ||
      grant.request.redirectUri !== form.get('redirect_uri') ||
      grant.request.codeChallenge !== challengeOf(form.get('code_verifier') ?? '')
    )
      return reply.code(400).send({ error: 'invalid_grant' });

    const { email, emailVerified, name } = person;
    const claims = { nonce: grant.request.nonce, email, email_verified: emailVerified, name };
    const now = Math.floor(Date.now() / 1000);
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: String(kid) })
      .setIssuer(issuer)
      .setAudience(secrets.clientId)
      .setSubject(grant.sub)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_AGE)
      .sign(await importJWK(secrets.signingKey, 'RS256'));
    // A random value: the sandbox has no API that an access token could open.
    const accessToken = randomBytes(32).toString('base64url');
    return { access_token: accessToken, token_type: 'Bearer', expires_in: TOKEN_AGE, id_token: idToken };
  });
}

/** Returns whether a request has the client's secret, in its body or with HTTP Basic. */
function isClient({ headers }: FastifyRequest, form: URLSearchParams, secrets: Secrets): boolean {
  const [scheme, basic = ''] = (headers.authorization ?? '').split(' ');
  const [id, secret] =
    scheme === 'Basic'
      ? Buffer.from(basic, 'base64').toString().split(':')
      : [form.get('client_id'), form.get('client_secret')];
  return id === secrets.clientId && secret === secrets.clientSecret;
}

/** Returns the requested origin. Only the public origin may use TLS. */
function originOf({ headers: { host = '' } }: FastifyRequest, issuer: string): string {
  const known = new URL(issuer);
  return host === known.host ? known.origin : `http://${host}`;
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
