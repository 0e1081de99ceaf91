/** Who is signed in in this browser: their name, their email and their accessToken, in local storage. Knows no React. */

const TOKEN = 'accessToken';
const RECORD = 'session';

/** A signed-in person: displayName and email, and for whom they act. */
export interface Identity {
  name: string;
  email: string;
  /** Of how many companies they are a member; absent for none. */
  companies?: number | undefined;
  /** The company that they act for; absent where they act for themselves. */
  buyerId?: string | undefined;
}

const listeners = new Set<() => void>();
let parsedFrom: string | null = null;
let parsed: Identity | null = null;

/** Returns the signed-in person, or null: the same object as long as it is the same person. */
export function getIdentity(): Identity | null {
  const record = read(RECORD);
  if (record !== parsedFrom) {
    parsedFrom = record;
    parsed = parseIdentity(record);
  }
  return parsed;
}

/** Returns whose work and data this browser shows: a person's, or a person's for a company. Undefined for a visitor. */
export function getOwner(): string | undefined {
  const identity = getIdentity();
  return identity?.buyerId ? `${identity.email} ${identity.buyerId}` : identity?.email;
}

/** Returns the accessToken, or null. */
export function getToken(): string | null {
  return read(TOKEN);
}

/** Calls `listener` when another person, or nobody, is signed in, or acts for another buyer, in any tab. Returns the function that stops it. */
export function subscribeToIdentity(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', announce);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', announce);
  };
}

/** Stores who is signed in, and a new accessToken if there is one. */
export function remember({ name, email, companies, buyerId }: Identity, token?: string): void {
  if (token !== undefined) localStorage.setItem(TOKEN, token);
  localStorage.setItem(RECORD, JSON.stringify({ name, email, companies, buyerId }));
  announce();
}

/** Removes who is signed in, without a call to the sign-in provider: for a session that has ended there. */
export function forget(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(RECORD);
  announce();
}

/** Returns whether the person is still signed in: a late response must not sign them in again. */
export function isStillSignedIn({ email }: Pick<Identity, 'email'>): boolean {
  return getIdentity()?.email === email;
}

function announce(): void {
  const identity = getIdentity();
  const { dataset } = document.documentElement;
  dataset.session = identity ? 'in' : 'out';
  dataset.member = String(Boolean(identity?.companies));
  for (const listener of listeners) listener();
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is forbidden in this browser: nobody is signed in.
    return null;
  }
}

function parseIdentity(record: string | null): Identity | null {
  if (!record) return null;
  try {
    const { name, email, companies, buyerId } = JSON.parse(record);
    if (typeof name !== 'string' || typeof email !== 'string') return null;
    return { name, email, ...(companies && { companies, buyerId }) };
  } catch {
    return null;
  }
}
