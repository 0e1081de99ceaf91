import { type RefObject, useEffect } from 'react';

const STEPS: Record<string, number> = { j: 1, k: -1 };

/**
 * Moves the focus from row to row of a table by j and k: to each row's `data-row-action`, or first link or button, which Enter
 * opens. x marks the row that has the focus, ? shows the keys. Fields and dialogs keep their keys. Of several tables the one with
 * the focus moves, or else the first.
 */
export function useRowKeys(
  table: RefObject<HTMLTableElement | null>,
  setHelping: (isShown: boolean) => void,
): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key];
      if ((step === undefined && event.key !== 'x' && event.key !== '?') || isElsewhere(event)) return;
      const focused = document.activeElement?.closest('table') ?? document.querySelector('table.data-table');
      if (!table.current || focused !== table.current) return;
      if (event.key === '?') {
        setHelping(true);
        event.preventDefault();
        return;
      }
      const rows = [...table.current.tBodies[0]!.rows];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (step === undefined) {
        rows[at]?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
      } else {
        const next = rows[Math.max(0, Math.min(at + step, rows.length - 1))];
        const target =
          next?.querySelector<HTMLElement>('[data-row-action]') ?? next?.querySelector('a, button');
        target?.focus();
        next?.scrollIntoView({ block: 'nearest' });
      }
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [table, setHelping]);
}

function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return true;
  if (!(event.target instanceof Element)) return true;
  // A box that marks a row is a field without letters.
  const field = event.target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]');
  return field !== null || document.querySelector('dialog:modal') !== null;
}
