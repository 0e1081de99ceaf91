import { sql } from 'kysely';
import { callerBehind } from '../accounts/tokens.ts';
import { findBillable } from '../address-book/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import { prepare } from '../ground/database/prepare.ts';
import { today } from '../ground/days.ts';
import { type BuyersLists, hasLists, readLists } from '../price-lists/offers.ts';
import { RECEIPT_LOCKS } from '../products/expected.ts';
import type { Kept } from './buyers.ts';
import { type CompanyTerms, readCompanyTerms, type TermsAsked } from './company-terms.ts';
import { toAddress } from './delivery.ts';
import type { PlacedAnswer, PurchaseRequest } from './request.ts';
import {
  AS_ROWS,
  type LockedProduct,
  type LockedReceipt,
  PRODUCT_COLUMNS,
  RECEIPT_COLUMNS,
  type Rows,
  toProduct,
} from './stock-rows.ts';

/** What placing purchases decides on. All of it stays as it is until the transaction ends. */
export interface Locked {
  /** Who asks, for each request in its order; undefined where the accessToken stands for nobody any more. */
  askers: (Asker | undefined)[];
  products: Map<string, LockedProduct>;
  /** Goods that are expected, by `receiptKey`. */
  receipts: Map<string, LockedReceipt>;
  /** The price lists of those who ask, with what they say of the products. They are read, not locked. */
  lists: BuyersLists;
}

/** Whose purchase it is: the caller, or the person that staff place it for. */
export interface Asker extends Kept {
  userId: string;
  buyerId: string;
  /** What the person was in the company when the token was looked up; null for a buyer of their own. */
  roles: string[] | null;
  /** What the company lets the person order. */
  company?: CompanyTerms | undefined;
  /** Whether the address that the invoice is to name is a billing address of the buyer's book. */
  isBillable?: boolean;
  name: string;
  email: string;
  isAddressProven: boolean;
  /** The address of the member of staff who places it; null where the person does. */
  placedBy: string | null;
  unpaidOrders: number;
  heldCents: number;
  /** Of the request that used the same Idempotency-Key earlier. */
  earlier: { requestHash: string; answer: PlacedAnswer } | null;
}

export const receiptKey = (productId: string, dueOn: string) => `${productId} ${dueOn}`;

/** Locks what some purchases need until the transaction ends, and returns it as it is then. */
export async function lockForPlacing(transaction: Queryable, requests: PurchaseRequest[]): Promise<Locked> {
  const asked = requests.map(({ caller, onBehalf, attempt }, nth) => ({
    nth,
    token_hash: caller.tokenHash,
    for_buyer: onBehalf?.buyerId,
    contact: onBehalf?.contactId,
    call: attempt?.call,
    key: attempt?.key,
  }));
  const lines = requests.flatMap((request, nth) =>
    request.lines.map(({ productId, receiptDate }) => ({
      nth,
      product_id: productId,
      receipt_date: receiptDate,
    })),
  );
  const [found] = await lock(transaction, { asked: JSON.stringify(asked), lines: JSON.stringify(lines) });
  const { askers, products, receipts } = found!;
  const companies = askers?.filter(({ roles }) => roles !== null) ?? [];
  const company = await readCompanyTerms(
    transaction,
    companies.map((asker) => toAsked(asker, requests[asker.nth]!)),
  );
  const lists = await readLists(
    transaction,
    (askers ?? [])
      .filter(({ hasLists }) => hasLists)
      .map(({ buyerId, nth }) => ({
        buyerId,
        productIds: requests[nth]!.lines.flatMap(({ productId }) => productId ?? []),
      })),
  );
  const billable = await findBillable(
    transaction,
    (askers ?? []).flatMap(({ nth, buyerId }) => {
      const billTo = requests[nth]!.facts?.billTo;
      return billTo ? [{ nth, buyerId, billTo }] : [];
    }),
  );
  // Who was a member when the token was looked up, and is none behind the lock, asks for nobody.
  const isSomebody = ({ roles, nth }: { roles: string[] | null; nth: number }) =>
    roles === null || Boolean(company.get(nth)?.roles);
  const byNth = new Map(
    askers
      ?.filter(isSomebody)
      .map((asker) => [
        asker.nth,
        { ...asker, company: company.get(asker.nth), isBillable: billable.has(asker.nth) },
      ]),
  );
  return {
    askers: requests.map((_, nth) => byNth.get(nth)),
    products: new Map(products?.map((row) => [row.id, toProduct(row)])),
    receipts: new Map(receipts?.map((receipt) => [receiptKey(receipt.productId, receipt.dueOn), receipt])),
    lists,
  };
}

