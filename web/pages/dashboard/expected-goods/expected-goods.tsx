import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#contract/kernel/days.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { Receipt } from '#contract/receipts/schema.ts';
import { SHOWN_BY } from '../../../changed.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { userQuery } from '../../../user-query.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';
import type { Doing } from './receipt-dialog.tsx';

const loadDialog = () => import('./receipt-dialog.tsx');

const receiptsOf = (productId: string) =>
  userQuery(['receipts', productId], 'listReceipts', { params: { id: productId } }, { staleTime: 0 });

/** Expected deliveries of a product. Buyers can order the pieces before they arrive. */
export function ExpectedGoods({ productId }: { productId: string }) {
  const query = useQuery(receiptsOf(productId));
  const [doing, setDoing] = useState<Doing>();
  const [removing, setRemoving] = useState<Receipt>();
  return (
    <section aria-label="Expected goods" className="mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 className="text-base">Expected goods</h2>
        <Button small className="ms-auto" onClick={() => setDoing({ what: 'add', productId })}>
          Add a delivery
        </Button>
      </div>
      <Loaded query={query} what="what is expected">
        {(receipts) =>
          receipts.length === 0 ? (
            <p className="text-muted text-sm">
              Nothing is expected. Add a delivery, and buyers can order its pieces before it arrives.
            </p>
          ) : (
            <EntryTable
              className="figure-cards"
              entries={receipts}
              columns={[
                ...COLUMNS,
                {
                  heading: 'Actions',
                  className: 'action',
                  cell: (receipt) => <Actions receipt={receipt} onDo={setDoing} onRemove={setRemoving} />,
                },
              ]}
            />
          )
        }
      </Loaded>
      {doing && (
        <OnDemand load={loadDialog} what="the dialog of expected goods" onClose={() => setDoing(undefined)}>
          {({ ReceiptDialog }) => <ReceiptDialog doing={doing} onClose={() => setDoing(undefined)} />}
        </OnDemand>
      )}
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

const COLUMNS: ListColumn<Receipt>[] = [
  {
    heading: 'Date',
    cellClass: 'lead',
    cell: ({ dueOn, closedAt, arrived }) => (
      <>
        <span className="whitespace-nowrap">{formatDay(dueOn)}</span>
        {closedAt && <span className="ms-2 text-muted">{arrived > 0 ? 'Arrived' : 'Called off'}</span>}
      </>
    ),
  },
  { heading: 'Expected', className: 'number', cell: ({ quantity }) => formatCount(quantity) },
  { heading: 'Promised', className: 'number', cell: ({ promised }) => formatCount(promised) },
  { heading: 'Arrived', className: 'number', cell: ({ arrived }) => formatCount(arrived) },
];

interface ActionsProps {
  receipt: Receipt;
  onDo: (doing: Doing) => void;
  onRemove: (receipt: Receipt) => void;
}

function Actions({ receipt, onDo, onRemove }: ActionsProps) {
  const { dueOn, promised, closedAt } = receipt;
  const day = formatDay(dueOn);
  if (closedAt) return null;
  return (
    <span className="flex gap-1 max-md:flex-wrap">
      <RowButton label="Arrived" day={day} onClick={() => onDo({ what: 'arrive', receipt })} />
      <RowButton label="Change" day={day} onClick={() => onDo({ what: 'change', receipt })} />
      {promised === 0 && <RowButton label="Cancel" day={day} onClick={() => onRemove(receipt)} />}
    </span>
  );
}

function RowButton({ label, day, onClick }: { label: string; day: string; onClick: () => void }) {
  return (
    <Button small onClick={onClick}>
      {label}
      <span className="sr-only">, {day}</span>
    </Button>
  );
}
