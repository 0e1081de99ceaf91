import { GOOGLE } from '../../accounts/google.ts';
import type { Env } from '../../ground/env.ts';
import { type Finding, look, notUsed, reasonOf, wrong } from './finding.ts';

const TIMEOUT_MS = 10_000;

/** Reads Google's description of itself, which sign-in needs. Keys are tried by nobody but a person who signs in. */
export async function lookAtGoogle(
  { google, publicUrl }: Env,
  { issuer, discoveryUrl } = GOOGLE,
): Promise<Finding[]> {
  if (!google) return [notUsed('GOOGLE_CLIENT_ID is not set: no sign-in with Google.')];
  const todo = 'Let this machine reach accounts.google.com by https.';
  try {
    const response = await fetch(discoveryUrl, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const found = (await response.json()) as { issuer?: unknown } | null;
    if (!response.ok || found?.issuer !== issuer)
      return [wrong(`Google's description of itself is not there (${response.status}).`, todo)];
    return [
      look(
        'Google can be reached; whether it takes GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET is known only by a sign-in.',
        `Sign in with Google once. Its redirect URI is ${publicUrl ?? 'PUBLIC_URL'}/api/auth/callback/google.`,
      ),
    ];
  } catch (error) {
    return [wrong(`Google cannot be reached (${reasonOf(error)}).`, todo)];
  }
}
