import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';

interface Props {
  codes: string[];
  onDone: () => void;
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `Recovery codes for ${location.host}. Each is good once.\n\n${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-base">
        Your recovery codes
      </h3>
      <p className="text-sm">
        Without your phone you sign in with one of these. Each is good once, and they are not shown again:
        save or print them, and keep them where your password is not.
      </p>
      <ul className="id grid gap-x-6 gap-y-1 sm:grid-cols-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
          Save as file
        </Button>
        <Button kind="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
