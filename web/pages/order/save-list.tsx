import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { trimShown } from '#contract/kernel/blank.ts';
import { LONGEST_LIST_NAME } from '#contract/lists/limits.ts';
import type { Cart } from '../../basket/cart/cart.ts';
import { useSaveList } from '../../basket/lists/use-save-list.ts';
import { SubmitButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useModal } from '../../ui/use-modal.ts';

interface Props {
  cart: Cart;
  onClose: () => void;
}

/** Asks for a name, and keeps the lines as a list of the buyer's. */
export function SaveList({ cart, onClose }: Props) {
  const dialog = useModal();
  const [fault, setFault] = useState<string>();
  const { lines, boards } = cart;
  const { mutate, isPending, error, data: id } = useSaveList();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const name = trimShown(String(new FormData(event.currentTarget).get('name')));
    setFault(name === '' ? 'Name is Required' : undefined);
    if (name !== '') mutate({ name, boards, lines });
  }

  if (id)
    return (
      <Panel dialog={dialog} title="The list is saved" onClose={onClose}>
        <p className="mt-2 text-muted">It has these lines; your order pad is unchanged.</p>
        <form method="dialog" className="mt-6 flex justify-end gap-3">
          <button type="submit" className="btn btn-quiet">
            Close
          </button>
          <Link to={`/dashboard/lists/${id}`} className="btn btn-primary">
            Open the list
          </Link>
        </form>
      </Panel>
    );
  return (
    <Panel dialog={dialog} title="Save as list" onClose={onClose}>
      <form method="post" onSubmit={submit} className="mt-4 grid gap-4" noValidate>
        <TextField
          label="Name"
          name="name"
          maxLength={LONGEST_LIST_NAME}
          autoComplete="off"
          hint="Such as the name of the board or of the project."
          error={fault ?? error?.message}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <SubmitButton busy={isPending}>{isPending ? 'Saving…' : 'Save'}</SubmitButton>
        </div>
      </form>
    </Panel>
  );
}
