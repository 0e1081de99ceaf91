import { Button } from '../../../ui/button.tsx';
/** Says that a form begins with a draft, and offers to discard it. */
export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className="form-notice flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      What you had typed and not saved is here again.
      <Button small onClick={onDiscard}>
        Discard it
      </Button>
    </p>
  );
}
