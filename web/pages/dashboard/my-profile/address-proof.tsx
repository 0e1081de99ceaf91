import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../session.tsx';
import { SendConfirmation } from '../../../ui/send-confirmation.tsx';
import { proofs } from './queries.ts';

/** Whether the person's email address is confirmed, with a button that sends the link again. */
export function AddressProof() {
  const { data } = useQuery(proofs(useUser().email));
  if (!data) return null;
  if (data.emailVerified) return 'Confirmed.';
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      Email not confirmed. Until then, unpaid orders are limited in value and held for a shorter time.
      <SendConfirmation />
    </span>
  );
}
