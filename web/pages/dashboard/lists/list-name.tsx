import { type FormEvent, useRef, useState } from 'react';
import { trimShown } from '#contract/kernel/blank.ts';
import { LONGEST_LIST_NAME } from '#contract/lists/limits.ts';
import type { List } from '#contract/lists/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { changeOf, useChangeList } from './use-change-list.ts';

/** The name of a list as the page's heading. Who may change the list can rename it. */
export function ListName({ list, mayChange }: { list: List; mayChange: boolean }) {
  const [name, setName] = useState<string>();
  const { mutate } = useChangeList(list._id);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useFocusLater(button);

  function close() {
    setName(undefined);
    focusButton();
  }

  function rename(event: FormEvent) {
    event.preventDefault();
    const wanted = trimShown(name ?? '');
    if (wanted && wanted !== list.name) mutate(changeOf({ op: 'rename', name: wanted }));
    close();
  }

  if (name !== undefined)
    return (
      <form method="post" onSubmit={rename} className="flex flex-wrap gap-2">
        <input
          aria-label="Name of the list"
          value={name}
          maxLength={LONGEST_LIST_NAME}
          required
          // biome-ignore lint/a11y/noAutofocus: the field stands where the pressed button was
          autoFocus
          className="input w-72"
          onChange={({ target }) => setName(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && close()}
        />
        <button type="submit" className="btn btn-primary">
          Rename
        </button>
        <Button kind="ghost" onClick={close}>
          Cancel
        </Button>
      </form>
    );
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h1 dir="auto" tabIndex={-1}>
        {list.name}
      </h1>
      {mayChange && (
        <button ref={button} type="button" className="text-link text-sm" onClick={() => setName(list.name)}>
          Rename
        </button>
      )}
    </div>
  );
}
