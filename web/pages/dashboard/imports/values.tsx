import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withPaths } from '#contract/categories/category-tree.ts';
import { type ColumnAsk, isNewCategory } from '#contract/imports/schema.ts';
import { categories } from '../../../queries.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Options } from '../../../ui/select-field.tsx';

interface ValuesProps {
  ask: ColumnAsk;
  busy: boolean;
  /** @param made values of which categories are to be made */
  onChoose: (values: Record<string, string | null>, made: string[]) => void;
}

/** Chosen in place of a category's slug, which has no such sign. */
const MAKE = '>';

/** A choice for each value that is not known. */
export function Values({ ask: { field, examples, choices }, busy, onChoose }: ValuesProps) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const { data: all = [] } = useQuery(categories);
  const options: [string, string][] =
    choices?.map((one) => [one, one]) ?? withPaths(all).map(({ slug, path }) => [slug, path]);
  return (
    <form
      method="post"
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const isMade = (value: string) => chosen[value] === MAKE;
        const known = examples.filter((value) => !isMade(value));
        onChoose(
          Object.fromEntries(known.map((value) => [value, chosen[value] || null])),
          examples.filter(isMade),
        );
      }}
    >
      {examples.map((value) => (
        <label key={value} className="flex flex-wrap items-center gap-2 text-sm">
          <span className="break-all font-medium">{value}</span>
          <select
            className="select select-sm"
            value={chosen[value] ?? ''}
            onChange={({ target }) => setChosen({ ...chosen, [value]: target.value })}
          >
            <option value="">Leave it out</option>
            {field === 'sku' && <option value={value}>A new part</option>}
            {field === 'category' && isNewCategory(value) && <option value={MAKE}>Make this category</option>}
            <Options of={options} />
          </select>
        </label>
      ))}
      <ActionButton type="submit" small className="justify-self-start" busy={busy}>
        Read again with these values
      </ActionButton>
    </form>
  );
}
