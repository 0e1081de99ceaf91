import { useQuery } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { withProof } from '../proof-question.ts';
import { CopyText } from '../ui/copy-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { CodeForm } from './code-form.tsx';
import { QrCode } from './qr-code.tsx';
import type { WayProps } from './way.ts';

/** Sets an authenticator app up: it reads the secret, and its first code turns it on. */
export default function Enrol({ onAdded, onCancel }: WayProps) {
  const begun = useQuery({
    queryKey: ['second factor', 'new'],
    queryFn: () => withProof(() => callApi('beginSecondFactor', {})),
    // Each is another secret: the one that the app has read stays.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <Loaded query={begun} what="the second factor">
      {({ secret, uri }) => (
        <div className="grid gap-4">
          <p className="text-sm">
            Scan this with an authenticator app, such as the one of your phone or your password manager. Then
            enter the six digits that it shows.
          </p>
          <QrCode text={uri} label="QR code for your authenticator app. The key below says the same." />
          <p className="text-sm">
            <span className="block text-muted">Key</span>
            <span className="id flex items-center">
              <CopyText what="key" text={secret.match(/.{1,4}/g)?.join(' ') ?? secret} />
            </span>
          </p>
          <CodeForm
            action="Turn on"
            hint="Turning it on signs you out everywhere else."
            send={async (code) => onAdded((await callApi('confirmSecondFactor', { body: { code } })).codes)}
            {...(onCancel && { onCancel })}
          />
        </div>
      )}
    </Loaded>
  );
}
