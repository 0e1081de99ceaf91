/** The application that may request sign-ins. */
export interface Application {
  name: string;
  /** Its start page. */
  home: string;
  /** The allowed redirect URIs. */
  redirectUris: readonly string[];
}

/** A request for a sign-in, to which its code is bound. */
export interface SignInRequest {
  redirectUri: string;
  state: string | undefined;
  nonce: string | undefined;
  /** SHA-256 of the code verifier, base64url. */
  codeChallenge: string;
}

/** A refused request. With `back` the browser is redirected to the application, otherwise a page shows the error. */
export interface Refusal {
  error: 'invalid_client' | 'invalid_request' | 'unsupported_response_type' | 'invalid_scope';
  detail: string;
  back?: Pick<SignInRequest, 'redirectUri' | 'state'>;
}

/** Parses a request for a sign-in (https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest): code flow with PKCE. */
export function readRequest(
  query: URLSearchParams,
  clientId: string,
  { redirectUris }: Application,
): SignInRequest | Refusal {
  const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return { error: 'invalid_request', detail: 'a parameter is repeated' };
  if (query.get('client_id') !== clientId) return { error: 'invalid_client', detail: 'client is invalid' };
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!redirectUris.includes(redirectUri))
    return { error: 'invalid_request', detail: 'redirect_uri is not one of the application' };

  const back = { redirectUri, state: query.get('state') ?? undefined };
  const codeChallenge = query.get('code_challenge') ?? '';
  if (query.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', detail: 'only response_type=code is known', back };
  if (!query.get('scope')?.split(' ').includes('openid'))
    return { error: 'invalid_scope', detail: 'the scope has to contain openid', back };
  if (query.get('code_challenge_method') !== 'S256' || codeChallenge === '')
    return { error: 'invalid_request', detail: 'PKCE with S256 is required', back };
  return { ...back, nonce: query.get('nonce') ?? undefined, codeChallenge };
}

/** Returns the redirect URI with a response, which names its issuer (RFC 9207). */
export function answerTo(
  { redirectUri, state }: Pick<SignInRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  const all = { ...answer, ...(state !== undefined && { state }), iss: issuer };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}
