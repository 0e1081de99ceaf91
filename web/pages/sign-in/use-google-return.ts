import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { finishGoogle } from '../../account.ts';
import { explainGoogleError } from './google-error.ts';

/** One way back from Google is finished once, however often React runs the effect. */
let finishing: Promise<void> | undefined;

/** On /login after Google: takes over its session, or says why there is none. */
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