const toAsked = (
  { nth, buyerId, userId }: Asker & { nth: number },
  { facts, delivery }: PurchaseRequest,
): TermsAsked => ({
  ...{ nth, buyerId, userId, poNumber: facts?.poNumber, costCentre: facts?.costCentre },
  shipTo: toAddress(delivery).shipTo,
  actedBy: userId,
});

interface LockedRows extends Rows {
  askers: (Asker & { nth: number; hasLists: boolean })[] | null;
}

/**
 * The rows of buyers are locked in the order of their ids, then those of products and of receipts in the order of theirs: so two
 * transactions never wait for each other. `gates` waits while expected goods of its products arrive (receipts/lock.ts): that
 * "count(*) from gates" is at least 0 is always true, and makes PostgreSQL run it before it locks products.
 */
const lock = prepare<{ asked: string; lines: string }, LockedRows>(
  (value) => sql`
    with asked as materialized (
      select request.nth, placer.*, case when for_buyer is not null then caller.email end as placed_by, earlier
      from json_to_recordset(${value('asked')}::json) as request (nth int, token_hash text, for_buyer uuid, contact uuid, call text, key text)
        join lateral (${callerBehind(sql`request.token_hash`)}) as caller on true
        join lateral (
          select caller.user_id, caller.buyer_id, caller.roles, caller.name, caller.email, caller.is_proven where for_buyer is null
          union all
          select users.id, for_buyer, members.roles, users.name, users.email, users.email_verified
          from users left join members on members.buyer_id = for_buyer and members.user_id = users.id
          where users.id = contact and caller.role <> 'customer' and (users.id = for_buyer or members.roles is not null)
        ) as placer on true
        left join lateral (
          select json_build_object('requestHash', encode(request_hash, 'hex'), 'answer', answer) as earlier
          from idempotency_keys used
          where used.user_id = caller.user_id and used.call = request.call and used.key = request.key
          limit 1
        ) as used on true
    ), lines as materialized (
      select * from json_to_recordset(${value('lines')}::json) as line (nth int, product_id uuid, receipt_date date)
    ), buyers as materialized (
      select id, kind, unpaid_orders, held_cents, closed_why, blocked_why, waiting_since, currency, group_id from buyers
      where id = any(array(select buyer_id from asked))
      order by id for no key update
    ), gates as materialized (
      select pg_advisory_xact_lock_shared(${sql.lit(RECEIPT_LOCKS)}, gate)
      from (select distinct hashtext(product_id::text) as gate from lines where receipt_date is not null order by gate) as gates
      where (select count(*) from buyers) > 0
    ), locked as materialized (
      select ${PRODUCT_COLUMNS} from products
      where id = any(array(select product_id from lines)) and (select count(*) from buyers) > 0
        and (select count(*) from gates) >= 0
      order by id for no key update
    ), expected as materialized (
      select ${RECEIPT_COLUMNS} from receipts
      where (product_id, due_on) in (select product_id, receipt_date from lines where receipt_date is not null)
        and closed_at is null and due_on >= ${today} and (select count(*) from locked) > 0
      order by id for no key update
    )
    select (
        select json_agg(json_build_object('nth', nth, 'userId', user_id, 'buyerId', buyer_id, 'name', name,
          'email', email, 'isAddressProven', is_proven or kind = 'company', 'roles', roles, 'placedBy', placed_by, 'unpaidOrders', unpaid_orders, 'heldCents', held_cents,
          'closedWhy', closed_why, 'blockedWhy', blocked_why, 'isWaiting', waiting_since is not null, 'hasLists', ${hasLists}, 'earlier', earlier))
        from asked join buyers on buyers.id = buyer_id
      ) as askers, ${AS_ROWS}`,
);
