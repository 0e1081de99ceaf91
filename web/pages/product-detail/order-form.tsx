import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { seller } from '#content/shop.ts';
import { minimumQuantity, NOT_ONLINE, shortage } from '#contract/minimum.ts';
import { formatCount, formatMoney, formatPrice } from '#contract/money.ts';
import { lineTotal, unitPrice } from '#contract/price.ts';
import type { Product } from '#contract/products.ts';
import { quantityMessage } from '#contract/quantity.ts';
import { isOutage } from '../../api-problem.ts';
import { useUser } from '../../session.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { asCount } from '../../ui/as-count.ts';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { drafts, type PlacedOrder } from './begun-orders.ts';
import { PriceBreaks } from './price-breaks.tsx';
import { QuantityAdvice } from './quantity-advice.tsx';
import { QuantityInput } from './quantity-input.tsx';
import { ReadOnlyField } from './read-only-field.tsx';
import { type OrderValues, useDraft } from './use-draft.ts';
import { useLastAddress } from './use-last-address.ts';
import { usePlaceOrder } from './use-place-order.ts';

interface Props {
  product: Product;
  /** The product was removed from the catalogue while this page was open. */
  gone: boolean;
  /** The quantity has the focus at first. */
  focused: boolean;
  onPlaced: (placed: PlacedOrder) => void;
}

/** The order form, from top to bottom: the product, the buyer, the address, the quantity and the total. */
export function OrderForm({ product, gone, focused, onPlaced }: Props) {
  const user = useUser();
  const placeOrder = usePlaceOrder(product);
  /** The quantity of an order request without a response: it may be placed already, and may be sent again. */
  const [unanswered, setUnanswered] = useState<number>();
  const [initial] = useState(product.multiple === 1 ? product.minOrder : minimumQuantity(product));
  const [draft] = useState(() => drafts.get(product._id));
  const form = useForm<OrderValues>({
    defaultValues: draft
      ? { ...draft, order: draft.order ?? undefined }
      : { order: initial, shippingAdd: '', phone: '' },
  });
  const { register, watch, formState, setFocus, setValue } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const isLast = useLastAddress(form, user.email);
  useDraft(form, product._id);

  useEffect(() => {
    if (focused) setFocus('order');
  }, [focused, setFocus]);

  const quantity = watch('order', Number.NaN);
  // Checked in every render, so that the button and the reason beside it always agree.
  const wrong = quantityMessage(quantity, product);
  const isUnanswered = quantity === unanswered;
  const total = wrong === undefined || isUnanswered ? lineTotal(product, quantity) : undefined;
  const short = isUnanswered ? undefined : gone ? 'This product is no longer sold.' : shortage(product);
  const reason = isUnanswered ? undefined : (short ?? wrong);
  // An untouched form has no error: it says why nothing can be ordered, but not in red.
  const touched = !isUnanswered && (quantity !== initial || submitCount > 0);
  const error = touched ? (wrong ?? errors.order?.message) : undefined;

  const { submit, refusal } = useSubmit(form, ['shippingAdd', 'phone', 'order'], async (values) => {
    setUnanswered(undefined);
    try {
      onPlaced(await placeOrder({ ...values, ...user }));
    } catch (failure) {
      if (isOutage(failure)) setUnanswered(values.order);
      throw failure;
    }
  });

  const prices = useRef<HTMLTableElement>(null);
  const choose = (pieces: number) => setValue('order', pieces, { shouldDirty: true });

  /** The pressed button goes away with the advice. The focus does not go to the quantity, where Enter would order. */
  function takeAdvice(pieces: number) {
    flushSync(() => choose(pieces));
    prices.current?.querySelector<HTMLElement>('[aria-current] button')?.focus();
  }

  return (
    <form noValidate onSubmit={submit} onKeyDown={ignoreHeldEnter} className="sheet" aria-label="Order">
      <div className="grid px-5 py-2 lg:grid-cols-[auto_minmax(0,2fr)_auto_minmax(0,3fr)] lg:gap-x-4">
        <ReadOnlyField label="Product name" value={product.name} wide />
        <ReadOnlyField label="Available" value={`${formatCount(product.available)} pcs`} />
        <ReadOnlyField label="Price" value={formatPrice(unitPrice(product, quantity))} />
        <ReadOnlyField label="Name" value={user.name} />
        <ReadOnlyField label="Email" value={user.email} />
      </div>
      <div className="grid gap-4 border-base-300 border-t px-5 py-4 sm:grid-cols-[2fr_1fr]">
        <Field label="Shipping address" error={errors.shippingAdd?.message} hint={isLast('shippingAdd')}>
          {(control) => (
            <textarea
              {...control}
              {...register('shippingAdd')}
              rows={2}
              autoComplete="shipping street-address"
              className="textarea min-h-10"
            />
          )}
        </Field>
        <TextField
          label="Phone"
          error={errors.phone?.message}
          hint={isLast('phone')}
          {...register('phone')}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <div className="grid gap-4 border-base-300 border-t bg-base-200 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field
          label="Order quantity"
          error={gone ? undefined : error}
          note={reason}
          hint={short ? whatToDo(short, error) : quantitiesOf(product)}
        >
          {(control) => (
            <QuantityInput
              {...control}
              {...register('order', asCount)}
              product={product}
              quantity={quantity}
              onChoose={choose}
            />
          )}
        </Field>
        <div className="grid content-start gap-1.5 sm:justify-items-end">
          <p className="num text-muted text-sm">
            Total
            {total !== undefined &&
              ` for ${formatCount(quantity)} × ${formatPrice(unitPrice(product, quantity))}`}
          </p>
          <output className="num font-semibold text-xl tracking-tight">
            {total === undefined ? '–' : formatMoney(total)}
          </output>
          <ActionButton
            type="submit"
            className="btn btn-primary min-w-40"
            disabled={reason !== undefined}
            busy={isSubmitting}
          >
            Place Order
          </ActionButton>
        </div>
        <div className="grid gap-3 empty:hidden sm:col-span-2">
          {!gone && !isUnanswered && (
            <QuantityAdvice product={product} quantity={quantity} onChoose={takeAdvice} />
          )}
          <PriceBreaks ref={prices} product={product} quantity={quantity} onChoose={choose} />
        </div>
        {refusal?.message && (
          <div className="sm:col-span-2">
            <FormProblem problem={refusal} attempt={submitCount} focused />
          </div>
        )}
      </div>
    </form>
  );
}

/** Which quantities of a product can be ordered, for the hint below the field. */
function quantitiesOf(product: Product): string {
  const least = `Minimum ${formatCount(minimumQuantity(product))} pcs`;
  return product.multiple === 1 ? least : `${least}, in multiples of ${formatCount(product.multiple)}`;
}

/** What a buyer can do when no quantity can be ordered. It includes the reason when an error has the place of the reason. */
function whatToDo(short: string, error: string | undefined): ReactNode {
  if (short !== NOT_ONLINE) return error && short;
  return (
    <>
      {error && `${short}. `}To order it, write to{' '}
      <a href={`mailto:${seller.email}`} className="text-link">
        {seller.email}
      </a>
      .
    </>
  );
}

/** A held key never submits the form. In a textarea it adds lines. */
function ignoreHeldEnter(event: KeyboardEvent) {
  const inText = event.target instanceof HTMLTextAreaElement;
  if (event.key === 'Enter' && event.repeat && !inText) event.preventDefault();
}
