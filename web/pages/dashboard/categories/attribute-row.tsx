import type { UseFormReturn } from 'react-hook-form';
import type { CategoryFields } from '#contract/categories/schema.ts';
import { countOf } from '#contract/kernel/money.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { type AttributeRow, type CategoryValues, KIND_WORDS } from './category-values.ts';
import { wordOf } from './word-of.ts';

interface Props {
  /** Its place, from 0, and the number of all. */
  n: number;
  of: number;
  row: AttributeRow;
  /** How many products have a value of it. */
  products: number;
  form: UseFormReturn<CategoryValues, unknown, CategoryFields>;
  onMove: (by: 'up' | 'down') => void;
  onRemove: () => void;
}

/** The fields of one attribute of a category. The key of a saved one stays: products have their values by it. */
export function AttributeRowFields({ n, of, row, products, form, onMove, onRemove }: Props) {
  const { register, setValue, formState } = form;
  const wrong = formState.errors.attributes?.[n];
  const name = row.name || `attribute ${n + 1}`;
  const { was } = row;
  /** The key follows the name until it is typed by hand. */
  const isDerived = !was && row.key === wordOf(row.name, '_');
  const note =
    was && was.kind !== row.kind && products > 0
      ? `${countOf(products, 'product keeps its value', 'products keep their values')} of the other kind, and ${products === 1 ? 'does' : 'do'} not show it.`
      : undefined;
  return (
    <fieldset aria-label={name} className="attribute-row">
      <TextField
        label="Name"
        error={wrong?.name?.message}
        {...register(`attributes.${n}.name`, {
          onChange: ({ target }) => {
            if (isDerived) setValue(`attributes.${n}.key`, wordOf(target.value, '_'));
          },
        })}
        dir="auto"
      />
      <TextField
        label="Key"
        error={wrong?.key?.message}
        readOnly={was !== undefined}
        {...register(`attributes.${n}.key`)}
      />
      <SelectField
        label="Kind"
        error={wrong?.kind?.message}
        note={note}
        {...register(`attributes.${n}.kind`)}
        options={KIND_WORDS}
      />
      {row.kind === 'number' ? (
        <TextField label="Unit" error={wrong?.unit?.message} {...register(`attributes.${n}.unit`)} />
      ) : (
        <p className="font-medium text-sm max-lg:hidden">{n === 0 && 'Unit'}</p>
      )}
      <div className="attribute-row-actions">
        <span className="num min-w-24 flex-1 text-muted text-xs">{was && countOf(products, 'product')}</span>
        <button
          id={`move-up-${n}`}
          type="button"
          className="btn btn-ghost btn-square btn-sm"
          aria-label={`Move ${name} up`}
          aria-disabled={n === 0}
          onClick={() => onMove('up')}
        >
          ↑
        </button>
        <button
          id={`move-down-${n}`}
          type="button"
          className="btn btn-ghost btn-square btn-sm"
          aria-label={`Move ${name} down`}
          aria-disabled={n === of - 1}
          onClick={() => onMove('down')}
        >
          ↓
        </button>
        <DeleteButton label={`Remove ${name}`} title="Remove" onClick={onRemove} />
      </div>
    </fieldset>
  );
}
