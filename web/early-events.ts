import { useEffect } from 'react';

declare global {
  interface Window {
    /** Ends the holding, and answers what has to be done again. */
    takeEarlyEvents?: () => (() => void)[];
  }
}

/**
 * Runs in <head>: until React has taken over, holds what people do that the browser alone would lose or do wrongly:
 * pressing a button, sending a form, filling a field in. Links work by themselves.
 */
export const holdEarlyEvents = `(() => {
  const held = [];
  const filled = new Map();
  const holdFilled = () => {
    filled.forEach((value, field) => held.push(() => {
      // React hears of a value that is another than the last it saw being set: it must see the first and not the second.
      field.value = '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }));
    filled.clear();
  };
  const hold = (event) => {
    const { type, target, submitter } = event;
    if (type === 'input') return filled.set(target, target.value);
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
  const types = ['input', 'click', 'submit'];
  for (const type of types) addEventListener(type, hold, true);
  window.takeEarlyEvents = () => {
    for (const type of types) removeEventListener(type, hold, true);
    holdFilled();
    return held;
  };
})();`;

/** Does again what was held, now that it is heard. */
export function useEarlyEvents(): void {
  useEffect(() => {
    const held = window.takeEarlyEvents?.() ?? [];
    delete window.takeEarlyEvents;
    for (const repeat of held) repeat();
  }, []);
}
