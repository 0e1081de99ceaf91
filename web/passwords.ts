/** Passwords, and the mails that prove an address. All of them throw ApiProblem with the sign-in provider's message. */
import type { Identity } from './identity.ts';
import { askProvider, tellProvider } from './provider.ts';
import { renewIdentity } from './user-calls.ts';

/** Has a link mailed that sets a new password. Says nothing about whether the address has an account. */
export async function requestReset(email: string): Promise<void> {
  await tellProvider('request-password-reset', { email });
}

/** Sets a new password by the token of such a link, which ends all sessions. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await tellProvider('reset-password', { token, newPassword });
}

/** Changes the password, which ends all other sessions and gives this one a new accessToken. */
export async function changePassword(values: {
  currentPassword: string;
  newPassword: string;
}): Promise<void> {
  const { user } = await tellProvider<{ user: Identity }>('change-password', values);
  await renewIdentity(user);
}

/** Has a link mailed that confirms one's address. */
export async function requestConfirmation(email: string): Promise<void> {
  await tellProvider('send-verification-email', { email });
}

/** Confirms the address of whoever is signed in, by the token of such a link. */
export async function confirmAddress(token: string): Promise<void> {
  await askProvider(`verify-email?token=${encodeURIComponent(token)}`);
}
