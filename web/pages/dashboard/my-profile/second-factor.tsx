import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { SecondFactor as State } from '#contract/second-factor.ts';
import { callApi } from '../../../api.ts';
import { withProof } from '../../../proof-question.ts';
import { RecoveryCodes } from '../../../second-factor/recovery-codes.tsx';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useRole } from '../role.ts';
import { proofs } from './queries.ts';

const Enrol = lazy(() => import('../../../second-factor/enrol.tsx'));

/** The second factor of the person. */
const secondFactor = (email: string) =>
  queryOptions({
    queryKey: ['second factor', email],
    queryFn: ({ signal }) => callApi('getSecondFactor', {}, { signal }),
    staleTime: 0,
  });

/** Whether there is a second factor, and what can be done about it. */
export function SecondFactor() {
  const client = useQueryClient();
  const { email } = useUser();
  const isCustomer = useRole().data === 'customer';
  const mustConfirm = useQuery(proofs(email)).data?.emailVerified === false && isCustomer;
  const query = useQuery(secondFactor(email));
  const [setting, setSetting] = useState(false);

  function done() {
    setSetting(false);
    client.invalidateQueries(secondFactor(email));
  }

  return (
    <Loaded query={query} what="the second factor" loading={null}>
      {(state) => (
        <section aria-labelledby="second-factor" className="sheet grid gap-4 p-6">
          <h2 id="second-factor" className="text-lg">
            Second factor
          </h2>
          {setting ? (
            <Suspense fallback={<Spinner label="Loading" />}>
              <Enrol onDone={done} onCancel={() => setSetting(false)} />
            </Suspense>
          ) : state.enrolledAt === undefined ? (
            <>
              <p className="text-sm">
                With an authenticator app on your phone, a stolen password alone opens nothing.
                {state.required && ' Staff and admins of this shop have to have one.'}
              </p>
              {mustConfirm ? (
                <p className="text-sm">
                  Confirm your email address first: your profile above sends you the link.
                </p>
              ) : (
                <button
                  type="button"
                  className="btn btn-quiet justify-self-start"
                  onClick={() => setSetting(true)}
                >
                  Set up
                </button>
              )}
            </>
          ) : (
            <Enrolled
              state={state}
              since={state.enrolledAt}
              onReplace={() => setSetting(true)}
              onChanged={done}
            />
          )}
        </section>
      )}
    </Loaded>
  );
}

interface EnrolledProps {
  state: State;
  since: string;
  onReplace: () => void;
  onChanged: () => void;
}

function Enrolled({ state, since, onReplace, onChanged }: EnrolledProps) {
  const { mutate, data, reset, isPending, error } = useMutation({
    mutationFn: () => withProof(() => callApi('replaceRecoveryCodes', {})),
  });
  if (data) {
    return (
      <RecoveryCodes
        codes={data.codes}
        onDone={() => {
          reset();
          onChanged();
        }}
      />
    );
  }
  return (
    <>
      <p className="text-sm">
        On since {formatMoment(since)}. Signing in asks for a code of your authenticator app.{' '}
        <strong>{state.codesLeft}</strong> recovery codes are left. If you lose your app and your codes,
        another admin of the shop can remove it.
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionButton className="btn btn-quiet" busy={isPending} onClick={() => mutate()}>
          New recovery codes
        </ActionButton>
        <button type="button" className="btn btn-quiet" onClick={onReplace}>
          Use another app
        </button>
      </div>
      <FormProblem problem={error} />
    </>
  );
}
