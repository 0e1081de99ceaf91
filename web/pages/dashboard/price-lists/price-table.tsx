import { useRef } from 'react';
import { MOST_BREAKS } from '#contract/products/price-breaks.ts';
import { callApi } from '../../../api.ts';
import { written } from '../../../translate.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import { TrashIcon } from '../icons.tsx';
import { PartFinder } from '../product-form/part-finder.tsx';
import { type Ladder, priceText, type Rung, rowOf } from './ladders.ts';
import { t } from './words.ts';

interface Props {
  ladders: Ladder[];
  /** What is wrong in a row, by its name (`rowOf`). */
  wrong: ReadonlyMap<string, string>;
  /** What somebody else has saved of parts that are changed here, too: null for one that they have taken out. */
  theirs: ReadonlyMap<string, Ladder | null>;
  /** Shown, and not to be changed. */
  isFixed: boolean;
  /** Changes a part; null takes it out. */
  onChange: (productId: string, ladder: Ladder | null) => void;
}

const COLUMNS: Column[] = [
  t('part'),
  [t('listPrice'), 'number'],
  [t('from'), 'number'],
  [t('price'), 'number'],
  [t('remove'), 'action'],
];

/** The prices of a list, a row for each quantity. */
export function PriceTable({ ladders, wrong, theirs, isFixed, onChange }: Props) {
  const finder = useRef<HTMLInputElement>(null);
  async function add(id: string) {
    try {
      const { sku, name, price } = await callApi('getProduct', { params: { id } });
      onChange(id, {
        productId: id,
        sku,
        name,
        listPrice: price,
        rungs: [{ from: '1', price: priceText(price) }],
      });
    } catch (error) {
      toast.error(refusalOf(error).message ?? '');
    }
  }
  return (
    <div className="grid gap-4">
      {ladders.length > 0 ? (
        <DataTable columns={isFixed ? COLUMNS.slice(0, -1) : COLUMNS} className="figure-cards">
          {ladders.flatMap((ladder) =>
            ladder.rungs.map((rung, n) => (
              <PriceRow
                key={rowOf(ladder.productId, n)}
                ladder={ladder}
                rung={rung}
                n={n}
                wrong={wrong.get(rowOf(ladder.productId, n))}
                theirs={n === 0 ? theirs.get(ladder.productId) : undefined}
                isFixed={isFixed}
                onChange={(next) => onChange(ladder.productId, next)}
              />
            )),
          )}
        </DataTable>
      ) : (
        <p className="text-muted">{t('prices.none')}</p>
      )}
      {!isFixed && (
        <PartFinder
          label={t('prices.add')}
          name="part"
          inputRef={finder}
          error={undefined}
          without={ladders.map(({ productId }) => productId)}
          onFound={add}
        />
      )}
    </div>
  );
}

function theirsText(theirs: Ladder | null): string {
  if (theirs === null) return t('theirs.removed');
  const prices = theirs.rungs.map(({ from, price }, n) =>
    n === 0
      ? written.price(Number(price))
      : t('theirs.from', { price: written.price(Number(price)), from: Number(from) }),
  );
  return t('theirs', { prices: prices.join(', ') });
}

interface RowProps {
  ladder: Ladder;
  rung: Rung;
  n: number;
  wrong: string | undefined;
  theirs: Ladder | null | undefined;
  isFixed: boolean;
  onChange: (ladder: Ladder | null) => void;
}

function PriceRow({ ladder, rung, n, wrong, theirs, isFixed, onChange }: RowProps) {
  const { sku, name, listPrice, rungs } = ladder;
  const withRungs = (next: Rung[]) => onChange({ ...ladder, rungs: next });
  const change = (field: keyof Rung, text: string) =>
    withRungs(rungs.map((one, at) => (at === n ? { ...one, [field]: text } : one)));
  const input = (field: keyof Rung, label: string) =>
    isFixed ? (
      rung[field]
    ) : (
      <input
        aria-label={label}
        aria-invalid={wrong !== undefined}
        className="input w-full max-w-28 px-2 text-end"
        inputMode="decimal"
        autoComplete="off"
        value={rung[field]}
        onChange={({ target }) => change(field, target.value)}
      />
    );
  return (
    <tr>
      <td className="lead" data-label={t('part')}>
        {n === 0 ? (
          <>
            <span className="num font-medium">{sku}</span>
            {!isFixed && rungs.length <= MOST_BREAKS && (
              <Button
                small
                kind="ghost"
                className="ms-2"
                aria-label={t('quantity.addTo', { sku })}
                onClick={() => withRungs([...rungs, { from: '', price: '' }])}
              >
                {t('quantity.add')}
              </Button>
            )}
            <bdi className="wrap-anywhere block text-muted text-xs">{name}</bdi>
          </>
        ) : (
          <span className="sr-only">{sku}</span>
        )}
        {theirs !== undefined && <p className="text-sm text-warning">{theirsText(theirs)}</p>}
        {wrong && (
          <p role="status" className="text-error">
            {wrong}
          </p>
        )}
      </td>
      <td className={n === 0 ? 'number' : 'number max-md:hidden!'} data-label={t('listPrice')}>
        {n === 0 && written.price(listPrice)}
      </td>
      <td className="number" data-label={t('from')}>
        {n === 0 ? '1' : input('from', t('from.of', { sku, nth: n + 1 }))}
      </td>
      <td className={n === 0 ? 'number' : 'number col-span-2'} data-label={t('price')}>
        {input('price', t('price.of', { sku, nth: n + 1 }))}
      </td>
      {!isFixed && (
        <td className="action">
          <Button
            small
            kind="ghost"
            className="btn-square"
            aria-label={n === 0 ? t('remove.part', { sku }) : t('remove.quantity', { sku, nth: n + 1 })}
            onClick={() => (n === 0 ? onChange(null) : withRungs(rungs.filter((_, at) => at !== n)))}
          >
            <TrashIcon />
          </Button>
        </td>
      )}
    </tr>
  );
}
