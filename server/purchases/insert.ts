import { type RawBuilder, sql } from 'kysely';
import { CARD_LIMIT_CENTS } from '#contract/kernel/money.ts';
import { PO_USES_COUNTED } from '#contract/purchases/schema.ts';
import { callerBehind } from '../accounts/tokens.ts';
import type { Queryable } from '../ground/database/client.ts';
import { prepare } from '../ground/database/prepare.ts';
import { newId } from '../ground/database/uuid.ts';
import { today } from '../ground/days.ts';
import { insertFirstMail } from '../ground/mail/queries.ts';
import { RECEIPT_LOCKS } from '../products/expected.ts';
import { columnsOf, FACT_COLUMNS } from './facts.ts';
import { purchaseMails } from './mail-words.ts';
import { purchaseFacts } from './mails.ts';
import { type JudgedLine, refuseLines } from './refuse.ts';
import type { PlacedAnswer, PriceChange, PurchaseRequest, PurchaseTerms, Verdict } from './request.ts';

/**
 * Places purchases in one statement, each whole or not at all: it takes their stock and writes their lines, mails, the ledger's
 * entries and the answers to repeats. Returns a verdict for each, in their order. It is made from rows that the statement has
 * locked, so it is final; only `crowded` is not, and the first request that nothing speaks against is never crowded. Fails on
 * the uniqueness of an Idempotency-Key (see `isRepeat`) when the same request was placed at the same moment.
 */
export async function insertPurchases(
  db: Queryable,
  requests: PurchaseRequest[],
  terms: PurchaseTerms,
): Promise<Verdict[]> {
  const lines: object[] = [];
  const ids: PlacedIds[] = [];
  const attempts = new Set<string>();
  const rows = requests.map((request, nth) => {
    const purchaseId = newId();
    const orderIds = request.lines.map((line, index) => {
      const orderId = newId();
      lines.push({
        nth,
        line_no: index + 1,
        order_id: orderId,
        event_id: newId(),
        product_id: line.productId,
        quantity: line.quantity,
        unit_price_micros: line.unitPriceMicros,
        customer_ref: line.customerRef,
        designators: line.designators,
        receipt_date: line.receiptDate,
      });
      return orderId;
    });
    const answer = { insertedId: orderIds[0]!, purchaseId };
    ids.push(answer);
    const { caller, attempt, delivery, facts = {} } = request;
    const attempted = attempt && `${attempt.userId} ${attempt.call} ${attempt.key}`;
    const isAgain = attempted !== undefined && attempts.has(attempted);
    if (attempted !== undefined) attempts.add(attempted);
    return {
      nth,
      purchase_id: purchaseId,
      mail_id: newId(),
      token_hash: caller.tokenHash,
      shipping_address: delivery.address,
      phone: delivery.phone,
      ship_to: delivery.shipTo,
      ...columnsOf(facts),
      expected_cents: request.expectedCents,
      call: attempt?.call,
      key: attempt?.key,
      request_hash: attempt && `\\x${attempt.requestHash.toString('hex')}`,
      is_again: isAgain,
      answer,
    };
  });
  const found = Map.groupBy(
    await place(db, {
      requests: JSON.stringify(rows),
      lines: JSON.stringify(lines),
      ...terms,
      cardLimit: CARD_LIMIT_CENTS,
      poUses: PO_USES_COUNTED,
    }),
    ({ nth }) => nth,
  );
  return requests.map((_, nth) => toVerdict(found.get(nth)!, ids[nth]!));
}

/** What is known of an answer before it is placed. */
type PlacedIds = Pick<PlacedAnswer, 'insertedId' | 'purchaseId'>;

/** A line as the statement judged it. */
interface PlacedLine extends JudgedLine {
  nth: number;
  /** Of the purchase. */
  verdict: Verdict['verdict'];
  /** Of the purchase that the same Idempotency-Key placed earlier. */
  answer: PlacedAnswer | null;
  /** Of the purchase, when it is placed. */
  number: number | null;
  poUsedBefore: number | null;
  /** Of the buyer, who may not order. */
  blockedWhy: string | null;
  /** What the buyer expected. */
  expectedMicros: number | null;
  available: number;
  revision: number;
  isExpected: boolean;
}

