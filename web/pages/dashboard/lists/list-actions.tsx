import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { List } from '#contract/lists/schema.ts';
import { useSaveList } from '../../../basket/lists/use-save-list.ts';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { toast } from '../../../ui/toast.ts';
import { callForFileAsUser } from '../../../user-calls.ts';
import { AddAll } from './add-all.tsx';
import { useDeleteList } from './use-delete-list.ts';

interface Props {
  list: List;
  /** By which somebody else's list was opened. */
  accessKey: string | undefined;
  isMine: boolean;
  /** Whether lists and the order can be changed: not for a company that is closed. */
  mayWrite: boolean;
  isSharing: boolean;
  onShare: () => void;
}

/** What can be done with a list, the next step first. */
export function ListActions({ list, accessKey, isMine, mayWrite, isSharing, onShare }: Props) {
  const navigate = useNavigate();
  const { buyerId } = useUser();
  const [isHanding, setHanding] = useState(false);
  const remove = useDeleteList(() => navigate('/dashboard/lists', { replace: true }));
  const file = list.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_');
  const read = (format: 'csv' | 'xlsx') => () =>
    callForFileAsUser('exportList', { params: { id: list._id }, query: { format, key: accessKey } });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayWrite && <AddAll list={list} />}
      {mayWrite && !isMine && <Copy list={list} />}
      <ExportButton file={`${file}.csv`} read={read('csv')} label="CSV" />
      <ExportButton file={`${file}.xlsx`} read={read('xlsx')} label="XLSX" />
      {mayWrite && isMine && (
        <>
          <Button small aria-expanded={isSharing} onClick={onShare}>
            Share
          </Button>
          {buyerId && list.lines?.length !== 0 && (
            <Button small onClick={() => setHanding(true)}>
              Hand over
            </Button>
          )}
          <ActionButton
            small
            className="text-error"
            busy={remove.isPending}
            onClick={() => remove.mutate(list)}
          >
            Delete
          </ActionButton>
        </>
      )}
      {isHanding && (
        <OnDemand load={loadHandOver} what="your colleagues" onClose={() => setHanding(false)}>
          {({ HandOver }) => <HandOver list={list} onClose={() => setHanding(false)} />}
        </OnDemand>
      )}
    </div>
  );
}

const loadHandOver = () => import('../../../basket/hand-over/hand-over.tsx');

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
    <ActionButton small busy={isPending} onClick={() => mutate({ name, boards, lines }, { onError: failed })}>
      Copy to my lists
    </ActionButton>
  );
}
