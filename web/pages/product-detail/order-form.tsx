import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { wordsOfField } from '#contract/kernel/field-words.ts';
import { formatCount, formatMoney, formatPrice } from '#contract/kernel/money.ts';
import { lineTotal, unitPrice } from '#contract/kernel/price.ts';
import { bestQuantity } from '#contract/products/best-quantity.ts';
import { minimumQuantity, NOT_ONLINE, shortage } from '#contract/products/minimum.ts';
import { quantityMessage, rightQuantities } from '#contract/products/quantity.ts';
import type { Product } from '#contract/products/schema.ts';
import { isOutage } from '../../api-problem.ts';
import { AddToOrder } from '../../basket/cart/add-to-order.tsx';
import { AskSeller } from '../../parts/ask-seller.tsx';
import { ExpectedPieces } from '../../parts/expected-pieces.tsx';
import { PriceBreaks } from '../../parts/price-breaks.tsx';
import { useUser } from '../../session.tsx';
import { SubmitButton } from '../../ui/action-button.tsx';
import { asCount } from '../../ui/as-count.ts';
import { Button } from '../../ui/button.tsx';
import { cannotPrint } from '../../ui/cannot-print.ts';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { type Draft, drafts, type PlacedOrder } from './begun-orders.ts';
import { QuantityInput } from './quantity-input.tsx';
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

/** The order form: how many, for how much, where to, and small at its end what is given. */
export function OrderForm({ product, gone, focused, onPlaced }: Props) {
  const user = useUser();
  /** The quantity that was typed beside the link that led here. */
  const typedBefore = (useLocation().state as { quantity?: number } | null)?.quantity;
  const placeOrder = usePlaceOrder(product);
  /** The quantity of an order request without a response: it may be placed already, and may be sent again. */
  const [unanswered, setUnanswered] = useState<number>();
  /** The quantity holds a text without a digit, rather than nothing. */
  const [isUnreadable, setUnreadable] = useState(false);
  const [initial] = useState(product.multiple === 1 ? product.minOrder : minimumQuantity(product));
  const [draft] = useState(() => withTyped(drafts.get(product._id), typedBefore));
  const form = useForm<OrderValues>({
    defaultValues: draft
      ? { ...draft, order: draft.order ?? undefined }
      : { order: initial, shippingAdd: '', phone: '' },
  });
  const { register, watch, setFocus, setValue } = form;
  const { errors, isSubmitting, submitCount } = form.formState;
  const isLast = useLastAddress(form, user.email);
  useDraft(form, product._id);

  // A reload is to find what is typed here since, and not again what was typed there.
  useEffect(() => {
    if (typedBefore === undefined || !draft) return;
    drafts.set(product._id, draft);
    // The router's name for what a link hands over.
    window.history.replaceState({ ...window.history.state, usr: null }, '');
  }, [typedBefore, draft, product._id]);

  useEffect(() => {
    if (focused) setFocus('order');
  }, [focused, setFocus]);

  const quantity = watch('order', Number.NaN);
  // Checked in every render, so that the button and the reason beside it always agree.
  const wrong =
    isUnreadable && Number.isNaN(quantity) ? wordsOfField('no_number') : quantityMessage(quantity, product);
  const isUnanswered = quantity === unanswered;
  const total = wrong === undefined || isUnanswered ? lineTotal(product, quantity) : undefined;
  const short = isUnanswered ? undefined : gone ? 'This product is no longer sold.' : shortage(product);
  const reason = isUnanswered ? undefined : (short ?? wrong);
  // An untouched form has no error: it says why nothing can be ordered, but not in red.
  const touched = !isUnanswered && (quantity !== initial || submitCount > 0);
  const error = touched ? (wrong ?? errors.order?.message) : undefined;

  const { submit, field, refusal } = useSubmit(form, ['shippingAdd', 'phone', 'order'], async (values) => {
    setUnanswered(undefined);
    try {
      onPlaced(await placeOrder({ ...values, ...user }));
    } catch (failure) {
      if (isOutage(failure)) setUnanswered(values.order);
      throw failure;
    }
  });

  const prices = useRef<HTMLTableElement>(null);
  const totalShown = useRef<HTMLOutputElement>(null);
  const choose = (pieces: number) => setValue('order', pieces, { shouldDirty: true });

  /** The pressed button goes away with the advice. The focus does not go to the quantity, where Enter would order. */
  function takeAdvice(pieces: number) {
    flushSync(() => choose(pieces));
    const row = prices.current?.querySelector<HTMLElement>('[aria-current] button');
    (row ?? totalShown.current)?.focus();
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onKeyDown={ignoreHeldEnter}
      className="sheet order-form"
      aria-label="Order"
    >
      <Field
        label="Order quantity"
        error={gone ? undefined : error}
        note={reason}
        hint={short ? whatToDo(short, error) : quantitiesOf(product)}
      >
        {(control) => (
          <div className="flex gap-2">
            <QuantityInput
              {...control}
              {...register('order', asCount)}
              product={product}
              quantity={quantity}
              onChoose={choose}
              onInput={({ currentTarget: { value } }) =>
                setUnreadable(value.trim() !== '' && !/\d/.test(value))
              }
            />
            <AddToOrder
              product={product}
              {...(wrong === undefined && { quantity })}
              disabled={reason !== undefined}
              className="btn-quiet"
            />
          </div>
        )}
      </Field>
      {!gone && !short && wrong !== undefined && !isUnanswered && (
        <RightQuantities product={product} quantity={quantity} onChoose={takeAdvice} />
      )}
      {!gone && !isUnanswered && (
        <QuantityAdvice product={product} quantity={quantity} onChoose={takeAdvice} />
      )}
      <div className="order-given">
        <ReadOnlyField label="Available" value={`${formatCount(product.available)} pcs`} />
        <ReadOnlyField label="Price" value={formatPrice(unitPrice(product, quantity))} />
      </div>
      {!gone && product.expected && !(quantity <= product.available) && (
        <div className="text-sm">
          <ExpectedPieces product={product} />
          <p className="text-muted">
            Order them on the{' '}
            <Link to="/order" className="text-link">
              order pad
            </Link>
            : choose the date there.
          </p>
        </div>
      )}
      <PriceBreaks ref={prices} product={product} quantity={quantity} onChoose={choose} />
      <div className="order-where">
        <TextArea
          label="Shipping address"
          note={cannotPrint(watch('shippingAdd'))}
          hint={isLast('shippingAdd')}
          {...field('shippingAdd')}
          rows={2}
          autoComplete="shipping street-address"
          inputClass="min-h-10"
        />
        <TextField
          label="Phone"
          note={cannotPrint(watch('phone'))}
          hint={isLast('phone')}
          {...field('phone')}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <div className="order-foot">
        <div className="min-w-0">
          <p className="num text-muted text-xs">
            Total
            {total !== undefined &&
              ` for ${formatCount(quantity)} × ${formatPrice(unitPrice(product, quantity))}`}
          </p>
          <output ref={totalShown} tabIndex={-1} className="num font-semibold text-xl tracking-tight">
            {total === undefined ? '–' : formatMoney(total)}
          </output>
        </div>
        <SubmitButton disabled={reason !== undefined} busy={isSubmitting}>
          Place Order
        </SubmitButton>
      </div>
      {refusal?.message && <FormProblem problem={refusal} attempt={submitCount} focused />}
      <div className="order-given order-given-end">
        <ReadOnlyField label="Product name" value={product.name} />
        <ReadOnlyField label="Name" value={user.name} />
        <ReadOnlyField label="Email" value={user.email} />
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
      {error && `${short}. `}
      <AskSeller />
    </>
  );
}

