import { getIdentity } from '../identity.ts';
import type { Message } from './toasts.tsx';

/** What waits until messages can be shown, and who was signed in. */
let waiting: { message: Message; email: string | undefined }[] = [];
let show = (message: Message): void => {
  waiting.push({ message, email: getIdentity()?.email });
  load();
};

/** While it cannot be loaded, messages wait; the next one tries again. */
const load = () =>
  void import('./toasts.tsx').then(({ openToasts }) => openToasts(showMessagesBy)).catch(() => {});

/** What comes before the first message, and long enough before it for screen readers to know of the place for messages. */
const FIRST_ACTS = ['pointerdown', 'keydown', 'focusin'] as const;

// Only pages that have messages load this file.
if (typeof document !== 'undefined') {
  for (const type of FIRST_ACTS) document.addEventListener(type, load, { once: true });
  // The page was used before its scripts came.
  if (document.activeElement !== document.body) load();
}

/** Sets what shows messages, and shows those that wait. */
function showMessagesBy(by: typeof show): void {
  show = by;
  const email = getIdentity()?.email;
  for (const one of waiting) if (one.email === email) show(one.message);
  waiting = [];
}

type Options = Pick<Message, 'description' | 'action'>;

const ofKind =
  (kind: Message['kind']) =>
  (title: string, options: Options = {}): void =>
    show({ kind, title, ...options });

/** Shows a message. */
export const toast = { success: ofKind('success'), error: ofKind('error'), message: ofKind('message') };
