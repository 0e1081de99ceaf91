import type { ReactNode } from 'react';
import { SECTIONS } from './labels.ts';

interface Props {
  id: (typeof SECTIONS)[number]['id'];
  /** A hint for the person who fills it in. */
  hint?: ReactNode;
  children: ReactNode;
}

/** A part of the product form, with its heading. */
export function FormSection({ id, hint, children }: Props) {
  return (
    <section className="sheet form-section">
      <h2 id={id} tabIndex={-1} className="text-lg">
        {SECTIONS.find((section) => section.id === id)?.title}
      </h2>
      {hint && <p className="-mt-2 text-muted text-sm">{hint}</p>}
      {children}
    </section>
  );
}
