import { sql } from 'kysely';
import type { PriceSource } from '#contract/price-lists/offer.ts';
import { PO_USES_COUNTED } from '#contract/purchases/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { prepare } from '../ground/database/prepare.ts';
import { newId } from '../ground/database/uuid.ts';
import { insertFirstMail } from '../ground/mail/queries.ts';
import { tellAsked } from './approvals.ts';
import { tellSkipped, writeSpending } from './company-terms.ts';
import { columnsOf, FACT_COLUMNS } from './facts.ts';
import type { Judgement } from './judge.ts';
import { purchaseMails } from './mail-words.ts';
import { purchaseFacts } from './mails.ts';
import type { PlacedAnswer, PurchaseRequest, PurchaseTerms } from './request.ts';
import { placedHold } from './rules.ts';
import { type NewStock, setPromised, setStock } from './stock.ts';

/** A purchase that is to be written. */
export interface Accepted extends Extract<Judgement, { verdict: 'placed' }> {
  request: PurchaseRequest;
}

/** A purchase that was written, and what it and those beside it have left of its products, for each line. */
export interface Written {
  answer: PlacedAnswer;
  levels: NewStock[];
}

/**
 * Writes purchases, their lines, mails, the ledger's entries and the answers to repeats, and takes their pieces from the rows that
 * this transaction has locked. Returns what became of each, in their order. Fails on the uniqueness of an Idempotency-Key
 * (see `isRepeat`) when the same request was placed since the rows were locked.
 */
export async function writePurchases(
  transaction: Queryable,
  accepted: Accepted[],
  terms: PurchaseTerms,
): Promise<Written[]> {
  const stock = new Map<string, NewStock>();
  const promised = new Map<string, number>();
  const lines: object[] = [];
  const rows = accepted.map(({ request, asker, cents, company, lines: own }, nth) => {
    const purchaseId = newId();
    const { delivery, facts = {}, attempt } = request;
    const orderIds = own.map(({ product, receipt, quantity, ...line }, index) => {
      const orderId = newId();
      const left = stock.get(product.id) ?? {
        productId: product.id,
        available: product.available,
        revision: product.revision + 1,
        isExpected: false,
      };
      if (receipt) promised.set(receipt.id, (promised.get(receipt.id) ?? receipt.promised) + quantity);
      stock.set(product.id, {
        ...left,
        available: left.available - (receipt ? 0 : quantity),
        isExpected: left.isExpected || receipt !== undefined,
      });
      const { customerRef, designators } = request.lines[index]!;
      lines.push({
        order_id: orderId,
        event_id: newId(),
        purchase_id: purchaseId,
        line_no: index + 1,
        product_id: product.id,
        name: product.name,
        unit_price_micros: line.unitPriceMicros,
        price_source: kept(line.priceSource),
        quantity,
        cents: line.cents,
        available: line.available,
        customer_ref: customerRef,
        designators,
        receipt_id: receipt?.id,
        due_on: receipt?.dueOn,
      });
      return orderId;
    });
    const state: 'asked' | 'held' = isAsked(accepted[nth]!) ? 'asked' : 'held';
    const hold = placedHold(asker.isAddressProven, terms);
    return {
      purchase_id: purchaseId,
      mail_id: newId(),
      user_id: asker.userId,
      buyer_id: asker.buyerId,
      buyer_name: asker.name,
      buyer_email: asker.email,
      placed_by: asker.placedBy,
      shipping_address: delivery.address,
      phone: delivery.phone,
      ship_to: delivery.shipTo,
      ...columnsOf(facts),
      state,
      approvals: company?.approvals,
      cents,
      hold_minutes: hold.holdMinutes,
      proven_minutes: hold.provenMinutes,
      key_of: attempt?.userId,
      call: attempt?.call,
      key: attempt?.key,
      request_hash: attempt && `\\x${attempt.requestHash.toString('hex')}`,
      answer: { insertedId: orderIds[0]!, purchaseId, ...(state === 'asked' && { state }) },
    };
  });
  const written = await write(transaction, {
    purchases: JSON.stringify(rows),
    lines: JSON.stringify(lines),
    stock: JSON.stringify([...stock.values()]),
    promised: JSON.stringify([...promised].map(([id, pieces]) => ({ id, pieces }))),
    poUses: PO_USES_COUNTED,
  });
  await writeSpending(
    transaction,
    accepted.flatMap(({ asker: { buyerId }, cents, company }, nth) =>
      (company?.counted ?? []).map((one) => ({ ...one, purchaseId: rows[nth]!.purchase_id, buyerId, cents })),
    ),
  );
  await tellAsked(
    transaction,
    rows.flatMap(({ state, purchase_id }) => (state === 'asked' ? [purchase_id] : [])),
  );
  await tellSkipped(
    transaction,
    rows.map(({ purchase_id, placed_by, buyer_email }, nth) => {
      const { skipped = [] } = accepted[nth]!.company ?? {};
      return { purchaseId: purchase_id, actor: placed_by ?? buyer_email, skipped };
    }),
  );
  const numbers = new Map(written.map(({ id, ...rest }) => [id, rest]));
  return rows.map(({ answer }, nth) => ({
    answer: { ...answer, ...numbers.get(answer.purchaseId)! },
    levels: accepted[nth]!.lines.map(({ product }) => stock.get(product.id)!),
  }));
}

