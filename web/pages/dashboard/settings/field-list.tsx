import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CountInput } from '../../../ui/count-input.tsx';
import { type ControlProps, Field as Labelled } from '../../../ui/field.tsx';
import { Options } from '../../../ui/select-field.tsx';
import { ZoneInput } from '../../../ui/zone-input.tsx';
import { ItemButtons, useMovedFocus } from '../product-form/item-buttons.tsx';
import { at, blankOf, type Draft, withAt } from './draft.ts';
import type { Field, List } from './fields.ts';
import { PictureField } from './picture-field.tsx';
import { shorten } from './words.ts';

interface Props {
  fields: readonly Field[];
  draft: Draft;
  /** What is wrong, by path in the section. */
  errors: Record<string, string>;
  /** The default of these fields; of an entry of a list there is none. */
  standard?: Draft;
  /** The path of what the fields are in, with a dot at its end. */
  within?: string;
  onChange: (draft: Draft) => void;
}

/** Fields of a section, or of an entry of a list. */
export function Fields({ fields, draft, errors, standard, within = '', onChange }: Props) {
  return fields.map((field) => {
    if (field.kind === 'group')
      return (
        <fieldset key={field.label} className="settings-group">
          <legend className="font-semibold text-base">{field.label}</legend>
          <Fields
            fields={field.fields}
            draft={draft}
            errors={errors}
            within={within}
            onChange={onChange}
            {...(standard && { standard })}
          />
        </fieldset>
      );
    const path = within + field.path;
    const set = (value: unknown) => onChange(withAt(draft, field.path, value));
    const value = at(draft, field.path);
    if (field.kind === 'list')
      return (
        <Entries
          key={path}
          list={field}
          path={path}
          entries={(value ?? []) as Draft[]}
          errors={errors}
          onChange={set}
        />
      );
    const usual = standard && at(standard, field.path);
    const isOther = usual !== undefined && usual !== value;
    const options = field.kind === 'choice' ? field.options : {};
    const hint = [
      field.hint,
      isOther && `Default: ${options[String(usual)] ?? (shorten(String(usual)) || 'empty')}`,
    ]
      .filter(Boolean)
      .join('. ');
    const error = errors[path] ?? Object.entries(errors).find(([wrong]) => wrong.startsWith(`${path}.`))?.[1];
    return (
      <Labelled key={path} label={field.label} error={error} hint={hint}>
        {(control) => controlOf(field, { ...control, name: path }, String(value ?? ''), set)}
      </Labelled>
    );
  });
}

type Scalar = Exclude<Field, { kind: 'list' | 'group' }>;

function controlOf(
  field: Scalar,
  control: ControlProps & { name: string },
  value: string,
  set: (value: string) => void,
): ReactNode {
  const shared = {
    ...control,
    value,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  };
  switch (field.kind) {
    case 'choice':
      return (
        <select {...shared} className="select max-w-md">
          <Options of={field.options} />
        </select>
      );
    case 'line':
      return <input {...shared} dir="auto" className="input" />;
    case 'number':
      return <CountInput {...shared} className="max-w-48" />;
    case 'zone':
      return <ZoneInput {...shared} />;
    case 'banner':
    case 'screenshot':
      return <PictureField kind={field.kind} control={control} picture={value} onChange={set} />;
    case 'code':
      return <textarea {...shared} rows={5} spellCheck={false} className="textarea font-mono text-sm" />;
    default:
      return (
        <textarea {...shared} dir="auto" rows={field.kind === 'paragraphs' ? 8 : 3} className="textarea" />
      );
  }
}

interface EntriesProps {
  list: List;
  path: string;
  entries: Draft[];
  errors: Record<string, string>;
  onChange: (entries: Draft[]) => void;
}

/** The entries of a list, each with its fields, to be moved, removed and added. */
function Entries({ list, path, entries, errors, onChange }: EntriesProps) {
  const { one, label, fields, most } = list;
  const { list: element, moved } = useMovedFocus();
  return (
    <fieldset className="settings-list">
      <legend className="font-semibold text-base">{label}</legend>
      <ol ref={element} className="grid gap-3">
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own, and all their fields are controlled
          <li key={place} className="settings-entry">
            <fieldset className="contents">
              <legend className="sr-only">{`${one} ${place + 1}`}</legend>
              <div className="settings-entry-head">
                <p aria-hidden="true" className="font-medium text-sm">
                  {one} {place + 1}
                </p>
                {most !== undefined && (
                  <ItemButtons
                    of={`${one} ${place + 1}`}
                    place={place}
                    items={entries}
                    onMove={(items, to, way) => {
                      onChange(items);
                      moved(to, way);
                    }}
                    onRemove={onChange}
                  />
                )}
              </div>
              <Fields
                fields={fields}
                draft={entry}
                errors={errors}
                within={`${path}.${place}.`}
                onChange={(next) => onChange(entries.with(place, next))}
              />
            </fieldset>
          </li>
        ))}
      </ol>
      <p role="status" className="text-error text-sm empty:hidden">
        {errors[path]}
      </p>
      {most !== undefined && entries.length < most && (
        <div>
          <Button small onClick={() => onChange([...entries, blankOf(fields)])}>
            Add {/^[aeiou]/i.test(one) ? 'an' : 'a'} {one.toLowerCase()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
