/** Returns whether a text looks like an email address: no spaces, one @, a local part, and a dot in the domain. */
export function isEmailAddress(text: string): boolean {
  const [local, domain, ...more] = text.split('@');
  return Boolean(local && domain?.slice(1, -1).includes('.')) && more.length === 0 && !/\s/.test(text);
}
