import type { LineField } from '../../../basket/pasted/columns.ts';
import type { PastedTable } from '../../../basket/pasted/paste.ts';
import { Options } from '../../../ui/select-field.tsx';
import type { Fields } from './column-memory.ts';
import { bodyOf, headersOf } from './columns-of.ts';
import { FIELD_WORDS } from './words.ts';

/** Rows of the table that show what its columns hold. */
const SAMPLE = 2;

interface Props {
  table: PastedTable;
  onChange: (fields: Fields) => void;
}

/** What the columns of a table stand for. It can be changed, and the lines below change with it. */
export function MappingRow({ table, onChange }: Props) {
  const { fields } = table;
  const names = headersOf(table);
  const sample = bodyOf(table).slice(0, SAMPLE);
  const places = [...Array(Math.max(fields.length, names.length)).keys()];

  function change(place: number, field: LineField | undefined) {
    // One column stands for a field, but descriptions add up.
    const others = places.map((at) =>
      fields[at] === field && field !== 'description' ? undefined : fields[at],
    );
    onChange(others.map((other, at) => (at === place ? field : other)));
  }

  return (
    <div className="mapping">
      <table>
        <caption className="sr-only">What the columns stand for</caption>
        <thead>
          <tr>
            {places.map((place) => (
              <th key={place} scope="col" data-used={fields[place] ? '' : undefined}>
                <span className="mapping-header" dir="auto">
                  {names[place]?.trim() || `Column ${place + 1}`}
                </span>
                <select
                  className="select select-sm"
                  aria-label={`What ${names[place]?.trim() || `column ${place + 1}`} stands for`}
                  value={fields[place] ?? ''}
                  onChange={({ target }) =>
                    change(place, (target.value || undefined) as LineField | undefined)
                  }
                >
                  <option value="">Not used</option>
                  <Options of={FIELD_WORDS} />
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ row, cells }) => (
            <tr key={row}>
              {places.map((place) => (
                <td key={place} dir="auto" data-used={fields[place] ? '' : undefined}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
