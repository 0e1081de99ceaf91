import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { type CarriedBy, CarriedBySchema, type Shipment } from '#contract/shipping/schema.ts';
import { changed } from '../../../changed.ts';
import { AskDialog } from '../../../ui/ask-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { CarrierFields } from './carrier-fields.tsx';

interface Props {
  shipment: Shipment;
  onClose: () => void;
}

/** Corrects the carrier and the tracking number of a shipment. */
export function TrackingDialog({ shipment, onClose }: Props) {
  const client = useQueryClient();
  const dialog = useModal();
  const { carrier = '', tracking = '' } = shipment;
  const form = useForm<CarriedBy>({
    resolver: resolverOf(CarriedBySchema) as never,
    defaultValues: { carrier, tracking },
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const { submit, refusal } = useSubmit(form, ['carrier', 'tracking'], async (body) => {
    try {
      await callAsUser('changeShipment', { params: { id: shipment._id }, body });
    } finally {
      changed(client, 'purchase');
    }
    toast.success('Corrected, and told to the buyer');
    dialog.current?.close();
  });
  return (
    <AskDialog
      dialog={dialog}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      title="Correct the tracking"
      action="Correct it"
      fields={
        <>
          <CarrierFields
            carrier={{ ...form.register('carrier'), error: errors.carrier?.message }}
            tracking={{ ...form.register('tracking'), error: errors.tracking?.message }}
          />
          <FormProblem problem={refusal} attempt={submitCount} />
        </>
      }
    >
      The buyer gets an email with what you enter.
    </AskDialog>
  );
}

/** Cancels a shipment that has not left. */
export function CancelDialog({ shipment, purchase, onClose }: Props & { purchase: PurchaseDetail }) {
  const client = useQueryClient();
  async function send(why: string) {
    try {
      await callAsUser('cancelShipment', { params: { id: shipment._id }, body: { why } });
    } finally {
      changed(client, 'purchase');
    }
    toast.success('Canceled, and told to the buyer');
  }
  return (
    <ReasonDialog
      title="Cancel this shipment?"
      action="Cancel the shipment"
      warns
      hint={`${purchase.name} gets it by email and reads it in the history of the order.`}
      send={send}
      onClose={onClose}
    >
      Only if it has not left. Its pieces are to be shipped again, and its number stays.
    </ReasonDialog>
  );
}
