import { wrongParameter } from './errors.ts';
import { type Database, get, type Kind } from './store.ts';

/** Stripe's limit (https://docs.stripe.com/expand#multiple-levels). `data` of a list counts as a level. */
const MOST_LEVELS = 4;

/** Expandable fields with objects in the sandbox. All others that Stripe expands are null here. */
const KINDS: Record<string, Kind> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

/** The expandable fields of each object (https://docs.stripe.com/api); nested ones as a path. */
const EXPANDABLE: Record<string, readonly string[]> = {
  list: ['data'],
  payment_intent: [
    ...['application', 'customer', 'latest_charge', 'on_behalf_of', 'payment_method', 'payment_record'],
    ...['review', 'source'],
  ],
  charge: [
    ...['application', 'application_fee', 'balance_transaction', 'customer', 'failure_balance_transaction'],
    ...['on_behalf_of', 'outcome.rule', 'payment_intent', 'payment_method_details.card.mandate', 'refunds'],
    ...['review', 'source_transfer', 'transfer'],
  ],
  refund: [
    ...['balance_transaction', 'charge', 'customer', 'failure_balance_transaction', 'payment_intent'],
    ...['payment_method', 'source_transfer_reversal', 'transfer_reversal'],
  ],
  payment_method: ['customer'],
  dispute: [
    ...['charge', 'payment_intent', 'evidence.cancellation_policy', 'evidence.customer_communication'],
    ...['evidence.customer_signature', 'evidence.duplicate_charge_documentation', 'evidence.receipt'],
    ...['evidence.refund_policy', 'evidence.service_documentation', 'evidence.shipping_documentation'],
    'evidence.uncategorized_file',
  ],
};

type Fields = Record<string, unknown>;

/** Replaces the ids at the paths of `expand[]` (`latest_charge`, `data.payment_method`, ...) by their objects. */
export async function expand(db: Database, answer: object, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (path.split('.', MOST_LEVELS + 1).length > MOST_LEVELS) {
      throw wrongParameter('expand', `You cannot expand more than ${MOST_LEVELS} levels of a property.`);
    }
    await follow(db, answer as Fields, path, path);
  }
}

/** @param rest the part of `path` below this object */
async function follow(db: Database, object: Fields, rest: string, path: string): Promise<void> {
  const field = EXPANDABLE[String(object.object)]?.find((one) => `${rest}.`.startsWith(`${one}.`));
  if (!field) throw wrongParameter('expand', `This property cannot be expanded (${path}).`);
  const value = await open(db, object, field);
  if (rest === field || !value) return;
  for (const item of [value].flat()) await follow(db, item as Fields, rest.slice(field.length + 1), path);
}

/** Replaces the id in a field by its object and returns it. */
async function open(db: Database, object: Fields, field: string): Promise<unknown> {
  if (field === 'refunds') object.refunds ??= await refundsOf(db, String(object.id));
  const kind = KINDS[field];
  if (kind && typeof object[field] === 'string') {
    object[field] = { ...(await get(db, kind, object[field])).body };
  }
  return object[field];
}

async function refundsOf(db: Database, charge: string): Promise<object> {
  const { rows } = await db.query<{ body: object }>(
    `select body from sandbox_stripe.objects where kind = 'refund' and body->>'charge' = $1
     order by seq desc limit 11`,
    [charge],
  );
  return {
    object: 'list',
    data: rows.slice(0, 10).map((row) => row.body),
    has_more: rows.length > 10,
    url: `/v1/charges/${charge}/refunds`,
  };
}
