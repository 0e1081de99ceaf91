import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldWords } from '#contract/kernel/field-words.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { LONGEST_REASON } from '#contract/kernel/text-limits.ts';
import { LONGEST_CONDITION } from '#contract/purchases/limits.ts';
import { countersOf, returnable } from '#contract/purchases/line-pieces.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import type { Return } from '#contract/returns/schema.ts';
import { RETURN_WISHES, type ReturnWish, WISH_WORDS } from '#contract/returns/states.ts';
import { purchase as purchaseQuery } from '../../../buyer-queries.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { useCan } from '../role.ts';
import { linesWith } from '../shipping/lines-with.ts';
import { PiecesDialog } from '../shipping/pieces-dialog.tsx';
import type { TypedPieces } from '../shipping/typed-pieces.ts';
import type { Sent } from '../shipping/use-pieces.ts';
import { formatPieces, owedPieces } from './owed.ts';
import { sendPictures } from './picture-calls.ts';
import { PictureChoice } from './return-pictures.tsx';

interface Props {
  purchase: PurchaseDetail;
  onClose: () => void;
}

/** Asks to send pieces back; staff's are accepted at once. */
export function ReturnDialog({ purchase, onClose }: Props) {
  const isByStaff = useCan()('return.answer');
  const [reason, setReason] = useState('');
  /** Those of lines that have one of their own, by order. */
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const lines = linesWith(purchase, (line) => returnable(countersOf(line)));
  const [pictures, setPictures] = useState<File[]>([]);
  const [wish, setWish] = useState<ReturnWish>('refund');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const reasonOf = (orderId: string) => reasons[orderId]?.trim() || reason.trim();
  return (
    <PiecesDialog
      title="Request a return"
      hint={
        isByStaff
          ? `Choose what comes back, and why. The return is accepted at once, and ${purchase.name} gets an email.`
          : 'Tell us what you’re returning and why. We answer by email, then send the parts to us.'
      }
      action={isByStaff ? 'Accept the return' : 'Request the return'}
      lines={lines}
      nothingLeft="Nothing is left to return."
      onClose={onClose}
      isRight={(pieces) => {
        const isMissing = pieces.some(({ orderId }) => !reasonOf(orderId));
        setReasonMissing(isMissing);
        if (isMissing) field.current?.focus();
        return !isMissing;
      }}
      send={async (pieces, idempotencyKey) => {
        const lines = pieces.map(({ column: _, ...line }) => ({ ...line, reason: reasonOf(line.orderId) }));
        const input = { params: { id: purchase._id }, body: { lines, wish } };
        const { insertedId } = await callAsUser('addReturn', input, { idempotencyKey });
        // The return is asked for, whatever becomes of its pictures: they can be added there.
        const problems = await sendPictures(insertedId, pictures);
        if (problems.length > 0)
          toast.error('The return has no such picture yet. Add it there.', {
            description: problems.join(' '),
          });
        return isByStaff ? 'Accepted, and told to the buyer' : 'Return requested';
      }}
      {...(lines.length > 1 && {
        besides: ({ orderId, name }) => (
          <input
            name={`reason-${orderId}`}
            className="input input-sm pieces-besides"
            aria-label={`Reason for ${name}`}
            placeholder={reason || 'Another reason'}
            maxLength={LONGEST_REASON}
            value={reasons[orderId] ?? ''}
            onChange={({ target }) => setReasons((before) => ({ ...before, [orderId]: target.value }))}
          />
        ),
      })}
    >
      <TextField
        label="Reason"
        name="reason"
        {...(lines.length > 1 && { hint: 'For all lines; one with another reason says it below its name.' })}
        ref={field}
        error={isReasonMissing && !reason.trim() ? fieldWords.reason_required() : undefined}
        maxLength={LONGEST_REASON}
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <SelectField
        label={isByStaff ? 'The buyer wants' : 'What you want'}
        name="wish"
        value={wish}
        onChange={({ target }) => setWish(target.value as ReturnWish)}
        options={RETURN_WISHES.map((one) => [one, WISH_WORDS[one]])}
      />
      <PictureChoice seenBy={isByStaff ? 'the buyer' : 'you'} files={pictures} onChange={setPictures} />
    </PiecesDialog>
  );
}

/** Books in what came back of a return, by its condition. */
export function ReceiveDialog({ one, onClose }: { one: Return; onClose: () => void }) {
  const can = useCan();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [condition, setCondition] = useState('damaged');
  /** The next step, where money is owed for what came back. It has come back, whether that can be read or not. */
  async function offerRefund(): Promise<Sent['action']> {
    const purchase = await client
      .fetchQuery({ ...purchaseQuery(one.purchaseId), staleTime: 0 })
      .catch(() => undefined);
    const owed = purchase?.state === 'paid' ? owedPieces(purchase) : 0;
    if (owed === 0) return undefined;
    const onClick = () => navigate(`/dashboard/purchases/${one.purchaseId}#refund`);
    return { label: `Refund ${formatPieces(owed)}`, onClick };
  }
  const lines = one.lines
    .map(({ orderId, productName: name, sku, quantity, received }) => ({
      orderId,
      name,
      sku,
      left: quantity - received,
    }))
    .filter(({ left }) => left > 0);
  return (
    <PiecesDialog
      title={`Receive the return of ${one.purchaseNumber}`}
      hint="Pieces as new go on sale again at once. The money goes back by Refund."
      action="Book in"
      columns={['As new', 'Not for sale']}
      lines={lines}
      nothingLeft="Nothing is left to receive: somebody has just booked it in."
      onClose={onClose}
      send={async (pieces, idempotencyKey) => {
        const body = {
          lines: pieces.map(({ column, ...line }) =>
            column === 0
              ? { ...line, condition: 'as new', restock: true }
              : { ...line, condition, restock: false },
          ),
        };
        await callAsUser('receiveReturn', { params: { id: one._id }, body }, { idempotencyKey });
        return {
          title: bookedIn(pieces, condition),
          action: can('order.refund') ? await offerRefund() : undefined,
        };
      }}
    >
      <TextField
        label="Condition of those that are not for sale"
        name="condition"
        maxLength={LONGEST_CONDITION}
        value={condition}
        onChange={({ target }) => setCondition(target.value)}
      />
    </PiecesDialog>
  );
}

/** What was booked in, in words: '18 pieces on sale, 2 damaged'. */
function bookedIn(pieces: TypedPieces[], condition: string): string {
  const [onSale, others] = [0, 1].map((column) =>
    pieces.reduce((sum, one) => (one.column === column ? sum + one.quantity : sum), 0),
  ) as [number, number];
  if (others === 0) return `Booked in: ${formatPieces(onSale)} on sale`;
  if (onSale === 0) return `Booked in: ${formatPieces(others)}, ${condition}`;
  return `Booked in: ${formatPieces(onSale)} on sale, ${formatCount(others)} ${condition}`;
}
