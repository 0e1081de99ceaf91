import { useEffect, useState } from 'react';
import { continueWithGoogle } from '../../account.ts';
import { useConfig } from '../../config.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** The path to go to afterwards. */
  from: string;
  onProblem: (message: string | undefined) => void;
}

/** The button that signs in or up with Google. A shop without Google's keys has none. */
export function GoogleButton({ from, onProblem }: Props) {
  const [leaving, setLeaving] = useState(false);

  // The browser's Back may restore this page with the button disabled.
  useEffect(() => {
    const stay = () => setLeaving(false);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  if (!useConfig()?.google) return null;

  async function leave() {
    setLeaving(true);
    onProblem(undefined);
    try {
      await continueWithGoogle(from);
    } catch (error) {
      setLeaving(false);
      onProblem(error instanceof Error ? error.message : 'Google cannot be reached. Try again.');
    }
  }

  return (
    <>
      <p className="my-4 flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-base-300 after:h-px after:flex-1 after:bg-base-300">
        or
      </p>
      <Button className="w-full" disabled={leaving} onClick={leave}>
        Continue With Google
      </Button>
    </>
  );
}