/** Whether a purchase has to be approved first. */
const isAsked = ({ company }: Pick<Accepted, 'company'>) => (company?.approvals.length ?? 0) > 0;

/** What a line keeps of where its price came from: nothing of a list price. */
export const kept = (source: PriceSource): PriceSource | undefined =>
  source.kind === 'list' ? undefined : source;

/** The columns of what buyers say at a purchase, and with their types. */
const FACTS = sql.raw(Object.values(FACT_COLUMNS).join(', '));
const TYPED_FACTS = sql.raw(
  Object.values(FACT_COLUMNS)
    .map((column) => `${column} ${column === FACT_COLUMNS.billTo ? 'jsonb' : 'text'}`)
    .join(', '),
);

type WriteValues = Record<'purchases' | 'lines' | 'stock' | 'promised', string> & { poUses: number };

/** The company's own number of a line's part. People have none, so nothing is looked up for them. */
const OWN_NUMBER = sql`case when buyer_id <> user_id then (
  select number from part_numbers own where own.buyer_id = asked.buyer_id and own.product_id = lines.product_id) end`;

/** A trigger counts the placed purchases for their buyer. */
const write = prepare<WriteValues, { id: string; number: number; poUsedBefore: number }>(
  (value) => sql`
    with asked as materialized (
      select * from json_to_recordset(${value('purchases')}::json) as purchase (purchase_id uuid, mail_id uuid, user_id uuid,
        buyer_id uuid, buyer_name text, buyer_email text, placed_by text, shipping_address text, phone text, ship_to jsonb, ${TYPED_FACTS}, state text, approvals jsonb,
        cents bigint,
        hold_minutes int, proven_minutes int, key_of uuid, call text, key text, request_hash bytea, answer jsonb)
    ), lines as materialized (
      select * from json_to_recordset(${value('lines')}::json) as line (order_id uuid, event_id uuid, purchase_id uuid,
        line_no int, product_id uuid, name text, unit_price_micros bigint, price_source jsonb, quantity int, cents bigint, available int,
        customer_ref text, designators text, receipt_id uuid, due_on date)
    ), taken as (${setStock(value('stock'))}
    ), promised as (${setPromised(value('promised'))}
    ), placed as (
      insert into purchases (id, user_id, buyer_id, buyer_name, buyer_email, placed_by, shipping_address, phone, ship_to, ${FACTS}, state,
        total_cents, payable_cents, held_until, held_until_proven, asked_at, approvals)
      select purchase_id, user_id, buyer_id, buyer_name, buyer_email, placed_by, shipping_address, phone, ship_to, ${FACTS}, state, cents, cents,
        now() + make_interval(mins => hold_minutes), now() + make_interval(mins => proven_minutes),
        case when state = 'asked' then now() end, approvals
      from asked
      returning *, (
        select count(*) from (
          select from purchases earlier
          where earlier.buyer_id = purchases.buyer_id and lower(earlier.po_number) = lower(purchases.po_number)
            and earlier.po_number is not null and earlier.state <> 'deleted'
          limit ${value('poUses')}::int
        ) as uses
      )::int as po_uses
    ), placed_lines as (
      insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, price_source, quantity, total_cents,
        available, customer_ref, designators, receipt_id, awaited)
      select order_id, purchase_id, line_no, product_id, name, unit_price_micros, price_source, quantity, lines.cents, available,
        coalesce(customer_ref, ${OWN_NUMBER}), designators, receipt_id, case when receipt_id is null then 0 else quantity end
      from lines join asked using (purchase_id)
      returning *
    ), mailed as (${insertFirstMail(
      purchaseMails.order_placed,
      sql`select mail_id, purchases.buyer_email as recipient, purchases.id::text as subject,
        ${purchaseFacts(sql`'heldUntil', held_until, 'isAsked', purchases.state = 'asked', 'byShop', purchases.placed_by is not null`, sql`placed_lines`)} as facts
        from placed as purchases join asked on purchase_id = purchases.id`,
      sql`mail_id`,
    )}
    ), logged as (
      insert into events (id, kind, actor, order_id, product_id, stock_change, facts)
      select event_id, 'order_placed', coalesce(placed_by, buyer_email), order_id, product_id, case when receipt_id is null then -quantity end,
        nullif(jsonb_strip_nulls(jsonb_build_object('expectedOn', due_on, 'pieces', case when receipt_id is not null then quantity end,
          'for', case when placed_by is not null then buyer_email end)), '{}')
      from lines join asked using (purchase_id)
    ), remembered as (
      insert into idempotency_keys (user_id, call, key, request_hash, answer)
      select key_of, call, key, request_hash,
        answer || jsonb_build_object('number', number, 'poUsedBefore', po_uses)
      from placed join asked on purchase_id = placed.id where key is not null
    )
    select id, number, po_uses as "poUsedBefore" from placed`,
);
