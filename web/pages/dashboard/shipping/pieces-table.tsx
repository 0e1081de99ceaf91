import { type ReactNode, useId } from 'react';
import { formatCents, formatCount, formatPrice, parseCount } from '#contract/kernel/money.ts';
import { CountInput } from '../../../ui/count-input.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { centsOf, keyOf, type PiecesError, type PiecesLine, piecesOf, type Typed } from './typed-pieces.ts';

interface Props {
  columns: readonly string[];
  lines: readonly PiecesLine[];
  typed: Typed;
  errors: readonly PiecesError[];
  /** More fields of a line, once pieces of it are typed. */
  besides: ((line: PiecesLine) => ReactNode) | undefined;
  onType: (key: string, text: string) => void;
}

/** The lines of which pieces can be named, with a field in each column. */
export function PiecesTable({ columns, lines, typed, errors, besides, onType }: Props) {
  const id = useId();
  const showsBack = lines.some(({ cameBack }) => cameBack !== undefined);
  return (
    <table className="pieces-table">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" className="number">
            Left
          </th>
          {showsBack && (
            <th scope="col" className="number">
              Came back
            </th>
          )}
          {columns.map((column) => (
            <th key={column} scope="col" className="number">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.orderId}>
            <td>
              <span {...inCatalogue}>{line.name}</span>
              <span className="id block text-muted text-xs">{line.sku}</span>
              {line.price !== undefined && (
                <span className="num block text-muted text-xs">{formatPrice(line.price)} each</span>
              )}
              {besides && piecesOf([line], columns.length, typed).length > 0 && besides(line)}
            </td>
            <td className="number num">{formatCount(line.left)}</td>
            {showsBack && <td className="number num">{formatCount(line.cameBack ?? 0)}</td>}
            {columns.map((column, n) => {
              const key = keyOf(line.orderId, n);
              const error = errors.find((one) => one.key === key)?.message;
              const cents = centsOf(line, parseCount(typed[key]?.trim() ?? ''));
              return (
                <td key={column} className="number">
                  <CountInput
                    aria-label={`${column}, ${line.name}`}
                    aria-invalid={Boolean(error)}
                    aria-describedby={error && `${id}-${key}`}
                    value={typed[key] ?? ''}
                    onChange={({ target }) => onType(key, target.value)}
                  />
                  {cents !== undefined && (
                    <span className="num mt-1 block text-muted text-xs">{formatCents(cents)}</span>
                  )}
                  {error && (
                    <p id={`${id}-${key}`} role="status" className="text-error text-xs">
                      {error}
                    </p>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
