import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { callApi } from '../api.ts';
import { withProof } from '../proof-question.ts';
import { CopyText } from '../ui/copy-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { CodeForm } from './code-form.tsx';
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

/** A text as a QR code, dark on white in both themes, as cameras want it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path.join('')} />
    </svg>
  );
}
