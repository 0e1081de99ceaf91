import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { safeReturnPath } from '../../return-path.ts';
import { useIdentity } from '../../session.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

interface Props {
  title: string;
  /** For search engines, on pages that they may list. */
  summary?: string;
  children: ReactNode;
  /** Beside the form. */
  aside?: ReactNode;
}

/** The frame of /login and /signup. Whoever is, or becomes, signed in goes on to where they wanted to be. */
export function SignInPage({ title, summary, children, aside }: Props) {
  const from = useReturnPath();
  if (useIdentity()) return <Navigate to={from} replace />;
  return (
    <FormPage title={title} {...(summary && { summary })} aside={aside}>
      {children}
    </FormPage>
  );
}

/** A page with one form, or one thing to say, about how one signs in. */
export function FormPage({ title, summary, children, aside }: Props) {
  return (
    <div className="wrap flex flex-wrap items-start justify-center gap-6 py-12">
      <PageTitle {...(summary && { summary })}>{title}</PageTitle>
      <div className="sheet w-full max-w-[26rem] p-6 sm:p-8">
        <h1 className="mb-6">{title}</h1>
        {children}
      </div>
      {aside}
    </div>
  );
}

/** Where to go after signing in. */
export function useReturnPath(): string {
  const [search] = useSearchParams();
  return safeReturnPath(search.get('from'));
}
