import { type FormEvent, useId, useRef } from 'react';
import type { Pad } from '../pad.ts';

/** Takes one line that is typed, or many that are pasted. */
export function AddLines({ pad }: { pad: Pad }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    const text = field.current?.value ?? '';
    if (text.trim() === '' || !field.current) return;
    pad.paste(text);
    field.current.value = '';
  }

  return (
    <form method="post" onSubmit={submit} className="pad-add">
      <label htmlFor={id} className="sr-only">
        Part number, or lines to paste
      </label>
      <textarea
        ref={field}
        id={id}
        rows={1}
        placeholder="Part number, or paste lines"
        autoCapitalize="off"
        spellCheck={false}
        className="textarea"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey) submit(event);
        }}
      />
      <button type="submit" className="btn btn-primary">
        Add
      </button>
    </form>
  );
}
