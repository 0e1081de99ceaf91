import { useEffect } from 'react';
import type { PastingState } from './use-pasting.ts';

/** Takes in what is pasted anywhere on the page, unless a field or a cell takes it. */
export function usePasteAnywhere({ paste, takeFiles }: PastingState): void {
  useEffect(() => {
    function take(event: ClipboardEvent) {
      const { clipboardData, target } = event;
      if (event.defaultPrevented || !clipboardData || isField(target)) return;
      const text = clipboardData.getData('text/plain');
      // Spreadsheets put a picture of the cells beside their text.
      if (text.trim() !== '') paste(text);
      else if (clipboardData.files.length > 0) takeFiles([...clipboardData.files]);
      else return;
      event.preventDefault();
    }
    // The grid's own, which React hears at the document, come before.
    window.addEventListener('paste', take);
    return () => window.removeEventListener('paste', take);
  }, [paste, takeFiles]);
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
