import { APIError } from 'better-auth';
import {
  createAuthorizationURL,
  type OAuthProvider,
  validateAuthorizationCode,
  validateToken,
} from 'better-auth/oauth2';
import { z } from 'zod';
import { NameSchema } from '#contract/accounts/schema.ts';
import { traced } from '../ground/tracing/span.ts';

/** Where sign-ins with Google come from: Google, or whoever stands in for it. */
export interface GoogleOptions {
  /** Who has to have signed an ID token. */
  issuer: string;
  /** The provider's description of itself, as this server reaches it. */
  discoveryUrl: string;
  clientId: string;
  clientSecret: string;
  /** Milliseconds one request to the provider may take. */
  patience?: number;
}

export const GOOGLE = {
  issuer: 'https://accounts.google.com',
  discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
};

const PROVIDER_ID = 'google';
const SCOPES = ['openid', 'email', 'profile'];
const PATIENCE = 8_000;
/** Milliseconds for which the provider's description of itself is good. */
const DESCRIPTION_AGE = 60 * 60 * 1000;

/**
 * Sign-in with Google by OpenID Connect: code flow, PKCE, state, nonce. The library's own plugin of this kind asks for the
 * provider's description once, at start, and takes an answer without ID token; this one asks when it is needed, and only
 * ever believes an ID token.
 */
export function createGoogle(options: GoogleOptions): OAuthProvider {
  const { issuer, clientId, clientSecret, patience = PATIENCE } = options;
  const client = { clientId, clientSecret };
  const getDescription = remember(() => discover(options), DESCRIPTION_AGE);

  return {
    id: PROVIDER_ID,
    name: 'Google',
    // Makes the library compare `iss` of the way back (RFC 9207), and bind the ID token to this browser's sign-in.
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => (profile as Claims).sub,

    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const description = await getDescription().catch(() => {
        throw new APIError('SERVICE_UNAVAILABLE', {
          code: 'GOOGLE_UNAVAILABLE',
          message: 'Google cannot be reached right now. Try again in a moment, or use your password.',
        });
      });
      return createAuthorizationURL({
        id: PROVIDER_ID,
        options: client,
        authorizationEndpoint: description.authorization_endpoint,
        state,
        codeVerifier,
        redirectURI,
        scopes: SCOPES,
        nonce: idTokenNonce!,
        prompt: 'select_account',
      });
    },

    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const { token_endpoint: tokenEndpoint } = await getDescription();
      return inTime(
        traced('google token', 'google', () =>
          validateAuthorizationCode({ code, codeVerifier, redirectURI, options: client, tokenEndpoint }),
        ),
        patience,
      );
    },

    async getUserInfo({ idToken, expectedIdTokenNonce: nonce }) {
      try {
        const { jwks_uri: keys } = await getDescription();
        const { payload } = await inTime(
          // Signature, issuer, audience and expiry.
          traced('google keys', 'google', () =>
            validateToken(idToken!, keys, { issuer, audience: clientId }),
          ),
          patience,
        );
        const claims = check(payload, { clientId, nonce: nonce! });
        const { email, email_verified: verified } = claims;
        return { user: { email, emailVerified: verified === true, name: nameOf(claims) }, data: claims };
      } catch {
        return null;
      }
    },
  };
}

const DescriptionSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
type Description = z.infer<typeof DescriptionSchema>;

async function discover({ issuer, discoveryUrl, patience = PATIENCE }: GoogleOptions): Promise<Description> {
  const answer = await traced('google discovery', 'google', () =>
    fetch(discoveryUrl, { redirect: 'error', signal: AbortSignal.timeout(patience) }),
  );
  if (!answer.ok) throw new Error(`discovery answered ${answer.status}`);
  const description = DescriptionSchema.parse(await answer.json());
  if (description.issuer !== issuer) throw new Error(`discovery is of another issuer`);
  return description;
}

const ClaimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  exp: z.number(),
  nonce: z.string(),
  email: z.string(),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
});
type Claims = z.infer<typeof ClaimsSchema>;

/** What a signed ID token says, if it was made for this client and this sign-in. Throws for any other. */
function check(payload: unknown, { clientId, nonce }: { clientId: string; nonce: string }): Claims {
  const claims = ClaimsSchema.parse(payload);
  // guard: server/accounts/google-provider.test.ts
  if (claims.nonce !== nonce) throw new Error('the ID token is of another sign-in');
  // A token for several audiences says in azp who asked for it.
  const asker = claims.azp ?? claims.aud;
  if (asker !== clientId) throw new Error('the ID token was made for another client');
  return claims;
}

/** Google's name for the person, or what stands before the @ where it has none that the shop could show. */
function nameOf({ name, email }: Claims): string {
  const given = NameSchema.safeParse(typeof name === 'string' ? name.trim().slice(0, 100) : '');
  return given.success ? given.data : email.split('@')[0]!;
}

/** Keeps an answer for `age` milliseconds, and longer while no new one can be had. Calls that come together share one try. */
function remember<T>(load: () => Promise<T>, age: number): () => Promise<T> {
  let known: { value: T; at: number } | undefined;
  let loading: Promise<T> | undefined;
  return async () => {
    if (known && Date.now() - known.at < age) return known.value;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    try {
      known = { value: await loading, at: Date.now() };
    } catch (error) {
      if (!known) throw error;
    }
    return known.value;
  };
}

/** Gives up waiting for a provider that holds the line. */
function inTime<T>(work: Promise<T>, patience: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the provider does not answer')), patience);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
