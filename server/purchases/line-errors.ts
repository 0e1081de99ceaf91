import { fieldError } from '#contract/kernel/field-message.ts';
import { fromMicros, toDollars } from '#contract/kernel/money.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import { nearestQuantities } from '#contract/products/quantity.ts';
import type { LineRefusal } from './request.ts';

/** The fields of a request that a line's product, price and quantity came from. */
export interface LineFields {
  product: string;
  price: string;
  quantity: string;
  receiptDate: string;
}

/** Returns why a line of so many pieces was refused, beside the field that is to blame, with the numbers that say so. */
export function lineError(refusal: LineRefusal, quantity: number, fields: LineFields): FieldError {
  switch (refusal.verdict) {
    case 'gone':
      return fieldError(fields.product, 'gone');
    case 'not_expected':
      return fieldError(fields.receiptDate, 'not_expected', { dueOn: refusal.dueOn });
    case 'price_changed':
      return fieldError(fields.price, 'price_changed', { price: fromMicros(refusal.unitPriceMicros) });
    case 'too_few':
      return fieldError(fields.quantity, 'too_few', { least: refusal.least });
    case 'not_multiple': {
      const { least: minOrder, multiple, available } = refusal;
      const nearest = nearestQuantities(quantity, { minOrder, multiple, available });
      return fieldError(fields.quantity, 'not_multiple', nearest);
    }
    case 'too_many':
      return fieldError(fields.quantity, 'too_many', { available: refusal.available });
    case 'over_card_limit':
      return fieldError(fields.quantity, 'over_card_limit', { most: toDollars(refusal.leftCents) });
  }
}
