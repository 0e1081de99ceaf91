import type { PurchaseTerms } from '../purchases/request.ts';
import type { ShopConfig } from '../status/routes.ts';
import type { Settings } from './settings.ts';

type SetTerms = 'holdMinutes' | 'smallestOrder';
type SetConfig = 'shop' | 'smallestOrder' | 'hold';
export type FixedTerms = Omit<PurchaseTerms, SetTerms>;
export type FixedConfig = Omit<ShopConfig, SetConfig>;

/** Adds to the terms of purchases what the settings say of them at the moment. */
export function liveTerms(settings: Settings, fixed: FixedTerms): PurchaseTerms {
  return {
    ...fixed,
    get smallestOrder() {
      return settings.values.orders.smallestOrder;
    },
    get holdMinutes() {
      return settings.values.orders.holdMinutes;
    },
    get unprovenMinutes() {
      return Math.min(fixed.unprovenMinutes, settings.values.orders.holdMinutes);
    },
  };
}

/** Adds to what browsers have to know what the settings say of it at the moment. */
export function liveConfig(settings: Settings, terms: PurchaseTerms, fixed: FixedConfig): ShopConfig {
  return {
    ...fixed,
    get shop() {
      const { name, claim, address, email, taxId } = settings.values.shop;
      return { name, claim, address, email, taxId };
    },
    get smallestOrder() {
      return terms.smallestOrder;
    },
    get hold() {
      return { minutes: terms.holdMinutes, unprovenMinutes: terms.unprovenMinutes };
    },
  };
}
