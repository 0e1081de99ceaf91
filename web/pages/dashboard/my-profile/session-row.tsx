import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeDevice, deviceOf } from '#contract/accounts/devices.ts';
import { useSignOut, useUser } from '../../../session.tsx';
import { endSession, type Session } from '../../../sessions.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { sessions } from './queries.ts';

/** One session: its browser, its start, its last use, and a button that ends it. */
export function SessionRow({ session }: { session: Session }) {
  const client = useQueryClient();
  const { email } = useUser();
  const leave = useSignOut();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (session.current ? leave('/login') : endSession(session.token)),
    onSuccess: () => (session.current ? undefined : client.invalidateQueries(sessions(email))),
  });
  const device = describeDevice(deviceOf(session.userAgent ?? null));
  const begun = formatMoment(session.createdAt);

  return (
    <li className="flex items-start justify-between gap-4 border-base-300 border-t py-3">
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {session.current && <span className="badge">This one</span>}
        </p>
        <p className="text-muted text-sm">Signed in {begun}</p>
        <p className="text-muted text-sm">
          {session.current ? 'In use now' : `Last used ${formatMoment(session.updatedAt)}`}
        </p>
        <p role="alert" className="text-error text-sm empty:hidden">
          {error?.message}
        </p>
      </div>
      <ActionButton
        small
        aria-label={`Sign out: ${device}, signed in ${begun}`}
        busy={isPending}
        onClick={() => mutate()}
      >
        Sign out
      </ActionButton>
    </li>
  );
}
