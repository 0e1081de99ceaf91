/** Masks an address for everyone but admins: `purchasing@acme.com` becomes `p***@acme.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email[0]}***${email.slice(at)}`;
}
