import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { List } from '#contract/lists.ts';
import { countOf } from '#contract/money.ts';
import { getCart } from '../../../cart/cart.ts';
import { doToCart } from '../../../cart/history.ts';
import { useSaveList } from '../../../lists/use-save-list.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { callForFileAsUser } from '../../../user-calls.ts';
import { opsOfList } from './add-list.ts';
import { useDeleteList } from './use-delete-list.ts';

interface Props {
  list: List;
  /** By which somebody else's list was opened. */
  accessKey: string | undefined;
  isMine: boolean;
  isSharing: boolean;
  onShare: () => void;
}

/** What can be done with a list, the next step first. */
export function ListActions({ list, accessKey, isMine, isSharing, onShare }: Props) {
  const navigate = useNavigate();
  const remove = useDeleteList(() => navigate('/dashboard/lists', { replace: true }));
  const file = list.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_');
  const read = (format: 'csv' | 'xlsx') => () =>
    callForFileAsUser('exportList', { params: { id: list._id }, query: { format, key: accessKey } });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <AddAll list={list} />
      {!isMine && <Copy list={list} />}
      <ExportButton file={`${file}.csv`} read={read('csv')} label="CSV" />
      <ExportButton file={`${file}.xlsx`} read={read('xlsx')} label="XLSX" />
      {isMine && (
        <>
          <button type="button" className="btn btn-quiet btn-sm" aria-expanded={isSharing} onClick={onShare}>
            Share
          </button>
          <ActionButton
            className="btn btn-quiet btn-sm text-error"
            busy={remove.isPending}
            onClick={() => remove.mutate(list)}
          >
            Delete
          </ActionButton>
        </>
      )}
    </div>
  );
}

/** Adds all lines to the order, once. */
function AddAll({ list }: { list: List }) {
  const navigate = useNavigate();
  const [isAdded, setAdded] = useState(false);
  const wasPressed = useRef(false);
  const lines = list.lines ?? [];

  function add() {
    // The second click of a double click comes before this is shown again.
    if (wasPressed.current) return;
    wasPressed.current = true;
    const count = countOf(lines.length, 'line');
    doToCart(`Added ${count} of the list ${list.name}`, opsOfList(list, getCart()));
    setAdded(true);
    toast.success(`${count} added to the order`, {
      action: { label: 'Go to the order', onClick: () => navigate('/order') },
    });
  }

  if (lines.length === 0) return null;
  return (
    <ActionButton className="btn btn-primary btn-sm" busy={isAdded} onClick={add}>
      {isAdded ? 'Added to the order' : 'Add all to the order'}
    </ActionButton>
  );
}

/** Copies somebody else's list to one's own. */
function Copy({ list: { name, boards = null, lines = [] } }: { list: List }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useSaveList(async (id) => {
    await client.invalidateQueries({ queryKey: ['lists', 'all'] });
    await navigate(`/dashboard/lists/${id}`);
    toast.success('The list is now one of yours', { description: name });
  });
  const failed = (error: Error) => toast.error('The list was not copied', { description: error.message });
  return (
    <ActionButton
      className="btn btn-quiet btn-sm"
      busy={isPending}
      onClick={() => mutate({ name, boards, lines }, { onError: failed })}
    >
      Copy to my lists
    </ActionButton>
  );
}
