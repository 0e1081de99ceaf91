import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findListed, product } from '../../queries.ts';
import { productIdOf } from '../../return-path.ts';

interface Props {
  /** The action of the page, as in 'Log in': 'Log in to order Case Fan 120 mm'. */
  verb: string;
  /** The path to go to afterwards. */
  from: string;
}

/** Names the product whose page has led here. The name comes from the shop, never from the address. */
export function Purpose({ verb, from }: Props) {
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
