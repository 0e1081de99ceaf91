import { queryOptions } from '@tanstack/react-query';
import { getProofs, listSessions } from '../../../sessions.ts';

/** The sessions of the person. */
export const sessions = (email: string) =>
  queryOptions({
    queryKey: ['sessions', email],
    queryFn: ({ signal }) => listSessions(signal),
    staleTime: 0,
  });

/** The sign-in methods of the person. */
export const proofs = (email: string) =>
  queryOptions({
    queryKey: ['proofs', email],
    queryFn: ({ signal }) => getProofs(signal),
    staleTime: 0,
  });
