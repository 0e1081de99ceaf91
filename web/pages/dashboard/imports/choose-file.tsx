import { type DragEvent, useState } from 'react';

interface Props {
  label: string;
  busy: boolean;
  onFile: (file: File) => void;
}

/** A field for a file, onto which one can be dropped as well. */
export function ChooseFile({ label, busy, onFile }: Props) {
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !busy) onFile(file);
  };
  return (
    <label
      className={`sheet grid gap-3 border-2 border-dashed p-6 text-sm ${over ? 'border-primary' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <span className="font-medium" role="status">
        {label}
      </span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xml,text/csv"
        className="file-input w-full max-w-md"
        disabled={busy}
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again once it is mended.
          target.value = '';
        }}
      />
    </label>
  );
}
