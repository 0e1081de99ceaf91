import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addressLines } from '#contract/address-book/address-lines.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import {
  type PurchaseDetail,
  type PurchaseDetails,
  PurchaseDetailsSchema,
} from '#contract/purchases/schema.ts';
import { isUnaccepted } from '#contract/purchases/states.ts';
import { isSame } from '../../../../addresses.ts';
import { changed } from '../../../../changed.ts';
import { useCompanyRules } from '../../../../company-rules.ts';
import { AskDialog } from '../../../../ui/ask-dialog.tsx';
import { cannotPrint } from '../../../../ui/cannot-print.ts';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { resolverOf } from '../../../../ui/form-resolver.ts';
import { TextArea, TextField } from '../../../../ui/text-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useModal } from '../../../../ui/use-modal.ts';
import { useSubmit } from '../../../../ui/use-submit.ts';
import { callAsUser } from '../../../../user-calls.ts';
import { BillingOptions, useBilling } from '../../../checkout/address-choice.tsx';
import { CostCentre } from '../../../checkout/cost-centre.tsx';
import '../../../checkout/checkout.css';
import { OWN } from '../../../checkout/values.ts';
import { useCan } from '../../role.ts';
import { t } from './words.ts';

type Texts = Omit<PurchaseDetails, 'billTo'>;

const FIELDS: (keyof Texts)[] = ['poNumber', 'costCentre', 'deliveryWish', 'note'];

/** Changes what is written at a purchase, before anything of it is shipped. Only fields that were touched are sent. */
export function DetailsDialog({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const client = useQueryClient();
  const dialog = useModal();
  const { costCentres } = useCompanyRules(purchase.buyerId);
  const form = useForm<Texts>({
    resolver: resolverOf(PurchaseDetailsSchema) as never,
    defaultValues: Object.fromEntries(FIELDS.map((field) => [field, purchase[field] ?? ''])),
  });
  const { register, control, formState } = form;
  const typed = useWatch({ control });
  const { errors, dirtyFields, isSubmitting, submitCount } = formState;
  const [billTo, setBillTo] = useState<ShipTo | null>();
  const told = (field: keyof Texts) => ({
    error: errors[field]?.message,
    note: cannotPrint(typed[field] ?? ''),
  });
  const { submit, refusal } = useSubmit(form, FIELDS, async (values) => {
    const texts = FIELDS.filter((field) => dirtyFields[field]).map((field) => [field, values[field]]);
    const body = { ...Object.fromEntries(texts), ...(billTo !== undefined && { billTo }) };
    try {
      await callAsUser('changeDetails', { params: { id: purchase._id }, body });
    } finally {
      changed(client, 'purchase');
    }
    toast.success(t('details.changed'));
    dialog.current?.close();
  });
  return (
    <AskDialog
      dialog={dialog}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      title={t('details.title', { number: purchase.number })}
      action={t('details.action')}
      fields={
        <>
          <TextField label={t('details.poNumber')} {...told('poNumber')} {...register('poNumber')} />
          <CostCentre
            label={t('details.costCentre')}
            {...told('costCentre')}
            centres={costCentres}
            value={typed.costCentre ?? ''}
            registration={register('costCentre')}
          />
          <TextField
            label={t('details.deliveryWish')}
            {...told('deliveryWish')}
            {...register('deliveryWish')}
          />
          <TextArea label={t('details.note')} {...told('note')} {...register('note')} dir="auto" rows={2} />
          <InvoiceTo purchase={purchase} billTo={billTo} onChoose={setBillTo} />
          <FormProblem problem={refusal} attempt={submitCount} />
        </>
      }
    >
      {t('details.kept')}
    </AskDialog>
  );
}

interface InvoiceToProps {
  purchase: PurchaseDetail;
  /** What is chosen here; undefined while nothing is, null for the buyer's own address. */
  billTo: ShipTo | null | undefined;
  onChoose: (billTo: ShipTo | null) => void;
}

/** Whom the invoice of an unpaid purchase of one's own names, where the book has billing addresses. */
function InvoiceTo({ purchase, billTo = purchase.billTo ?? null, onChoose }: InvoiceToProps) {
  const name = useId();
  const mayChoose = useCan()('purchase.changeLines', purchase) && isUnaccepted(purchase.state);
  const addresses = useBilling().data ?? [];
  if (!mayChoose || addresses.length === 0) return null;
  const chosen = billTo && addresses.find(({ shipTo }) => isSame(shipTo, billTo));
  // An address that has left the book since is neither of them.
  const isChosen = (id: string) => (billTo === null ? id === OWN : id === chosen?._id);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t('details.invoiceTo')}</legend>
      {billTo && !chosen && (
        <p className="text-sm">{t('details.invoiceTo.kept', { address: oneLine(billTo) })}</p>
      )}
      <BillingOptions
        addresses={addresses}
        own={purchase.buyerId ? t('details.invoiceTo.company') : t('details.invoiceTo.person')}
        radio={(id) => ({
          name,
          checked: isChosen(id),
          onChange: () => onChoose(addresses.find(({ _id }) => _id === id)?.shipTo ?? null),
        })}
      />
    </fieldset>
  );
}

const oneLine = (address: ShipTo) => addressLines(address).join(', ');
