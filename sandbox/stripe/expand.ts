import { wrongParameter } from './errors.ts';
import { OBJECT_FACTS } from './object-facts.ts';
import { type Database, get, type Kind } from './store.ts';

/** Stripe expands no deeper (https://docs.stripe.com/expand#multiple-levels). `data` of a list counts as a level. */
const MOST_LEVELS = 4;

/** Fields whose ids name objects that the sandbox has. All others that Stripe expands are null here. */
const KINDS: Record<string, Kind> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

const NAMES: Record<string, string> = {
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
};

type Fields = Record<string, unknown>;

/** Replaces the ids named by `expand[]` (`latest_charge`, `data.payment_method`, ...) by their objects. */
export async function expand(db: Database, answer: object, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const fields = path.split('.', MOST_LEVELS + 1);
    if (fields.length > MOST_LEVELS) {
      throw wrongParameter('expand', `You cannot expand more than ${MOST_LEVELS} levels of a property.`);
    }
    await follow(db, answer as Fields, fields, path);
  }
}

async function follow(
  db: Database,
  object: Fields,
  [field, ...rest]: string[],
  path: string,
  noun = nounOf(object),
): Promise<void> {
  const { value, within } = await open(db, object, field!, noun, path);
  if (rest.length === 0 || value === null || value === undefined) return;
  for (const item of Array.isArray(value) ? value : [value]) await follow(db, item, rest, path, within);
}

/** What a field holds, once its id is replaced by its object; `within` names what only stands inside of an object. */
async function open(
  db: Database,
  object: Fields,
  field: string,
  noun: string,
  path: string,
): Promise<{ value: unknown; within?: string }> {
  if (noun === 'list' && field === 'data') return { value: object.data };
  if (noun === 'Charge' && field === 'refunds') {
    object.refunds ??= await refundsOf(db, String(object.id));
    return { value: object.refunds };
  }
  const alternatives = alternativesOf(noun, field);
  const within = alternatives.find((one) => one.startsWith('{'))?.slice(1, -1);
  if (within) return { value: object[field], within };
  // What Stripe describes as an id or the object that it names.
  if (!alternatives.includes('string') || !alternatives.includes('object')) {
    throw wrongParameter('expand', `This property cannot be expanded (${path}).`);
  }
  const kind = KINDS[field];
  if (kind && typeof object[field] === 'string') {
    object[field] = { ...(await get(db, kind, object[field])).body };
  }
  return { value: object[field] };
}

const nounOf = ({ object }: Fields): string => NAMES[String(object)] ?? String(object);

/** What may stand in a field: see object-facts.ts. */
function alternativesOf(noun: string, field: string): string[] {
  const facts = OBJECT_FACTS[noun];
  return facts && Object.hasOwn(facts, field) ? facts[field]!.replace('?', '').split('|') : [];
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
