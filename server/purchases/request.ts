import type { Caller } from '../ground/handling/handler.ts';
import type { Attempt } from '../ground/idempotency/idempotency.ts';
import type { KeptVerdict } from './buyers.ts';
import type { Delivery } from './delivery.ts';
import type { PurchaseFacts } from './facts.ts';
import type { CompanyJudgement } from './judge-company.ts';
import type { NewStock } from './stock.ts';

/** A purchase that somebody asks for. */
export interface PurchaseRequest {
  caller: Caller;
  /** By staff: the buyer that they place it for, and the person whose purchase it is. */
  onBehalf?: OnBehalf | undefined;
  lines: RequestedLine[];
  delivery: Delivery;
  facts?: PurchaseFacts;
  /** The total that the buyer has seen. Another one is refused. */
  expectedCents?: number;
  attempt: Attempt | undefined;
}

export interface OnBehalf {
  buyerId: string;
  /** The buyer itself, or a member of the company. */
  contactId: string;
}

export interface RequestedLine {
  /** Undefined for a product that is known to nobody. */
  productId: string | undefined;
  quantity: number;
  /** The day of the expected goods that its pieces are promised from; without it they are taken from stock. */
  receiptDate?: string | undefined;
  /** The price of one piece that the buyer has seen: of this quantity, or of the minimum. Without it any price is right. */
  unitPriceMicros?: number | undefined;
  customerRef?: string | undefined;
  designators?: string | undefined;
}

/** What became of a request. Earlier reasons are told before later ones. */
export type Verdict =
  /** The accessToken stands for nobody any more. */
  | { verdict: 'unauthenticated' }
  /** The person that staff place it for is gone, or no member of the company any more. */
  | { verdict: 'no_contact' }
  /** The address that the invoice is to name is no billing address of the buyer's book. */
  | { verdict: 'no_bill_to' }
  /** The person's roles in the company do not let them place, or its rules and limits do not. */
  | Exclude<CompanyJudgement, { verdict: 'allowed' }>
  /** A request with this Idempotency-Key was answered before: the same one, or another one. */
  | { verdict: 'repeat' | 'key_reused'; answer: PlacedAnswer }
  /** Something is wrong with these lines. */
  | {
      verdict: 'refused';
      lines: LineRefusal[];
      /** What all lines come to, where only prices have changed. */
      cents?: number;
    }
  /** It comes to another total than expected. The lines are those for which another price was expected. */
  | { verdict: 'total_changed'; lines: PriceChange[]; cents: number }
  | KeptVerdict
  /** The buyer has as many unpaid purchases, or as much held, as they may. */
  | { verdict: 'too_many_unpaid' | 'address_unproven' }
  /** It comes to less than a card pays. */
  | { verdict: 'total_too_low' }
  | { verdict: 'placed'; answer: PlacedAnswer; levels: NewStock[] };

/** Another price than a line, counted from 1, was asked for at. */
export interface PriceChange {
  line: number;
  verdict: 'price_changed';
  unitPriceMicros: number;
}

/** Why a line, counted from 1, refuses its purchase. */
export type LineRefusal = PriceChange | LineFault;
type LineFault = { line: number } & (
  | { verdict: 'gone' }
  /** Nothing of the product is expected on this day. */
  | { verdict: 'not_expected'; dueOn: string }
  | { verdict: 'too_few'; least: number }
  | { verdict: 'not_multiple'; least: number; multiple: number; available: number }
  /** So many pieces are left for this one. */
  | { verdict: 'too_many'; available: number }
  /** So many cents of what a card can be charged are left for this one. */
  | { verdict: 'over_card_limit'; leftCents: number }
);

/** What a client is answered, also when it repeats its request. */
export interface PlacedAnswer {
  /** The id of the first line. */
  insertedId: string;
  purchaseId: string;
  number: number;
  /** How many earlier purchases of the buyer have the same PO number, as far as they are counted. */
  poUsedBefore: number;
  /** Only of a purchase that waits for an approval. */
  state?: 'asked' | undefined;
}

/** The shop's terms for purchases, as they are at the moment: those that the settings say may be others the next time. */
export interface PurchaseTerms {
  /** The least pieces of any product. */
  smallestOrder: number;
  /** Minutes for which a purchase keeps its stock while it is unpaid. */
  holdMinutes: number;
  /** The same for a buyer whose address is not proven; no more than `holdMinutes`. */
  unprovenMinutes: number;
  /** Most unpaid purchases a buyer may have. */
  maxUnpaid: number;
  /** Most that the stock held for a buyer whose address is not proven may come to, in cents; one purchase may be more. */
  unprovenCents: number;
}
