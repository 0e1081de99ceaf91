import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { Pick } from '#contract/shipping/schema.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { userQuery } from '../../../user-query.ts';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';

export const handle: PageHandle = { title: 'Pick list', may: 'shipment.plan' };

/** What to take from the shelves for several purchases, on one way past the bins. */
export default function PickList() {
  const [search] = useSearchParams();
  const purchases = search.get('purchases') ?? '';
  const query = useQuery({ ...pickList(purchases), enabled: purchases !== '' });
  return (
    <>
      <PageTitle>Pick list</PageTitle>
      <Breadcrumb above={[{ to: '/dashboard/shipping', label: 'Shipping' }]} here="Pick list" />
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <h1 tabIndex={-1}>Pick list</h1>
        {purchases !== '' && (
          <Button kind="primary" small className="ms-auto" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
      {purchases === '' ? (
        <p className="text-muted">Choose orders in Shipping first.</p>
      ) : (
        <Loaded query={query} what="the pick list" shape="list">
          {(picks) =>
            picks.length === 0 ? (
              <p className="text-muted">Nothing in these orders is left to ship.</p>
            ) : (
              <div className="print-only-this">
                <EntryTable entries={picks} columns={COLUMNS} />
              </div>
            )
          }
        </Loaded>
      )}
    </>
  );
}

const COLUMNS: ListColumn<Pick>[] = [
  { heading: 'Bin', cellClass: 'num', cell: ({ bin }) => bin ?? '–' },
  {
    heading: 'Part',
    cellClass: 'lead',
    cell: ({ sku, name, ean }) => (
      <>
        <span className="num font-medium">{sku}</span>
        <span className="block text-muted text-xs" {...inCatalogue}>
          {name}
        </span>
        {ean && <span className="id block text-muted text-xs">{ean}</span>}
      </>
    ),
  },
  {
    heading: 'Pieces',
    className: 'number',
    cellClass: 'font-medium',
    cell: ({ pieces }) => formatCount(pieces),
  },
  {
    heading: 'For',
    cellClass: 'num',
    cell: ({ of }) => of.map(({ number, pieces }) => `${number}: ${formatCount(pieces)}`).join(', '),
  },
];

/** What to take from the shelves for purchases, whose ids are separated by commas. */
const pickList = (purchases: string) =>
  userQuery(['shipping', 'pick list', purchases], 'listPicks', { query: { purchases } }, { staleTime: 0 });
