import { useEffect } from 'react';

declare global {
  interface Window {
    /** Ends the recording, and returns the events to repeat. */
    takeEarlyEvents?: () => (() => void)[];
  }
}

/**
 * Runs in <head>. Until React has hydrated the page, it records events that would be lost or handled natively: a pressed
 * button, a submitted form, a filled field. Links work without scripts. The key of the search works already: what is typed
 * after it is kept in the field.
 */
export const holdEarlyEvents = import.meta.env.SSR
  ? `(() => {
  const held = [];
  const filled = new Map();
  const holdFilled = () => {
    filled.forEach((value, field) => held.push(() => {
      // React changes a checkbox by its click, which must change it from what it was.
      if (field.type === 'checkbox') {
        field.checked = !value;
        return field.click();
      }
      // React ignores an input event for a value that it saw being set, so it must see '' instead.
      field.value = '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }));
    filled.clear();
  };
  const hold = (event) => {
    const { type, target, submitter } = event;
    if (type === 'input') return filled.set(target, target.type === 'checkbox' ? target.checked : target.value);
    const button = target.closest('button');
    if (type === 'submit') {
      event.preventDefault();
      holdFilled();
      held.push(() => target.requestSubmit(submitter));
    } else if (button && !(button.form && button.type === 'submit')) {
      holdFilled();
      held.push(() => button.click());
    }
  };
  const find = (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const field = document.getElementById('search');
    if (!field || key !== '/' || ctrlKey || metaKey || altKey || target.matches('input, textarea, select')) return;
    event.preventDefault();
    field.focus();
  };
  addEventListener('keydown', find, true);
  const types = ['input', 'click', 'submit'];
  for (const type of types) addEventListener(type, hold, true);
  window.takeEarlyEvents = () => {
    for (const type of types) removeEventListener(type, hold, true);
    removeEventListener('keydown', find, true);
    holdFilled();
    return held;
  };
})();`
  : '';

/** Repeats the recorded events once React has hydrated the page. */
export function useEarlyEvents(): void {
  useEffect(() => {
    const held = window.takeEarlyEvents?.() ?? [];
    delete window.takeEarlyEvents;
    for (const repeat of held) repeat();
  }, []);
}
