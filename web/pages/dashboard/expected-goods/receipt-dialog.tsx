import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { formatDay } from '#contract/kernel/days.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { ArrivalSchema, type NewReceipt, NewReceiptSchema, type Receipt } from '#contract/receipts/schema.ts';
import { changed } from '../../../changed.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { asCount } from '../../../ui/as-count.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { CountField } from '../../../ui/number-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';

/** What a supplier is doing to expected goods. */
export type Doing = { what: 'add'; productId: string } | { what: 'change' | 'arrive'; receipt: Receipt };

const TITLES = { add: 'Add a delivery', change: 'Change the delivery', arrive: 'Pieces have arrived' };
const ACTIONS = { add: 'Add', change: 'Save', arrive: 'Book in' };

/** The form of a delivery: its day and pieces, or how many have arrived. Render it only while it is open. */
export function ReceiptDialog({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  const { what } = doing;
  const receipt = what === 'add' ? undefined : doing.receipt;
  const dialog = useModal();
  const client = useQueryClient();
  const form = useForm<NewReceipt>({
    defaultValues: { dueOn: receipt?.dueOn ?? '', ...(receipt && { quantity: receipt.quantity }) },
    resolver: resolverOf(what === 'arrive' ? ArrivalSchema : NewReceiptSchema) as never,
  });
  const { isSubmitting, submitCount } = form.formState;

  const { submit, field, refusal } = useSubmit(form, ['dueOn', 'quantity'], async (values, key) => {
    toast.success(await send(doing, values, key));
    changed(client, 'stock');
    dialog.current?.close();
  });

  return (
    <Panel dialog={dialog} title={TITLES[what]} onClose={onClose}>
      {receipt && <p className="mt-2 text-muted text-sm">{hintOf(receipt, what)}</p>}
      <form method="post" noValidate onSubmit={submit} className="mt-4 grid gap-3">
        {what !== 'arrive' && <TextField label="Expected on" type="date" {...field('dueOn')} />}
        <CountField
          label={what === 'arrive' ? 'Pieces that arrived' : 'Pieces'}
          {...field('quantity', asCount)}
        />
        <FormProblem problem={refusal} attempt={submitCount} />
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <SubmitButton busy={isSubmitting}>{ACTIONS[what]}</SubmitButton>
        </div>
      </form>
    </Panel>
  );
}

/** Sends what was filled in; returns what to say then. */
async function send(doing: Doing, body: NewReceipt, idempotencyKey: string): Promise<string> {
  if (doing.what === 'add') {
    await callAsUser('addReceipt', { params: { id: doing.productId }, body }, { idempotencyKey });
    return 'Delivery added';
  }
  const params = { id: doing.receipt._id };
  if (doing.what === 'change') {
    await callAsUser('changeReceipt', { params, body });
    return 'Delivery changed';
  }
  const { quantity } = body;
  const arrived = await callAsUser('arriveReceipt', { params, body: { quantity } }, { idempotencyKey });
  const { forOrders, forSale } = arrived;
  return `${formatCount(forOrders)} pcs went to orders, ${formatCount(forSale)} pcs are on sale`;
}

function hintOf({ quantity, promised, dueOn }: Receipt, what: 'change' | 'arrive' | 'add'): string {
  const expected = `${formatCount(quantity)} pcs are expected on ${formatDay(dueOn)}`;
  if (promised === 0) return `${expected}; none are promised.`;
  const told = what === 'change' ? ' Buyers who wait for them are told a new date.' : '';
  return `${expected}; ${formatCount(promised)} of them are promised to orders.${told}`;
}
