import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { finishSignIn } from '../../account.ts';
import { stepOf } from '../../proof-question.ts';
import { explainGoogleError } from './google-error.ts';

/** A return from Google is handled once, although React may run the effect twice. */
let finishing: Promise<void> | undefined;

/** Handles the return from Google on /login: uses the session, or returns why there is none. `onStep` is told that the second factor is needed. */
export function useGoogleReturn(onStep: (step: string | number) => void): {
  busy: boolean;
  problem: string | undefined;
} {
  const [search] = useSearchParams();
  const done = search.get('google') === 'done';
  const refusal = search.get('error');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (!done) return;
    finishing ??= finishSignIn('Google sign-in').finally(() => {
      finishing = undefined;
    });
    finishing.catch((error: Error) => {
      const step = stepOf(error);
      if (step === undefined) setProblem(error.message);
      else onStep(step);
    });
  }, [done, onStep]);

  return {
    busy: done && !problem,
    problem: problem ?? (refusal ? explainGoogleError(refusal) : undefined),
  };
}
