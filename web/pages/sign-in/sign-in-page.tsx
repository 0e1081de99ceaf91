import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { findListed, product } from '../../queries.ts';
import { productIdOf } from '../../return-path.ts';
import { useIdentity } from '../../session.tsx';
import { FormPage, type FormPageProps } from './form-page.tsx';
import { useReturnPath } from './use-return-path.ts';

interface Props extends FormPageProps {
  /** The action of the page, as in 'Log in'. */
  verb: string;
}

/** The frame of /login and /signup. A signed-in person is redirected to the page that they came from. */
export function SignInPage({ verb, children, ...page }: Props) {
  const from = useReturnPath();
  if (useIdentity()) return <Navigate to={from} replace />;
  return (
    <FormPage {...page}>
      <Purpose verb={verb} from={from} />
      {children}
    </FormPage>
  );
}

interface PurposeProps {
  /** The action of the page, as in 'Log in': 'Log in to order Case Fan 120 mm'. */
  verb: string;
  /** The path to go to afterwards. */
  from: string;
}

/** Names the product whose page has led here. The name comes from the shop, never from the address. */
function Purpose({ verb, from }: PurposeProps) {
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
