import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { finishGoogle } from '../../account.ts';
import { explainGoogleError } from './google-error.ts';

/** A return from Google is handled once, although React may run the effect twice. */
let finishing: Promise<void> | undefined;

/** Handles the return from Google on /login: uses the session, or returns why there is none. */
export function useGoogleReturn(): { busy: boolean; problem: string | undefined } {
  const [search] = useSearchParams();
  const done = search.get('google') === 'done';
  const refusal = search.get('error');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (!done) return;
    finishing ??= finishGoogle().finally(() => {
      finishing = undefined;
    });
    finishing.catch((error: Error) => setProblem(error.message));
  }, [done]);

  return {
    busy: done && !problem,
    problem: problem ?? (refusal ? explainGoogleError(refusal) : undefined),
  };
}
