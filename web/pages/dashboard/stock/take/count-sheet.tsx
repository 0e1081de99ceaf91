import { useState } from 'react';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { ConfirmDialog } from '../../../../ui/ask-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { formatMoment } from '../../../../ui/dates.ts';
import { useFocusLater } from '../../../../ui/use-focus-later.ts';
import { CountTable } from './count-table.tsx';
import { Differences } from './differences.tsx';
import { keepSheet } from './kept-sheet.ts';
import { ScanField } from './scan-field.tsx';
import { countedLines, type Sheet, wrongLines } from './sheet.ts';
import './sheet.css';

/** A sheet that is being counted: enter counts, then see their differences. */
export function CountSheet({ sheet }: { sheet: Sheet }) {
  const [isReviewing, setIsReviewing] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const focusHeading = useFocusLater();
  const counted = countedLines(sheet).length;
  const wrong = wrongLines(sheet);
  function review(isNext: boolean) {
    setIsReviewing(isNext);
    focusHeading();
  }
  if (isReviewing) return <Differences sheet={sheet} onBack={() => review(false)} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0">
          <p className="font-medium">{sheet.about}</p>
          <p role="status" className="num text-muted text-sm">
            {formatCount(counted)} of {formatCount(sheet.lines.length)} counted · begun{' '}
            {formatMoment(sheet.at)} · kept in this browser
          </p>
        </div>
        <div className="ms-auto flex flex-wrap gap-2">
          <Button onClick={() => setIsLeaving(true)}>Discard</Button>
          <Button onClick={() => window.print()}>Print the sheet</Button>
          <Button kind="primary" disabled={counted === 0 || wrong.length > 0} onClick={() => review(true)}>
            See differences
          </Button>
        </div>
      </div>
      {wrong.length > 0 && (
        <p role="alert" className="mb-3 text-error text-sm">
          {wrong.length === 1 ? 'One count is' : `${formatCount(wrong.length)} counts are`} no whole number:{' '}
          {wrong
            .slice(0, 5)
            .map(({ sku }) => sku)
            .join(', ')}
        </p>
      )}
      <ScanField sheet={sheet} />
      <CountTable sheet={sheet} />
      {isLeaving && (
        <ConfirmDialog
          title="Discard this stock-take?"
          action="Discard"
          busy={false}
          onConfirm={() => keepSheet(undefined)}
          onClose={() => setIsLeaving(false)}
        >
          {counted === 0
            ? 'Nothing was counted yet.'
            : `${countOf(counted, 'count is', 'counts are')} lost. Nothing was booked.`}
        </ConfirmDialog>
      )}
    </>
  );
}
