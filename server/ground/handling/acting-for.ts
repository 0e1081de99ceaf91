import type { AnyPerson } from '#contract/kernel/reach.ts';
import { isId } from '../database/uuid.ts';
import type { Input } from './handler.ts';
import { forbidden, notFound, unauthorized } from './problem.ts';

/**
 * Returns for whom a call asks: the caller or, where staff order for another buyer, the caller for that one. Throws 401 and 403 where
 * others name a buyer that is not theirs, and 404 for what is no id.
 */
export function actingFor<C extends Pick<AnyPerson, 'userId' | 'buyerId'> | undefined>(
  caller: C,
  can: Input<'placePurchase'>['can'],
  buyerId: string | undefined,
): C {
  if (buyerId === undefined || buyerId === caller?.buyerId) return caller;
  if (!caller) throw unauthorized();
  if (!can('purchase.placeFor')) throw forbidden('staff_only');
  if (!isId(buyerId)) throw notFound('buyer');
  return { ...caller, buyerId };
}
