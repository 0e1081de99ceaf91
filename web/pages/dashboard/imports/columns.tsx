import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import, ImportMapping } from '#contract/imports/schema.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import { categories } from '../../../queries.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Options } from '../../../ui/select-field.tsx';
import { openColumns } from './asks.tsx';
import { COLUMN_CHOICES } from './words.ts';

interface Props {
  imported: Import;
  /** The file, while it is known: without it columns can only be looked at. */
  file: File | undefined;
  busy: boolean;
  onChange: (choices: { mapping: ImportMapping }) => void;
}

/** Which column stands for what. Unknown ones are told, and all can be changed before the import is applied. */
export function Columns({ imported, file, busy, onChange }: Props) {
  const { columns, unknown, state } = imported;
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const { data: all = [] } = useQuery(categories);
  const attributes = new Map(
    all.flatMap(({ attributes }) => attributes.map(({ key, name }) => [FACET_PREFIX + key, name])),
  );
  const open = openColumns(imported);
  const canChange = file !== undefined && state === 'ready';
  const fieldOf = (column: string, field = '') => chosen[column] ?? field;
  return (
    <details className="sheet p-4" open={unknown.length > 0 && state === 'ready'}>
      <summary className="cursor-pointer font-medium">
        Columns
        {unknown.length > 0 && (
          <span className="ms-2 text-muted text-sm">
            {unknown.length === 1 ? 'one is not known' : `${unknown.length} are not known`}:{' '}
            {unknown.join(', ')}
          </span>
        )}
      </summary>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          const mapping = Object.fromEntries(
            columns
              // Those that are asked about and were not touched stay open.
              .filter(
                ({ column, field }) =>
                  column !== '' && (column in chosen || field !== undefined || !open.has(column)),
              )
              .map(({ column, field }) => [column, fieldOf(column, field) || null]),
          ) as ImportMapping;
          onChange({ mapping });
        }}
      >
        <ul className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {columns.map(({ column, field }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat
            <li key={place}>
              <label className="grid gap-1 text-sm">
                <span className="break-all font-medium">{column || '(no header)'}</span>
                <select
                  className="select select-sm w-full"
                  disabled={!canChange || column === ''}
                  value={fieldOf(column, field)}
                  onChange={({ target }) => setChosen({ ...chosen, [column]: target.value })}
                >
                  <option value="">Not looked at</option>
                  <Options of={COLUMN_CHOICES} />
                  <optgroup label="Attributes">
                    <Options of={[...attributes]} />
                  </optgroup>
                </select>
              </label>
            </li>
          ))}
        </ul>
        {canChange ? (
          <ActionButton type="submit" small className="mt-4" busy={busy}>
            {busy ? 'Reading…' : 'Read again with these columns'}
          </ActionButton>
        ) : (
          state === 'ready' && (
            <p className="mt-3 text-muted text-sm">
              To change columns, choose the file again on the page Imports.
            </p>
          )
        )}
      </form>
    </details>
  );
}
