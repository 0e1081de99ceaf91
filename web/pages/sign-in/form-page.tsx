import type { ReactNode } from 'react';
import { NeedsScripts } from '../../ui/needs-scripts.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export interface FormPageProps {
  title: string;
  /** For search engines, on pages that they may list. */
  summary?: string;
  children: ReactNode;
  /** Beside the form. */
  aside?: ReactNode;
}

/** The frame of a page with one form, or one message, about signing in. */
export function FormPage({ title, summary, children, aside }: FormPageProps) {
  return (
    <div className="wrap flex flex-wrap items-start justify-center gap-6 py-12">
      <PageTitle {...(summary && { summary })}>{title}</PageTitle>
      <div className="sheet w-full max-w-[26rem] p-6 sm:p-8">
        <h1 className="mb-6">{title}</h1>
        <NeedsScripts />
        {children}
      </div>
      {aside}
    </div>
  );
}
