import { useEffect, useRef, useState } from 'react';
import { CopyIcon, TickIcon } from './icons.tsx';
import { COPIED_MS } from './timing.ts';

interface Props {
  /** What is copied, for screen readers: 'SKU'. */
  what: string;
  text: string;
}

/**
 * A text, and a button that copies it. Where the browser gives no clipboard, as on a page without HTTPS, it selects the text for
 * the person to copy.
 */
export function CopyText({ what, text }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  const [said, setSaid] = useState('');

  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), COPIED_MS);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(`${what} copied`);
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(`${what} selected`);
    }
  }

  return (
    <>
      <span ref={shown} className="min-w-0 break-words" dir="auto">
        {text}
      </span>
      <button type="button" className="copy-button" aria-label={`Copy ${what} ${text}`} onClick={copy}>
        {said ? <TickIcon className="size-4 text-success" /> : <CopyIcon className="size-4" />}
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
