import { Button } from '../../ui/button.tsx';
import { askAgain, useMatchingTrouble } from './use-line-matches.ts';
import '../matching/finding.css';

const WHY = {
  offline: 'The shop cannot be reached, so prices and stock may be old.',
  busy: 'The shop has much to do, so some prices are still missing.',
  failed: 'Prices and stock cannot be loaded right now.',
};

/** Why prices are missing or old; they are asked for again by themselves. Nothing while they are those of now. */
export function MatchingNotice() {
  const trouble = useMatchingTrouble();
  return (
    <div role="status">
      {trouble && (
        <p className="matching-notice">
          {WHY[trouble.why]} Your lines are kept, and the shop is asked again automatically.
          <Button small onClick={askAgain}>
            Ask now
          </Button>
        </p>
      )}
    </div>
  );
}
