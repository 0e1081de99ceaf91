import { useEffect, useRef } from 'react';
import { type Command, commandOf } from './grid/keys.ts';

/** Commands that work wherever on the page the focus is. */
const ON_PAGE: readonly Command['do'][] = ['problem', 'checkout', 'undo', 'redo', 'allAdvice', 'confirmAll'];
const NOT_IN_FIELDS: readonly Command['do'][] = ['undo', 'redo'];

/** Runs the commands of the whole order by their keys, outside of the grid, too. */
export function usePageKeys(run: (command: Command) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isInDialog(event.target)) return;
      const command = commandOf(event);
      if (!command || !ON_PAGE.includes(command.do)) return;
      if (NOT_IN_FIELDS.includes(command.do) && isField(event.target)) return;
      event.preventDefault();
      latest.current(command);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('dialog') !== null;
