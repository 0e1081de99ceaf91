import { useId } from 'react';
import { formatCount } from '#contract/money.ts';
import { CountInput } from '../../../ui/count-input.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { keyOf, type PiecesError, type PiecesLine, type Typed } from './typed-pieces.ts';

interface Props {
  columns: readonly string[];
  lines: readonly PiecesLine[];
  typed: Typed;
  errors: readonly PiecesError[];
  onType: (key: string, text: string) => void;
}

/** The lines of which pieces can be named, with a field in each column. */
export function PiecesTable({ columns, lines, typed, errors, onType }: Props) {
  const id = useId();
  return (
    <table className="pieces-table">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" className="number">
            Left
          </th>
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
            </td>
            <td className="number num">{formatCount(line.left)}</td>
            {columns.map((column, n) => {
              const key = keyOf(line.orderId, n);
              const error = errors.find((one) => one.key === key)?.message;
              return (
                <td key={column} className="number">
                  <CountInput
                    aria-label={`${column}, ${line.name}`}
                    aria-invalid={Boolean(error)}
                    aria-describedby={error && `${id}-${key}`}
                    value={typed[key] ?? ''}
                    onChange={({ target }) => onType(key, target.value)}
                  />
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
