import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { findListed, product } from '../../queries.ts';
import { productIdOf, safeReturnPath } from '../../return-path.ts';
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

interface SignInProps extends Props {
  /** What one does here, as in 'Log in': 'Log in to order Case Fan 120 mm'. */
  verb: string;
}

/** The frame of /login and /signup. Whoever is, or becomes, signed in goes on to where they wanted to be. */
export function SignInPage({ title, verb, summary, children, aside }: SignInProps) {
  const from = useReturnPath();
  if (useIdentity()) return <Navigate to={from} replace />;
  return (
    <FormPage title={title} {...(summary && { summary })} aside={aside}>
      <Purpose verb={verb} from={from} />
      {children}
    </FormPage>
  );
}

/** What signing in is for, where a product's page has sent somebody here. Its name is the shop's, never the address's. */
function Purpose({ verb, from }: { verb: string; from: string }) {
  const id = productIdOf(from);
  const client = useQueryClient();
  const { data, isError } = useQuery({
    ...product(id ?? ''),
    enabled: id !== undefined,
    placeholderData: () => findListed(client, id ?? ''),
  });
  if (!id || isError) return null;
  return (
    <p className="-mt-3 mb-6 text-muted">
      {verb} to order{' '}
      {data ? <strong className="font-semibold text-base-content">{data.name}</strong> : 'this part'}.
    </p>
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
