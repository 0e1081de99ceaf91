import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { formatCount, parseCount } from '#contract/kernel/money.ts';
import { LONGEST_REASON } from '#contract/kernel/text-limits.ts';
import {
  MOVEMENT_KINDS,
  type MovementKind,
  type NewMovement,
  NewMovementSchema,
  type StockLevel,
} from '#contract/stock/schema.ts';
import { changed } from '../../../changed.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { CountField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { signed } from '../kit/signed.ts';

const KINDS: Record<MovementKind, { name: string; pieces: string; action: string }> = {
  received: { name: 'Goods came', pieces: 'Pieces that came', action: 'Book in' },
  counted: { name: 'Counted', pieces: 'Pieces on the shelf', action: 'Book the count' },
  damaged: { name: 'Damaged', pieces: 'Damaged pieces', action: 'Book out' },
  corrected: { name: 'Correction', pieces: 'Pieces, with a minus to take out', action: 'Correct' },
};

const EMPTY = { kind: 'received', quantity: '' as never, why: '' } satisfies Partial<NewMovement>;

/** Books goods that came, a count, damaged pieces or a correction of a part. */
export function BookMovement({ stock }: { stock: StockLevel }) {
  const { _id: id, shelf } = stock;
  const client = useQueryClient();
  const form = useForm<NewMovement>({
    defaultValues: EMPTY as NewMovement,
    resolver: resolverOf(NewMovementSchema) as never,
  });
  const { reset, control } = form;
  const { isSubmitting, submitCount } = form.formState;
  const kind = useWatch({ control, name: 'kind' });

  const { submit, field, refusal } = useSubmit(form, ['quantity', 'why'], async (values, idempotencyKey) => {
    const body = { ...values, ...(values.kind === 'counted' && { expected: shelf }) };
    try {
      const { change, available } = await callAsUser(
        'addMovement',
        { params: { id }, body },
        { idempotencyKey },
      );
      toast.success(`${signed(change)} pcs booked: ${formatCount(available)} are on sale`);
      reset({ ...EMPTY, kind: values.kind } as NewMovement);
    } finally {
      // After a refusal, too: the numbers have changed then.
      changed(client, 'stock');
    }
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="sheet grid gap-4 p-5" aria-labelledby="book">
      <h2 id="book" className="text-base">
        Book a movement
      </h2>
      <div className="grid gap-4">
        <SelectField
          label="What happened"
          {...field('kind')}
          options={MOVEMENT_KINDS.map((one) => [one, KINDS[one].name])}
        />
        <CountField
          label={KINDS[kind].pieces}
          hint={hintOf(kind, stock)}
          {...field('quantity', { setValueAs: toPieces })}
          // The keyboards of phones for numbers have no minus.
          {...(kind === 'corrected' && { inputMode: 'text' as const })}
        />
      </div>
      <TextField
        label={kind === 'damaged' || kind === 'corrected' ? 'Why' : 'Why (optional)'}
        maxLength={LONGEST_REASON}
        {...field('why', { setValueAs: (text: string) => text.trim() || undefined })}
      />
      <div>
        <SubmitButton busy={isSubmitting}>{KINDS[kind].action}</SubmitButton>
      </div>
      <FormProblem problem={refusal} attempt={submitCount} />
    </form>
  );
}

/** Reads pieces, which a correction may take out: '1,000', '-12'. */
function toPieces(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return /^[-−]/.test(text) ? -parseCount(text.slice(1)) : parseCount(text);
}

function hintOf(kind: MovementKind, { available, held, toShip, shelf }: StockLevel): string {
  const [sale, inOrders] = [formatCount(available), formatCount(held + toShip)];
  switch (kind) {
    case 'received':
      return 'For a delivery that is expected, press Arrived beside it: orders wait for it';
    case 'counted':
      return `${formatCount(shelf)} should be there: ${sale} on sale and ${inOrders} of orders. The difference is booked`;
    case 'damaged':
    case 'corrected':
      return `${sale} are on sale: no more can be taken out`;
  }
}
