import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { ActionButton } from './action-button.tsx';

interface Props {
  /** Name of the file that is saved. */
  file: string;
  /** Requests its content with the accessToken, which a plain link cannot carry. */
  read: () => Promise<Blob>;
}

/** Saves a list as CSV. */
export function ExportButton({ file, read }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess: (content) => save(content, file),
    onError: (error) => toast.error('Nothing was exported', { description: error.message }),
  });
  return (
    <ActionButton className="btn btn-quiet btn-sm" busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Exporting…' : 'Export CSV'}
    </ActionButton>
  );
}

function save(content: Blob, file: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = file;
  link.click();
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
