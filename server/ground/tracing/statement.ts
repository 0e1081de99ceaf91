import { type Span, SpanKind } from '@opentelemetry/api';
import { beginPart, currentSpan } from './span.ts';

/** Summaries by text. Bounded as the names of statements are; those of other texts are made again. */
const summaries = new Map<string, string>();
const MOST_SUMMARIES = 500;
/** Tables that a summary names, and characters of a statement that are looked at. */
const MOST_TABLES = 8;
const MOST_CHARACTERS = 20_000;

/**
 * Begins the span of a statement, where what it is for is traced.
 * @param name under which PostgreSQL keeps it prepared
 */
export function beginStatement(text: string, name: string | undefined): Span | undefined {
  if (!currentSpan()) return undefined;
  let summary = summaries.get(text);
  if (summary === undefined) {
    summary = summaryOf(text);
    if (summaries.size < MOST_SUMMARIES) summaries.set(text, summary);
  }
  return beginPart(summary, SpanKind.CLIENT, {
    'db.system.name': 'postgresql',
    'db.query.summary': summary,
    ...(name !== undefined && { 'northbridge.statement': name }),
  });
}

/** Returns what a statement does to which tables: `select products`, `insert purchases, update products`. */
export function summaryOf(text: string): string {
  const looked = text.slice(0, MOST_CHARACTERS).toLowerCase().replace(/\s+/g, ' ').trim();
  const own = new Set(['lateral', 'only', ...[...looked.matchAll(OWN)].map(([, name]) => name)]);
  const found = new Set<string>();
  for (const [, verb = '', written, read] of looked.matchAll(TABLE)) {
    const table = written ?? read;
    if (table !== undefined && !own.has(table)) found.add(`${VERBS[verb] ?? 'select'} ${table}`);
  }
  const parts = [...found];
  // What a statement writes says what it is; it reads for that.
  const writes = parts.filter((part) => !part.startsWith('select '));
  const told = (writes.length > 0 ? writes : parts).slice(0, MOST_TABLES).join(', ');
  return told || (/^[a-z]{1,20}/.exec(looked)?.[0] ?? 'statement');
}

/** Names that a statement gives to its own parts: `with found as (`. */
const OWN = /\b([a-z_]{1,60})"? as (?:not )?(?:materialized )?\(/g;
/** Not `for update`, `do update` and `distinct from`, which come before no table, and not what is called: `from unnest(`. */
const TABLE =
  /\b(?:(?:for|do|key) update\b|distinct from\b|(into|update|delete from) "?([a-z_]{1,60})|(?:from|join) "?([a-z_]{1,60})\b(?! ?\())/g;
const VERBS: Record<string, string> = { into: 'insert', update: 'update', 'delete from': 'delete' };
