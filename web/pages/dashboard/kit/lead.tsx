import type { ReactNode } from 'react';

/** What the first cell of a row shows: the row's subject, with details in smaller letters. */
export function Lead({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      {children}
    </div>
  );
}
