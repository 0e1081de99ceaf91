const UNCONFIRMED = 'What came back from Google could not be confirmed, so nobody was signed in. Try again.';
const STALE = 'This sign-in was started too long ago, or in another tab or browser. Start it again.';
const UNVERIFIED =
  'Google has not verified this email address. Verify it at Google first, or use your password.';
const OUTAGE = 'Google sign-in is not possible right now. Try again in a moment, or use your password.';

/** Why a sign-in with Google ended on the login page, by the code in `?error=`. */
const messages = new Map([
  ['access_denied', 'You turned back at Google, so nobody was signed in. Try again, or use your password.'],
  ['state_mismatch', STALE],
  ['state_not_found', STALE],
  ['state_invalid', STALE],
  ['no_code', UNCONFIRMED],
  ['invalid_code', UNCONFIRMED],
  ['issuer_mismatch', UNCONFIRMED],
  ['nonce_binding_missing', UNCONFIRMED],
  ['unable_to_get_user_info', UNCONFIRMED],
  ['email_not_verified', UNVERIFIED],
  ['account_not_linked', UNVERIFIED],
  ['email_not_found', 'Google did not say which email address is yours. Try again, or use your password.'],
  ['email_not_supported', 'The shop cannot use this email address. Choose another account.'],
  ['temporarily_unavailable', OUTAGE],
  ['server_error', OUTAGE],
  ['internal_server_error', OUTAGE],
  ['validation_failed', OUTAGE],
  ['unavailable', OUTAGE],
]);

/** Returns the message for an error code. Anyone can put a code into the address, so it is never shown itself. */
export function explainGoogleError(code: string): string {
  return messages.get(code) ?? 'Google sign-in did not work. Try again, or use your password.';
}
