import { useSearchParams } from 'react-router';
import { safeReturnPath } from '../../return-path.ts';

/** Returns the path to go to after signing in. */
export function useReturnPath(): string {
  const [search] = useSearchParams();
  return safeReturnPath(search.get('from'));
}
