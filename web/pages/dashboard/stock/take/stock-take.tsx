import { useEffect, useRef } from 'react';
import type { PageHandle } from '#contract/pages.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { focusHeadingWhenLost } from '../../../../ui/page-focus.tsx';
import { PageTitle } from '../../../../ui/page-title.tsx';
import { ChooseParts } from './choose-parts.tsx';
import { CountSheet } from './count-sheet.tsx';
import { useSheet } from './kept-sheet.ts';

export const handle: PageHandle = { title: 'Stock-take', may: 'stock.move' };

/** A stock-take: choose parts, print their sheet, enter counts, see the differences, book all at once. */
export default function StockTake() {
  const sheet = useSheet();
  const begun = useRef(sheet?.at);
  // The button that begins or ends a sheet goes with what it stands on.
  useEffect(() => {
    if (begun.current === sheet?.at) return;
    begun.current = sheet?.at;
    return focusHeadingWhenLost();
  }, [sheet?.at]);
  return (
    <>
      <PageTitle>Stock-take</PageTitle>
      <Breadcrumb above={[{ to: '/dashboard/stock', label: 'Stock' }]} here="Stock-take" />
      <h1 tabIndex={-1} className="mb-4">
        Stock-take
      </h1>
      {sheet ? <CountSheet key={sheet.at} sheet={sheet} /> : <ChooseParts />}
    </>
  );
}
