import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { MOST_SUBSTITUTES, SUBSTITUTE_KINDS, type Substitute } from '#contract/products/substitutes.ts';
import { KIND_WORDS } from '../../../parts/substitute-words.ts';
import { product as productQuery } from '../../../queries.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ItemButtons, useMovedFocus } from './item-buttons.tsx';
import { PartFinder } from './part-finder.tsx';
import type { ProductValues } from './values.ts';

interface Props {
  substitutes: Substitute[];
  /** The product itself, which is no substitute of its own. */
  own: string | undefined;
  errors: FieldErrors<ProductValues>['substitutes'];
  onChange: (substitutes: Substitute[]) => void;
}

/** Parts that can take the place of a product, in the order in which its page lists them. */
export function SubstitutesField({ substitutes, own, errors, onChange }: Props) {
  /** The focus goes here from a removed part. */
  const finder = useRef<HTMLInputElement>(null);
  const { list, moved } = useMovedFocus();

  return (
    <div className="grid gap-3">
      {substitutes.length > 0 && (
        <ol ref={list} className="grid gap-3" aria-label="Substitutes">
          {substitutes.map((substitute, n) => (
            <SubstituteItem
              key={substitute._id}
              place={n}
              substitutes={substitutes}
              wrong={errors?.[n]}
              onChange={onChange}
              onMoved={moved}
              onRemoved={() => finder.current?.focus()}
            />
          ))}
        </ol>
      )}
      {substitutes.length < MOST_SUBSTITUTES && (
        <PartFinder
          label="Add a substitute"
          name="substitutes"
          inputRef={finder}
          error={errors?.message ?? errors?.root?.message}
          without={[...substitutes.map(({ _id }) => _id), ...(own === undefined ? [] : [own])]}
          onFound={(_id) => onChange([...substitutes, { _id, kind: 'similar' }])}
        />
      )}
    </div>
  );
}

interface ItemProps {
  place: number;
  substitutes: Substitute[];
  wrong: NonNullable<Props['errors']>[number];
  onChange: (substitutes: Substitute[]) => void;
  onMoved: ReturnType<typeof useMovedFocus>['moved'];
  onRemoved: () => void;
}

function SubstituteItem({ place, substitutes, wrong, onChange, onMoved, onRemoved }: ItemProps) {
  const substitute = substitutes[place] as Substitute;
  const { _id, kind, note = '' } = substitute;
  const { data: part } = useQuery(productQuery(_id));
  const change = (news: Partial<Substitute>) =>
    onChange(substitutes.map((one) => (one === substitute ? { ...one, ...news } : one)));
  return (
    <li className="grid items-start gap-x-3 gap-y-2 border-base-300 border-b pb-3 sm:grid-cols-[9rem_1fr_auto]">
      <p className="text-sm sm:col-span-3">
        <span className="num font-medium">{part?.sku ?? '…'}</span> <bdi>{part?.name}</bdi>
      </p>
      <SelectField
        label="Kind"
        error={wrong?._id?.message ?? wrong?.message}
        name={`substitutes.${place}.kind`}
        value={kind}
        onChange={({ target }) => change({ kind: target.value as Substitute['kind'] })}
        options={SUBSTITUTE_KINDS.map((one) => [one, KIND_WORDS[one]])}
      />
      <TextField
        label="What to mind"
        error={wrong?.note?.message}
        hint="Buyers read it beside the part"
        name={`substitutes.${place}.note`}
        dir="auto"
        value={note}
        onChange={({ target }) => change({ note: target.value || undefined })}
      />
      <ItemButtons
        of={part?.sku ?? 'the part'}
        place={place}
        items={substitutes}
        onMove={(items, to, way) => {
          onChange(items);
          onMoved(to, way);
        }}
        onRemove={(items) => {
          onChange(items);
          onRemoved();
        }}
      />
    </li>
  );
}