function toVerdict(lines: PlacedLine[], ids: PlacedIds): Verdict {
  const { verdict, answer, number, poUsedBefore } = lines[0]!;
  switch (verdict) {
    case 'placed':
      return { verdict, answer: { ...ids, number: number!, poUsedBefore: poUsedBefore! }, levels: lines };
    case 'repeat':
    case 'key_reused':
      return { verdict, answer: answer! };
    case 'refused': {
      const refused = refuseLines(lines);
      const isOnlyPrices = refused.every((line) => line.verdict === 'price_changed');
      return { verdict, lines: refused, ...(isOnlyPrices && { cents: sumOf(lines) }) };
    }
    case 'blocked':
      return { verdict, why: lines[0]!.blockedWhy! };
    case 'total_changed':
      return { verdict, lines: lines.flatMap(toPriceChange), cents: sumOf(lines) };
    default:
      return { verdict };
  }
}

const sumOf = (lines: PlacedLine[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

function toPriceChange({ line, expectedMicros, unitPriceMicros }: PlacedLine): PriceChange[] {
  const isExpected = expectedMicros === null || expectedMicros === unitPriceMicros;
  return isExpected ? [] : [{ line, verdict: 'price_changed', unitPriceMicros }];
}

interface PlaceValues extends Record<keyof PurchaseTerms | 'cardLimit' | 'poUses', number> {
  requests: string;
  lines: string;
}

/** The columns of what buyers write at a purchase, and with their type. */
const FACTS = sql.raw(Object.values(FACT_COLUMNS).join(', '));
const FACTS_AS_TEXT = sql.raw(Object.values(FACT_COLUMNS).join(' text, ').concat(' text'));

/**
 * The rows of buyers are locked in the order of their ids, then those of products and of receipts in the order of theirs: so two
 * statements never wait for each other. `gates` waits while expected goods of its products arrive (receipts/lock.ts): that
 * "count(*) from gates" is at least 0 is always true, and makes PostgreSQL run it, before it locks products. A line takes
 * its pieces from one `source`: its product's stock, or what is expected on a day. `judged` says what is wrong with a line of the
 * locked product, whatever else is ordered. `weighed` says what is wrong with a purchase, also with its lines together (which of
 * them is to blame says `refuseLines`). Neither looks at other
 * purchases: `queued` counts what those before it in the statement need, of which nothing is wrong either. Stock is counted from
 * the locked row, not from that which the update scans: PostgreSQL scans the version that was current when the statement began,
 * and checks the table's constraints with it before it looks for the latest one (processes.test.ts). A trigger counts the placed
 * purchases for their buyer.
 */
const place = prepare<PlaceValues & Record<string, unknown>, PlacedLine>((value) => {
  const tooMuchHeld = (cents: RawBuilder<unknown>) => sql`not email_verified
    and held_cents + ${cents} > greatest(${value('unprovenCents')}::bigint, cents)`;
  return sql`
    with asked as materialized (
      select request.*, user_id, name as buyer_name, email as buyer_email, earlier_hash, earlier_answer
      from json_to_recordset(${value('requests')}::json) as request (nth int, purchase_id uuid, mail_id uuid, token_hash text,
        shipping_address text, phone text, ship_to jsonb, ${FACTS_AS_TEXT}, expected_cents bigint, call text, key text, request_hash bytea, is_again boolean, answer jsonb)
        left join lateral (${callerBehind(sql`request.token_hash`)}) as caller on true
        left join lateral (
          select earlier.request_hash as earlier_hash, earlier.answer as earlier_answer from idempotency_keys earlier
          where earlier.user_id = caller.user_id and earlier.call = request.call and earlier.key = request.key
          limit 1
        ) as earlier on true
    ), lines as materialized (
      select * from json_to_recordset(${value('lines')}::json) as line (nth int, line_no int, order_id uuid, event_id uuid,
        product_id uuid, quantity int, unit_price_micros bigint, customer_ref text, designators text, receipt_date date)
    ), buyers as materialized (
      select id, email_verified, unpaid_orders, held_cents, blocked_why from users
      where id = any(array(select user_id from asked))
      order by id for no key update
    ), gates as materialized (
      select pg_advisory_xact_lock_shared(${sql.lit(RECEIPT_LOCKS)}, gate)
      from (select distinct hashtext(product_id::text) as gate from lines where receipt_date is not null order by gate) as gates
      where (select count(*) from buyers) > 0
    ), locked as materialized (
      select id, name, price_micros as base_micros, break_from, break_micros, multiple, available as in_stock, revision, removed_at,
        ceil(greatest(min_order, ${value('smallestOrder')}::int)::numeric / multiple)::bigint * multiple as least
      from products
      where id = any(array(select product_id from lines)) and (select count(*) from buyers) > 0
        and (select count(*) from gates) >= 0
      order by id for no key update
    ), expected as materialized (
      select id as receipt_id, product_id as expected_id, due_on, quantity as expected_quantity, promised
      from receipts
      where (product_id, due_on) in (select product_id, receipt_date from lines where receipt_date is not null)
        and closed_at is null and due_on >= ${today} and (select count(*) from locked) > 0
      order by id for no key update
    ), priced as (
      select lines.*, locked.*, expected.*, price_micros, round(price_micros::numeric * quantity / 10000)::bigint as line_cents,
        coalesce(receipt_id, product_id) as source,
        case when receipt_date is null then in_stock else coalesce(expected_quantity - promised, 0) end as stock
      from lines left join locked on locked.id = product_id
        left join expected on expected_id = product_id and due_on = receipt_date
        -- Of the last price break that the quantity reaches.
        cross join lateral (
          select coalesce(break_micros[width_bucket(quantity, break_from)], base_micros) as price_micros
        ) as price
    ), judged as materialized (
      select *, sum(quantity) over (partition by nth, source) as of_source, case
        when id is null or removed_at is not null then 'gone'
        when receipt_date is not null and receipt_id is null then 'not_expected'
        -- guard: server/orders/orders.test.ts
        when unit_price_micros not in (price_micros, base_micros) then 'price_changed'
        -- guard: server/orders/orders.test.ts
        when quantity < least then 'too_few'
        when quantity % multiple <> 0 then 'not_multiple'
      end as refusal
      from priced
    ), weighed as materialized (
      select asked.*, buyers.*, cents, case
        when buyers.id is null then 'unauthenticated'
        -- guard: server/purchases/insert.test.ts
        when earlier_hash = request_hash then 'repeat'
        when earlier_hash is not null then 'key_reused'
        -- guard: server/accounts/people.test.ts
        when blocked_why is not null then 'blocked'
        when not is_sound then 'refused'
        -- guard: server/purchases/insert.test.ts
        when expected_cents <> cents then 'total_changed'
        -- guard: server/orders/orders.test.ts
        when unpaid_orders >= ${value('maxUnpaid')}::int then 'too_many_unpaid'
        when ${tooMuchHeld(sql`cents`)} then 'address_unproven'
        -- guard: server/purchases/insert.test.ts
        when is_again then 'crowded'
      end as refusal
      from asked
        join (
          select nth, bool_and(refusal is null and of_source <= stock) and sum(line_cents) <= ${value('cardLimit')}::bigint
            as is_sound, sum(line_cents) as cents
          from judged group by nth
        ) as totals using (nth)
        left join buyers on buyers.id = asked.user_id
    ), queued as materialized (
      select judged.*, purchase_id, buyer_email, sum(quantity) over (partition by source order by nth, line_no) as upto
      from judged join weighed using (nth) where weighed.refusal is null
    ), decided as materialized (
      select *, coalesce(refusal, case
        when unpaid_orders + count(*) over before > ${value('maxUnpaid')}::int
          or (${tooMuchHeld(sql`sum(cents) over before`)}) or nth in (select nth from queued where upto > stock)
          then 'crowded'
        else 'placed'
      end) as verdict
      from weighed
      window before as (partition by user_id, refusal is null order by nth)
    ), accepted_lines as materialized (
      select *, sum(quantity) over (partition by source order by nth, line_no) as taken
      from queued where nth = any(array(select nth from decided where verdict = 'placed'))
    ), taken as (
      update products set available = left_over.available, revision = left_over.revision, changed_at = now()
      from (
        select product_id, in_stock - coalesce(sum(quantity) filter (where receipt_id is null), 0) as available,
          revision + 1 as revision, bool_or(receipt_id is not null) as is_expected
        from accepted_lines group by product_id, in_stock, revision
      ) as left_over
      where products.id = product_id
      returning product_id, products.available, products.revision, is_expected
    ), promised as (
      update receipts set quantity = left_over.quantity, promised = left_over.promised
      from (
        select receipt_id, expected_quantity as quantity, promised + sum(quantity) as promised
        from accepted_lines where receipt_id is not null group by receipt_id, expected_quantity, promised
      ) as left_over
      where receipts.id = receipt_id
    ), placed as (
      insert into purchases (id, user_id, buyer_name, buyer_email, shipping_address, phone, ship_to, ${FACTS}, state,
        total_cents, held_until, held_until_proven)
      select purchase_id, user_id, buyer_name, buyer_email, shipping_address, phone, ship_to, ${FACTS}, 'held', cents,
        case when email_verified then usual else least(usual, now() + make_interval(mins => ${value('unprovenMinutes')}::int)) end,
        case when not email_verified and ${value('unprovenMinutes')}::int < ${value('holdMinutes')}::int then usual end
      from decided, lateral (select now() + make_interval(mins => ${value('holdMinutes')}::int) as usual) as terms
      where verdict = 'placed'
      returning *, (
        select count(*) from (
          select from purchases earlier
          where earlier.user_id = purchases.user_id and lower(earlier.po_number) = lower(purchases.po_number)
            and earlier.po_number is not null and earlier.state <> 'deleted'
          limit ${value('poUses')}::int
        ) as uses
      ) as po_uses
    ), placed_lines as (
      insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents, available,
        customer_ref, designators, receipt_id, awaited)
      select order_id, purchase_id, line_no, product_id, name, price_micros, quantity, line_cents,
        case when receipt_id is null then stock - taken + quantity else in_stock end,
        customer_ref, designators, receipt_id, case when receipt_id is null then 0 else quantity end
      from accepted_lines
      returning *
    ), mailed as (${insertFirstMail(
      purchaseMails.order_placed,
      sql`select mail_id, purchases.buyer_email as recipient, purchases.id::text as subject,
        ${purchaseFacts(sql`'heldUntil', held_until`, sql`placed_lines`)} as facts
        from placed as purchases join asked on purchase_id = purchases.id`,
      sql`mail_id`,
    )}
    ), logged as (
      insert into events (id, kind, actor, order_id, product_id, stock_change, facts)
      select event_id, 'order_placed', buyer_email, order_id, product_id, case when receipt_id is null then -quantity end,
        case when receipt_id is not null then jsonb_build_object('expectedOn', due_on, 'pieces', quantity) end
      from accepted_lines
    ), remembered as (
      insert into idempotency_keys (user_id, call, key, request_hash, answer)
      select placed.user_id, call, key, request_hash,
        answer || jsonb_build_object('number', number, 'poUsedBefore', po_uses)
      from placed join asked on purchase_id = placed.id where key is not null
    )
    select nth, line_no as line, verdict, judged.refusal, earlier_answer as answer, number,
      po_uses as "poUsedBefore", blocked_why as "blockedWhy",
      unit_price_micros as "expectedMicros", price_micros as "unitPriceMicros", least, multiple, stock,
      source, receipt_date as "receiptDate", coalesce(is_expected, false) as "isExpected",
      quantity, line_cents as cents, judged.product_id as "productId", taken.available, taken.revision
    from judged join decided using (nth)
      left join placed on placed.id = purchase_id
      left join taken on taken.product_id = judged.product_id
    order by nth, line_no`;
});
