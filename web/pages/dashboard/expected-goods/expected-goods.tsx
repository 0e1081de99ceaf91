import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#contract/days.ts';
import { formatCount } from '#contract/money.ts';
import type { Receipt } from '#contract/receipts.ts';
import { SHOWN_BY } from '../../../changed.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { type Doing, ReceiptDialog } from './receipt-dialog.tsx';

const receiptsOf = (productId: string) =>
  queryOptions({
    queryKey: ['receipts', productId],
    queryFn: ({ signal }) => callAsUser('listReceipts', { params: { id: productId } }, { signal }),
    staleTime: 0,
  });

const COLUMNS = ['Date', 'Expected', 'Promised', 'Arrived'].map((heading, n): [string, string] => [
  heading,
  n === 0 ? '' : 'number',
]);

/** What is expected of a product from its supplier: buyers can order it before it arrives. */
export function ExpectedGoods({ productId }: { productId: string }) {
  const query = useQuery(receiptsOf(productId));
  const [doing, setDoing] = useState<Doing>();
  const [removing, setRemoving] = useState<Receipt>();
  return (
    <section aria-label="Expected goods" className="mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 className="text-base">Expected goods</h2>
        <button
          type="button"
          className="btn btn-quiet btn-sm ms-auto"
          onClick={() => setDoing({ what: 'add', productId })}
        >
          Add a delivery
        </button>
      </div>
      <Loaded query={query} what="what is expected">
        {(receipts) =>
          receipts.length === 0 ? (
            <p className="text-muted text-sm">
              Nothing is expected. Add a delivery, and buyers can order its pieces before it arrives.
            </p>
          ) : (
            <DataTable className="figure-cards" columns={[...COLUMNS, ['Actions', 'action']]}>
              {receipts.map((receipt) => (
                <Row key={receipt._id} receipt={receipt} onDo={setDoing} onRemove={setRemoving} />
              ))}
            </DataTable>
          )
        }
      </Loaded>
      {doing && <ReceiptDialog doing={doing} onClose={() => setDoing(undefined)} />}
      {removing && (
        <DeleteDialog
          title="Cancel this delivery?"
          action="Cancel the delivery"
          remove={() => callAsUser('removeReceipt', { params: { id: removing._id } })}
          changes={SHOWN_BY.stock}
          onClose={() => setRemoving(undefined)}
          onDeleted={() => {}}
        >
          {formatCount(removing.quantity)} pcs of {formatDay(removing.dueOn)} are not expected any more.
        </DeleteDialog>
      )}
    </section>
  );
}

interface RowProps {
  receipt: Receipt;
  onDo: (doing: Doing) => void;
  onRemove: (receipt: Receipt) => void;
}

function Row({ receipt, onDo, onRemove }: RowProps) {
  const { dueOn, quantity, promised, arrived, closedAt } = receipt;
  const day = formatDay(dueOn);
  return (
    <tr>
      <td className="lead">
        <span className="whitespace-nowrap">{day}</span>
        {closedAt && <span className="ms-2 text-muted">{arrived > 0 ? 'Arrived' : 'Called off'}</span>}
      </td>
      {[quantity, promised, arrived].map((pieces, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
        <td key={n} className="number" data-label={COLUMNS[n + 1]![0]}>
          {formatCount(pieces)}
        </td>
      ))}
      <td className="action" data-label="Actions">
        {!closedAt && (
          <span className="flex gap-1 max-md:flex-wrap">
            <RowButton label="Arrived" day={day} onClick={() => onDo({ what: 'arrive', receipt })} />
            <RowButton label="Change" day={day} onClick={() => onDo({ what: 'change', receipt })} />
            {promised === 0 && <RowButton label="Cancel" day={day} onClick={() => onRemove(receipt)} />}
          </span>
        )}
      </td>
    </tr>
  );
}

function RowButton({ label, day, onClick }: { label: string; day: string; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-quiet btn-sm" onClick={onClick}>
      {label}
      <span className="sr-only">, {day}</span>
    </button>
  );
}
