import { queryOptions } from '@tanstack/react-query';
import { getProofs, listSessions } from '../../../sessions.ts';

/** Where somebody is signed in. */
export const sessions = (email: string) =>
  queryOptions({
    queryKey: ['sessions', email],
    queryFn: ({ signal }) => listSessions(signal),
    staleTime: 0,
  });

/** How somebody proves who they are. */
export const proofs = (email: string) =>
  queryOptions({
    queryKey: ['proofs', email],
    queryFn: ({ signal }) => getProofs(signal),
    staleTime: 0,
  });
