import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { t } from './words.ts';

interface Props {
  label: string;
  of: readonly { _id: string; name: string }[];
  action: string;
  busy: boolean;
  onChosen: (id: string) => void;
}

/** Chooses one of several by name, and does something with it. */
export function Choose({ label, of, action, busy, onChosen }: Props) {
  const [chosen, setChosen] = useState('');
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={label}
        className="min-w-0 max-w-xs flex-1"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={of.map(({ _id, name }) => [_id, name])}
      >
        <option value="">{t('choose')}</option>
      </SelectField>
      <ActionButton
        busy={busy || chosen === ''}
        onClick={() => {
          onChosen(chosen);
          setChosen('');
        }}
      >
        {action}
      </ActionButton>
    </div>
  );
}
