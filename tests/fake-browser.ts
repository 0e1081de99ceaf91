/** The parts of a browser that tests of web/ need without one: storage and a signed-in person. */

/** The part of the Storage interface that the shop uses. */
export class FakeStorage {
  /** The longest value that fits, in characters. */
  room = Number.POSITIVE_INFINITY;
  getItem(key: string): string | null {
    return Object.hasOwn(this, `_${key}`) ? String(Reflect.get(this, `_${key}`)) : null;
  }
  setItem(key: string, text: string): void {
    if (text.length > this.room) throw new DOMException('Full', 'QuotaExceededError');
    Object.defineProperty(this, `_${key}`, { value: text, configurable: true });
    // As in a browser, keys are properties.
    Object.defineProperty(this, key, { value: text, configurable: true, enumerable: true });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, `_${key}`);
    Reflect.deleteProperty(this, key);
  }
}

/** Replaces `window`, `document` and the storages of the previous test. Nobody is signed in. */
export function openFakeBrowser(): FakeStorage {
  const localStorage = new FakeStorage();
  const window = Object.assign(new EventTarget(), { localStorage, sessionStorage: new FakeStorage() });
  const document = { documentElement: { dataset: {} } };
  for (const [name, value] of Object.entries({ localStorage, window, document }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  return localStorage;
}

/** Stores a person as signed in, as web/account.ts does. */
export function signInAs(email: string, token = 'first token'): void {
  localStorage.setItem('accessToken', token);
  localStorage.setItem('session', JSON.stringify({ name: 'Robin', email }));
}

/** Replaces fetch by a server. `answer` gets 'PUT /user/robin@parts.example.com' and the request. */
export function serve(answer: (call: string, init: RequestInit) => Response | Promise<Response>): void {
  globalThis.fetch = async (path, init = {}) =>
    answer(`${init.method ?? 'GET'} ${decodeURIComponent(String(path))}`, init);
}
