import type { PageHandle } from '#contract/pages.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { PageTitle } from '../../../../ui/page-title.tsx';
import { ChooseParts } from './choose-parts.tsx';
import { CountSheet } from './count-sheet.tsx';
import { useSheet } from './kept-sheet.ts';

export const handle: PageHandle = { may: 'stock.move' };

/** A stock-take: choose parts, print their sheet, enter counts, see the differences, book all at once. */
export default function StockTake() {
  const sheet = useSheet();
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