/** A held key never submits the form. In a textarea it adds lines. */
function ignoreHeldEnter(event: KeyboardEvent) {
  const inText = event.target instanceof HTMLTextAreaElement;
  if (event.key === 'Enter' && event.repeat && !inText) event.preventDefault();
}

/** A draft with a quantity that was typed elsewhere since. */
function withTyped(draft: Draft | undefined, quantity: number | undefined): Draft | undefined {
  return quantity === undefined ? draft : { shippingAdd: '', phone: '', ...draft, order: quantity };
}

interface FieldProps {
  label: string;
  value: string;
}

/** A fixed value of the order form. It is an input, so that keyboard and screen reader reach it like the others. */
function ReadOnlyField({ label, value }: FieldProps) {
  const id = useId();
  return (
    <div className="given">
      <label htmlFor={id}>{label}</label>
      <input id={id} readOnly dir="auto" value={value} title={value} />
    </div>
  );
}

interface QuantitiesProps {
  product: Product;
  quantity: number;
  /** Sets the quantity of the form. */
  onChoose: (quantity: number) => void;
}

/** Offers the nearest quantities to one that cannot be ordered, each by one click. */
function RightQuantities({ product, quantity, onChoose }: QuantitiesProps) {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {rightQuantities(quantity, product).map((right) => (
        <Button key={right} small className="num" onClick={() => onChoose(right)}>
          Order {formatCount(right)}
        </Button>
      ))}
    </div>
  );
}

/** Offers a larger quantity that costs less, or little more, by one click; also when the given one is no multiple. */
function QuantityAdvice({ product, quantity, onChoose }: QuantitiesProps) {
  const best = bestQuantity(quantity, product);
  return (
    <div role="status" className="text-sm empty:hidden">
      {best && (
        <p className="num flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-base-300 bg-base-100 px-3 py-2">
          <span>
            {formatCount(best.quantity)} pcs {comparedTotal(best.saved)}
            {best.than !== quantity && ` than ${formatCount(best.than)}`}, {formatMoney(best.total)} in total.
          </span>
          <Button small onClick={() => onChoose(best.quantity)}>
            Order {formatCount(best.quantity)}
          </Button>
        </p>
      )}
    </div>
  );
}

function comparedTotal(saved: number): string {
  if (saved > 0) return `cost ${formatMoney(saved)} less`;
  return saved < 0 ? `cost only ${formatMoney(-saved)} more` : 'cost no more';
}
