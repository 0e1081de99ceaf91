import { useRef, useState } from 'react';
import { parseCount } from '#contract/kernel/money.ts';
import { isPieces } from '#contract/kernel/pieces.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import { put } from '#contract/lists/ops.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { PURCHASE_MAX_LINES } from '#contract/purchases/limits.ts';
import { newLine } from '../../../basket/cart/cart.ts';
import { LineProblem } from '../../../basket/cart/line-problem.tsx';
import { Finding } from '../../../basket/matching/finding.tsx';
import { needWords } from '../../../basket/matching/need-words.ts';
import { type PricedLine, replacedPrice } from '../../../basket/matching/priced.ts';
import { written } from '../../../translate.ts';
import { Button } from '../../../ui/button.tsx';
import { CountInput } from '../../../ui/count-input.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { refusedWords } from '../../checkout/refused.ts';
import { TrashIcon } from '../icons.tsx';
import { t } from './words.ts';

type Apply = (ops: ListOp[]) => void;

interface AddProps {
  text: string;
  /** How many lines the order has. */
  count: number;
  onText: (text: string) => void;
  apply: Apply;
}

/** The field into which parts are typed or pasted, a line each. What has no room stays in it. */
export function AddLines({ text, count, onText, apply }: AddProps) {
  const [isFull, setFull] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  function add() {
    const typed = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    const room = PURCHASE_MAX_LINES - count;
    apply(typed.slice(0, room).map((raw): ListOp => ({ op: 'put', line: newLine({ raw: raw.trim() }) })));
    onText(typed.slice(room).join('\n'));
    setFull(typed.length > room);
    // The button is disabled from now on.
    field.current?.focus();
  }
  return (
    <div className="grid gap-3 px-5">
      <TextArea
        label={t('add.label')}
        hint={t('add.hint')}
        error={isFull ? t('add.most', { most: PURCHASE_MAX_LINES }) : undefined}
        ref={field}
        name="lines"
        rows={3}
        dir="auto"
        placeholder={'FAN-120-PWM 200\nD5R-4800-64 50'}
        value={text}
        onChange={({ target }) => onText(target.value)}
        inputClass="num min-h-20"
      />
      <Button className="justify-self-start" onClick={add} disabled={text.trim() === ''}>
        {t('add')}
      </Button>
    </div>
  );
}

interface TableProps {
  lines: readonly PricedLine[];
  refusals: ReadonlyMap<string, FieldError>;
  apply: Apply;
}

/** The id of a line's row. */
export const rowId = (lineId: string) => `line-${lineId}`;

/** What the buyer gets, at the buyer's prices, with what is wrong beside each line. */
export function LineTable({ lines, refusals, apply }: TableProps) {
  if (lines.length === 0) return <p className="px-5 pb-5 text-muted text-sm">{t('lines.none')}</p>;
  return (
    <table className="checkout-table">
      <thead>
        <tr>
          <th scope="col" className="w-full">
            {t('column.part')}
          </th>
          {[t('column.quantity'), t('column.price'), t('column.total')].map((heading) => (
            <th key={heading} scope="col" className="number">
              {heading}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t('column.remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((priced) => (
          <LineRow
            key={priced.line._id}
            priced={priced}
            refused={refusals.get(priced.line._id)}
            apply={apply}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  priced: PricedLine;
  refused: FieldError | undefined;
  apply: Apply;
}

function LineRow({ priced, refused, apply }: RowProps) {
  const { line, n, part, unitPrice, total, need, state } = priced;
  const name = part?.sku ?? t('line.of', { n });
  const listPrice = unitPrice === undefined ? undefined : replacedPrice(part, unitPrice);
  return (
    <tr id={rowId(line._id)} tabIndex={-1} data-is={need || refused ? 'wrong' : 'ready'}>
      <th scope="row">
        {part && (
          <>
            <span {...inCatalogue} className="block font-medium">
              {part.name}
            </span>
            <span className="id text-muted">{part.sku}</span>
            <span className="ms-3 text-muted text-xs">{t('stock', { pieces: part.available })}</span>
          </>
        )}
        {line.raw && (
          <span className={part ? 'block text-muted text-xs' : 'block font-medium'} dir="auto">
            {line.raw}
          </span>
        )}
        {state?.state !== 'matched' && <span className="block text-muted text-xs">{t('checking')}</span>}
        <div className="line-trouble empty:hidden">
          {refused ? (
            <p className="finding-wrong">{refusedWords(line, part, refused)}</p>
          ) : (
            <>
              <Finding line={line} state={state} onChange={apply} />
              <LineProblem line={line} state={state} onChange={apply} />
              {(need === 'together' || need === 'quantity') && (
                <p className="finding-wrong">{needWords(priced)}</p>
              )}
            </>
          )}
        </div>
      </th>
      <td className="number" data-label={t('column.quantity')}>
        {part ? (
          <Quantity
            line={line}
            name={name}
            isWrong={need === 'quantity' || need === 'problem'}
            apply={apply}
          />
        ) : (
          '–'
        )}
      </td>
      <td className="number" data-label={t('column.price')}>
        {unitPrice === undefined ? '–' : written.price(unitPrice)}
        {listPrice !== undefined && (
          <span className="block text-muted text-xs">
            {t('price.was', { price: written.price(listPrice) })}
          </span>
        )}
      </td>
      <td className="number font-medium" data-label={t('column.total')}>
        {total === undefined ? '–' : written.money(total)}
      </td>
      <td className="number">
        <Button
          small
          kind="ghost"
          className="btn-square"
          aria-label={t('remove', { line: name })}
          onClick={() => apply([{ op: 'remove', _id: line._id }])}
        >
          <TrashIcon />
        </Button>
      </td>
    </tr>
  );
}

interface QuantityProps {
  line: ListLine;
  name: string;
  isWrong: boolean;
  apply: Apply;
}

/** The quantity of a line. What is no number stays as it was typed, and the line has no quantity then. */
function Quantity({ line, name, isWrong, apply }: QuantityProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <CountInput
      name={`quantity-${line._id}`}
      className="w-24"
      aria-label={t('quantity.of', { line: name })}
      aria-invalid={isWrong}
      value={typed ?? (line.quantity ? String(line.quantity) : '')}
      onChange={({ target: { value } }) => {
        const pieces = parseCount(value);
        setTyped(isPieces(pieces) ? undefined : value);
        apply([put(line, { quantity: isPieces(pieces) ? pieces : null })]);
      }}
    />
  );
}
