/** Whether text looks like an email address: no spaces, one @ with something before it, and a dot within what follows. */
export function isEmailAddress(text: string): boolean {
  const [local, domain, ...more] = text.split('@');
  return Boolean(local && domain?.slice(1, -1).includes('.')) && more.length === 0 && !/\s/.test(text);
}
