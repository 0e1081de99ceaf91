import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import {
  type PurchaseDetail,
  type PurchaseDetails,
  PurchaseDetailsSchema,
} from '#contract/purchases/schema.ts';
import { changed } from '../../../../changed.ts';
import { AskDialog } from '../../../../ui/ask-dialog.tsx';
import { cannotPrint } from '../../../../ui/cannot-print.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { resolverOf } from '../../../../ui/form-resolver.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useModal } from '../../../../ui/use-modal.ts';
import { useSubmit } from '../../../../ui/use-submit.ts';
import { callAsUser } from '../../../../user-calls.ts';
import { t } from './words.ts';

const FIELDS: (keyof PurchaseDetails)[] = ['poNumber', 'costCentre', 'deliveryWish', 'note'];

/** Changes what is written at a purchase, before anything of it is shipped. Only fields that were touched are sent. */
export function DetailsDialog({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const client = useQueryClient();
  const dialog = useModal();
  const form = useForm<PurchaseDetails>({
    resolver: resolverOf(PurchaseDetailsSchema) as never,
    defaultValues: Object.fromEntries(FIELDS.map((field) => [field, purchase[field] ?? ''])),
  });
  const { register, control, formState } = form;
  const typed = useWatch({ control });
  const { errors, dirtyFields, isSubmitting, submitCount } = formState;
  const told = (field: keyof PurchaseDetails) => ({
    error: errors[field]?.message,
    note: cannotPrint(typed[field] ?? ''),
  });
  const { submit, refusal } = useSubmit(form, FIELDS, async (values) => {
    const body = Object.fromEntries(
      FIELDS.filter((field) => dirtyFields[field]).map((field) => [field, values[field]]),
    );
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
          <TextField label={t('details.costCentre')} {...told('costCentre')} {...register('costCentre')} />
          <TextField
            label={t('details.deliveryWish')}
            {...told('deliveryWish')}
            {...register('deliveryWish')}
          />
          <Field label={t('details.note')} {...told('note')}>
            {(control) => (
              <textarea {...control} {...register('note')} dir="auto" rows={2} className="textarea" />
            )}
          </Field>
          <FormProblem problem={refusal} attempt={submitCount} />
        </>
      }
    >
      {t('details.kept')}
    </AskDialog>
  );
}
