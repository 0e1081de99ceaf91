import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { MOST_PASSKEYS } from '#contract/second-factor/limits.ts';
import type { SecondFactor as State } from '#contract/second-factor/schema.ts';
import { callApi } from '../../../api.ts';
import { withProof } from '../../../proof-question.ts';
import { canUsePasskeys } from '../../../second-factor/can-use-passkeys.ts';
import { RecoveryCodes } from '../../../second-factor/recovery-codes.tsx';
import type { Way } from '../../../second-factor/set-up.tsx';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { useRole } from '../role.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { proofs } from './queries.ts';

const SetUp = lazy(() =>
  import('../../../second-factor/set-up.tsx').then((loaded) => ({ default: loaded.SetUp })),
);

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
  /** What is being set up: what the person chooses, or one way of it. */
  const [setting, setSetting] = useState<Way | 'any'>();

  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useFocusLater(heading);

  function close() {
    setSetting(undefined);
    focusHeading();
  }

  function done() {
    close();
    client.invalidateQueries(secondFactor(email));
  }

  return (
    <Loaded query={query} what="the second factor" shape="section">
      {(state) => (
        <section aria-labelledby="second-factor" className="sheet grid gap-4 p-6">
          <h2 ref={heading} id="second-factor" tabIndex={-1} className="text-lg">
            Second factor
          </h2>
          {setting ? (
            <Suspense fallback={<Skeleton what="the form" />}>
              <SetUp {...(setting !== 'any' && { way: setting })} onDone={done} onCancel={close} />
            </Suspense>
          ) : state.enrolledAt === undefined ? (
            <>
              <p className="text-sm">
                With an authenticator app on your phone or a passkey, a stolen password alone opens nothing.
                {state.required && ' Staff and admins of this shop have to have one.'}
              </p>
              {mustConfirm ? (
                <p className="text-sm">
                  Confirm your email address first: your profile above sends you the link.
                </p>
              ) : (
                <Button className="justify-self-start" onClick={() => setSetting('any')}>
                  Set up
                </Button>
              )}
            </>
          ) : (
            <Enrolled state={state} since={state.enrolledAt} onAdd={setSetting} onChanged={done} />
          )}
        </section>
      )}
    </Loaded>
  );
}

interface EnrolledProps {
  state: State;
  since: string;
  onAdd: (way: Way) => void;
  onChanged: () => void;
}

function Enrolled({ state, since, onAdd, onChanged }: EnrolledProps) {
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
  const { app, passkeys, codesLeft } = state;
  const ways = [...(passkeys > 0 ? ['a passkey'] : []), ...(app ? ['a code of your authenticator app'] : [])];
  return (
    <>
      <p className="text-sm">
        On since {formatMoment(since)}. Signing in asks for {ways.join(' or ')}. <strong>{codesLeft}</strong>{' '}
        recovery codes are left. If you lose{' '}
        {passkeys > 0 ? 'your passkeys and your codes' : 'your app and your codes'}, another admin of the shop
        can remove it.
      </p>
      {passkeys > 0 && <Passkeys onChanged={onChanged} />}
      <div className="flex flex-wrap gap-3">
        <ActionButton busy={isPending} onClick={() => mutate()}>
          New recovery codes
        </ActionButton>
        <Button onClick={() => onAdd('app')}>{app ? 'Use another app' : 'Add an app'}</Button>
        {passkeys < MOST_PASSKEYS && canUsePasskeys() && (
          <Button onClick={() => onAdd('passkey')}>Add a passkey</Button>
        )}
      </div>
      <FormProblem problem={error} />
    </>
  );
}

/** The person's passkeys, each with a button that removes it. */
function Passkeys({ onChanged }: { onChanged: () => void }) {
  const { email } = useUser();
  const query = useQuery({
    queryKey: ['second factor', email, 'passkeys'],
    queryFn: ({ signal }) => callApi('listPasskeys', {}, { signal }),
    staleTime: 0,
  });
  return (
    <Loaded query={query} what="your passkeys">
      {(passkeys) => (
        <ul className="grid" aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} onRemoved={onChanged} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}
