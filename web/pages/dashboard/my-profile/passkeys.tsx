import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api.ts';
import { useUser } from '../../../session.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PasskeyRow } from './passkey-row.tsx';

/** The person's passkeys, each with a button that removes it. */
export function Passkeys({ onChanged }: { onChanged: () => void }) {
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
