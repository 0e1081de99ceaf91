/** Passwords, and the mails that confirm an address. The functions throw ApiProblem with the sign-in provider's message. */
import type { Identity } from './identity.ts';
import { askProvider, tellProvider } from './provider.ts';
import { renewIdentity } from './user-calls.ts';

/** Sends a mail with a link that sets a new password. It does not reveal whether the address has an account. */
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

/** Sends a mail with a link that confirms the address. */
export async function requestConfirmation(email: string): Promise<void> {
  await tellProvider('send-verification-email', { email });
}

/** Confirms the address of the signed-in person by the token of such a link. */
export async function confirmAddress(token: string): Promise<void> {
  await askProvider(`verify-email?token=${encodeURIComponent(token)}`);
}
