import type { KeyboardEvent } from 'react';

const TYPED = ['text', 'search', 'email', 'tel', 'url', 'number'];
/** Those that send the form by Enter besides. */
const CHOSEN = ['radio', 'checkbox'];

const isTyped = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement &&
  TYPED.includes(element.type) &&
  !element.readOnly &&
  !element.disabled;

/**
 * Handles Enter in the fields of a form that it is not to send, as a scan ends with it, or as much depends on what is sent: it leads to
 * the next field for text, and from the last one to the button that sends. With `only`, it leads to the next field of that name.
 */
export function moveOnEnter(event: KeyboardEvent<HTMLFormElement>, only?: string): void {
  const field = event.target;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (!(field instanceof HTMLInputElement) || ![...TYPED, ...CHOSEN].includes(field.type)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.elements];
  const next = fields
    .slice(fields.indexOf(field) + 1)
    .filter(isTyped)
    .find(({ name }) => only === undefined || name === only);
  if (next) next.select();
  else event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.focus();
}
