import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { partPath } from '#contract/kernel/addresses.ts';
import { totalOfLines } from '#contract/kernel/amounts.ts';
import { countOf, formatCount, formatMoney, formatPrice, parseCount } from '#contract/kernel/money.ts';
import { isPieces } from '#contract/kernel/pieces.ts';
import { lineTotal, unitPrice } from '#contract/kernel/price.ts';
import { put } from '#contract/lists/ops.ts';
import type { List, ListLine } from '#contract/lists/schema.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { askedOf } from '../../../basket/matching/asked.ts';
import { shortWords } from '../../../basket/matching/problem-words.ts';
import { Button } from '../../../ui/button.tsx';
import { CountInput } from '../../../ui/count-input.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { DeleteButton } from '../delete-button.tsx';
import * as queries from './queries.ts';
import { changeOf, useChangeList } from './use-change-list.ts';

/** Lines that are shown at once, as each has a field. */
const SHOWN = 100;

/** The lines of a list with the prices of today. Who may change the list changes quantities and takes lines out. */
export function ListLines({ list, mayChange }: { list: List; mayChange: boolean }) {
  const { lines = [] } = list;
  const [shown, setShown] = useState(SHOWN);
  const [removed, setRemoved] = useState<readonly { line: ListLine; name: string }[]>([]);
  const { data: parts } = useQuery(queries.partsOf(list));
  const { mutate } = useChangeList(list._id);
  const partOf = (line: ListLine) => parts?.get(askedOf(line)?.partKey ?? '');
  const total = totalOfLines(lines.map((line) => ({ total: totalOf(line, partOf(line)) ?? 0 })));

  function remove(line: ListLine) {
    mutate(changeOf({ op: 'remove', _id: line._id }));
    setRemoved([...removed, { line, name: partOf(line)?.sku ?? line.raw ?? 'a line' }]);
  }

  function bringBack(line: ListLine) {
    mutate(changeOf({ op: 'put', line }));
    setRemoved(removed.slice(0, -1));
  }

  const last = removed.at(-1);
  const notice = last && (
    <p className="undo-notice mb-3">
      <span role="status">
        Removed <bdi>{last.name}</bdi>
        {removed.length > 1 && `, the last of ${formatCount(removed.length)} lines`}
      </span>
      <Button small onClick={() => bringBack(last.line)}>
        Undo
      </Button>
    </p>
  );
  if (lines.length === 0)
    return (
      <>
        {notice}
        <p className="sheet p-6 text-muted">This list has no lines.</p>
      </>
    );
  const columns = ['Part', 'Quantity', 'Price today', 'Total', ...(mayChange ? ['Action'] : [])];
  return (
    <>
      {notice}
      <DataTable
        columns={columns.map((name) => (['Part', 'Action'].includes(name) ? name : [name, 'number']))}
        className="line-cards"
      >
        {lines.slice(0, shown).map((line) => (
          <LineRow
            key={line._id}
            line={line}
            part={partOf(line)}
            isKnown={parts !== undefined}
            {...(mayChange && {
              onQuantity: (quantity: number) => mutate(changeOf(put(line, { quantity }))),
              onRemove: () => remove(line),
            })}
          />
        ))}
        <tr>
          <td className="lead font-semibold" colSpan={3}>
            Total today of {countOf(lines.length, 'line')}
          </td>
          <td className="number total font-semibold">{parts ? formatMoney(total) : '…'}</td>
          {mayChange && <td className="max-md:hidden!" />}
        </tr>
      </DataTable>
      {shown < lines.length && (
        <Button className="mt-4" onClick={() => setShown(shown + 10 * SHOWN)}>
          Show {formatCount(Math.min(10 * SHOWN, lines.length - shown))} more
        </Button>
      )}
    </>
  );
}

function totalOf({ quantity }: ListLine, part: LinePart | undefined): number | undefined {
  return part && quantity ? lineTotal(part, quantity) : undefined;
}

interface RowProps {
  line: ListLine;
  part: LinePart | undefined;
  /** Whether the parts are known: a line without one then has none. */
  isKnown: boolean;
  onQuantity?: (quantity: number) => void;
  onRemove?: () => void;
}

function LineRow({ line, part, isKnown, onQuantity, onRemove }: RowProps) {
  const total = totalOf(line, part);
  const name = part?.name ?? line.raw ?? 'Part';
  const short = part && shortWords(line, part);
  return (
    <tr>
      <td className="lead">
        <div className="min-w-0">
          {part ? (
            <Link to={partPath(part.sku)} {...inCatalogue} className="font-medium hover:underline">
              {part.name}
            </Link>
          ) : (
            <span dir="auto" className="font-medium">
              {line.raw}
            </span>
          )}
          <div className="flex flex-wrap gap-x-3 text-muted text-xs">
            {part && <span className="id">{part.sku}</span>}
            {short && <span className="text-warning">{short}</span>}
            {!part && isKnown && (
              <span className="text-warning">
                {line.productId ? 'No longer sold' : 'No such part is known'}
              </span>
            )}
            {line.customerRef && (
              <span>
                Your number <LongText text={line.customerRef} className="id" />
              </span>
            )}
            {line.designators && <LongText text={line.designators} />}
          </div>
        </div>
      </td>
      <td data-label="Quantity" className="number quantity">
        {onQuantity ? (
          <Quantity line={line} name={name} onChange={onQuantity} />
        ) : line.quantity ? (
          formatCount(line.quantity)
        ) : (
          '–'
        )}
      </td>
      <td data-label="Unit price" className="number price">
        {part ? formatPrice(unitPrice(part, line.quantity ?? 1)) : '–'}
      </td>
      <td data-label="Total" className="number total">
        {total === undefined ? '–' : formatMoney(total)}
      </td>
      {onRemove && (
        <td className="action">
          <DeleteButton label={`Remove ${name} from the list`} title="Remove" onClick={onRemove} />
        </td>
      )}
    </tr>
  );
}

/** The pieces of a line. They count when the field is left or Enter is pressed; what is no number is taken back. */
function Quantity(props: { line: ListLine; name: string; onChange: (quantity: number) => void }) {
  const { line, name, onChange } = props;
  const written = line.quantity ? formatCount(line.quantity) : '';
  const [typed, setTyped] = useState<string>();

  function leave() {
    const count = typed === undefined ? Number.NaN : parseCount(typed);
    setTyped(undefined);
    if (isPieces(count) && count !== line.quantity) onChange(count);
  }

  return (
    <CountInput
      aria-label={`Quantity of ${name}`}
      className="input-sm w-20"
      value={typed ?? written}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyUp={({ key }) => {
        if (key === 'Enter') leave();
        if (key === 'Escape') setTyped(undefined);
      }}
    />
  );
}
