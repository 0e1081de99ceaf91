import type { KeyboardEvent } from 'react';

const isTyped = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'text' && !element.readOnly && !element.disabled;

/**
 * Handles Enter in the fields of a form into which a scanner types: a scan ends with it, so it leads to the next field, and from the
 * last one to the button that sends. With `only`, it leads to the next field of that name.
 */
export function moveOnEnter(event: KeyboardEvent<HTMLFormElement>, only?: string): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isTyped(event.target as Element)) return;
  event.preventDefault();
  const form = event.currentTarget;
  const fields = [...form.elements].filter(isTyped);
  const next = fields
    .slice(fields.indexOf(event.target as HTMLInputElement) + 1)
    .find(({ name }) => only === undefined || name === only);
  if (next) next.select();
  else form.querySelector<HTMLElement>('[type="submit"]')?.focus();
}
