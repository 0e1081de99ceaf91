import {
  PRICE_ROLES,
  type PriceColumn,
  type PriceRow,
  type PriceRows,
} from '#contract/imports/price-rows.ts';
import { columnName } from '#contract/tables/addresses.ts';
import { Field } from '../../../ui/field.tsx';
import { Options } from '../../../ui/select-field.tsx';
import { t } from './words.ts';

interface Props {
  rows: readonly PriceRow[];
  read: PriceRows;
  onChange: (columns: (PriceColumn | null)[]) => void;
}

/** What the columns of imported rows have. Open while one has to be chosen. */
export function ImportColumns({ rows, read: { columns, headers, missing }, onChange }: Props) {
  const names = headers === undefined ? [] : rows[headers]!.cells.map(String);
  const body = rows.slice(headers === undefined ? 0 : headers + 1);
  const exampleOf = (at: number) => body.map(({ cells }) => String(cells[at] ?? '').trim()).find(Boolean);
  return (
    <details open={missing.length > 0 || undefined}>
      <summary className="cursor-pointer font-medium">{t('import.columns')}</summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {columns.map((column, at) => {
          const name = names[at]?.trim() || t('import.column', { letter: columnName(at) });
          const example = exampleOf(at);
          return (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
              key={at}
              label={name}
              hint={example && t('import.such', { example: example.slice(0, 40) })}
              className="min-w-0"
            >
              {(control) => (
                <select
                  {...control}
                  className="select w-full"
                  value={column ?? ''}
                  onChange={({ target }) =>
                    onChange(columns.with(at, (target.value || null) as PriceColumn | null))
                  }
                >
                  <option value="">{t('role.none')}</option>
                  <Options of={rolesOf(names[at], column).map((role) => [role, wordOf(role)])} />
                </select>
              )}
            </Field>
          );
        })}
      </div>
    </details>
  );
}

/** The roles that a column can have: with a number in its header, also the price from so many pieces on. */
function rolesOf(name = '', column: PriceColumn | null): PriceColumn[] {
  const [digits = ''] = /\d[\d.,]{0,9}/.exec(name) ?? [];
  const from = Number(digits.replace(/[.,]/g, ''));
  const own: PriceColumn[] = from >= 1 && from <= 9_999_999 ? [`price ${from}`] : [];
  return [...new Set([...PRICE_ROLES, ...own, ...(column ? [column] : [])])];
}

const WORDS: Record<(typeof PRICE_ROLES)[number], string> = {
  sku: t('role.sku'),
  part: t('role.part'),
  price: t('role.price'),
  from: t('role.from'),
  breaks: t('role.breaks'),
  per: t('role.per'),
  currency: t('role.currency'),
};

function wordOf(role: PriceColumn): string {
  const [, from] = role.split(' ');
  return from === undefined
    ? WORDS[role as (typeof PRICE_ROLES)[number]]
    : t('role.priceFrom', { from: Number(from) });
}
