import { useMutation } from '@tanstack/react-query';
import { ActionButton } from './action-button.tsx';
import { saveFile } from './save-file.ts';
import { toast } from './toast.ts';

interface Props {
  /** Name of the file that is saved. */
  file: string;
  /** Requests its content with the accessToken, which a plain link cannot carry. */
  read: () => Promise<Blob>;
  label?: string;
}

/** Saves a list as a file. */
export function ExportButton({ file, read, label = 'Export CSV' }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess: (content) => saveFile(content, file),
    onError: (error) => toast.error('Nothing was exported', { description: error.message }),
  });
  return (
    <ActionButton small busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Exporting…' : label}
    </ActionButton>
  );
}
