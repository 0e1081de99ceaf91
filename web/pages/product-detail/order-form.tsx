import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { formatCount, formatMoney, totalOf } from '#contract/money.ts';
import { minimumQuantity, quantityError } from '#contract/orders.ts';
import type { Product } from '#contract/products.ts';
import { statusOf } from '../../api.ts';
import { useUser } from '../../session.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormProblem, placeErrors } from '../../ui/form-problem.tsx';
import { OrderPlaced, type PlacedOrder } from './order-placed.tsx';
import { ReadOnlyField } from './read-only-field.tsx';
import { usePlaceOrder } from './use-place-order.ts';

interface OrderValues {
  order: number;
  shippingAdd: string;
  phone: string;
}

interface Props {
  product: Product;
  /** It was taken out of the catalogue while this page was open. */
  gone: boolean;
}

/** An order, read from top to bottom: what, for whom and where to, how many for how much. */
export function OrderForm({ product, gone }: Props) {
  const user = useUser();
  const placeOrder = usePlaceOrder(product);
  const [problem, setProblem] = useState<{ message?: string | undefined; signedOut: boolean }>();
  const [placed, setPlaced] = useState<PlacedOrder>();
  const { register, handleSubmit, watch, formState, setError } = useForm<OrderValues>({
    defaultValues: { order: product.minOrder, shippingAdd: '', phone: '' },
  });
  const { errors, isSubmitting } = formState;

  const quantity = watch('order');
  // Checked at every key and every change of the product, so that the button and its reason always agree.
  const wrong = quantityError(quantity, product);
  const total = wrong === undefined ? totalOf(product.price, quantity) : undefined;
  const refusal = gone ? 'This product is no longer sold.' : wrong;

  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    setPlaced(undefined);
    try {
      setPlaced(await placeOrder({ ...values, ...user }));
    } catch (error) {
      const message = placeErrors(error, ['order', 'shippingAdd', 'phone'], setError);
      setProblem({ message, signedOut: statusOf(error) === 401 });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="sheet" aria-label="Order">
      <div className="px-5 py-3 sm:px-6">
        <ReadOnlyField label="Product name" value={product.name} />
        <ReadOnlyField label="Available" value={`${formatCount(product.available)} pcs`} />
        <ReadOnlyField label="Price" value={formatMoney(product.price)} />
        <ReadOnlyField label="Name" value={user.name} />
        <ReadOnlyField label="Email" value={user.email} />
      </div>
      <div className="grid gap-4 border-base-300 border-t p-5 sm:grid-cols-[2fr_1fr] sm:p-6">
        <Field label="Shipping address" error={errors.shippingAdd?.message}>
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
        <Field label="Phone" error={errors.phone?.message}>
          {(control) => (
            <input {...control} {...register('phone')} type="tel" autoComplete="tel" className="input" />
          )}
        </Field>
      </div>
      <div className="grid gap-4 border-base-300 border-t bg-base-200 p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:p-6">
        <Field
          label="Order quantity"
          error={refusal ?? errors.order?.message}
          hint={`Minimum ${formatCount(minimumQuantity(product))} pcs`}
        >
          {(control) => (
            <input
              {...control}
              {...register('order', { valueAsNumber: true })}
              type="number"
              inputMode="numeric"
              min={minimumQuantity(product)}
              max={product.available}
              step={1}
              className="input num max-w-40 text-end font-semibold"
            />
          )}
        </Field>
        <div className="grid content-start gap-2 sm:justify-items-end">
          <p className="num text-muted text-sm">
            Total
            {total !== undefined && ` for ${formatCount(quantity)} × ${formatMoney(product.price)}`}
          </p>
          <output className="num font-semibold text-xl tracking-tight">
            {total === undefined ? '–' : formatMoney(total)}
          </output>
          <ActionButton
            type="submit"
            className="btn btn-primary min-w-40"
            disabled={refusal !== undefined}
            busy={isSubmitting}
          >
            Place Order
          </ActionButton>
        </div>
        {(problem?.message || placed) && (
          <div className="sm:col-span-2">
            <FormProblem message={problem?.message} signedOut={problem?.signedOut ?? false} />
            {placed && <OrderPlaced placed={placed} />}
          </div>
        )}
      </div>
    </form>
  );
}
