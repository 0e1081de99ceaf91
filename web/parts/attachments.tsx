import type { Attachment } from '#contract/files/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import { fileSize } from '../ui/file-size.ts';
import { icon } from '../ui/icons.tsx';

const FileIcon = icon('M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6');

/** What the kinds of files are called. */
export const KIND_WORDS: Record<Attachment['kind'], string> = {
  datasheet: 'Datasheet',
  certificate: 'Certificate',
};

/** The datasheets and certificates of a part. Nothing without any. */
export function Attachments({ product: { attachments } }: { product: Product }) {
  if (attachments.length === 0) return null;
  return (
    <section aria-label="Datasheets and certificates" className="mt-6">
      <h2 className="text-base">Files</h2>
      <ul className="mt-1 text-sm">
        {attachments.map(({ kind, name, url, bytes }) => (
          <li
            key={`${url} ${name}`}
            className="flex min-h-9 items-center gap-2 border-base-300 border-b py-1"
          >
            <FileIcon className="size-4 text-muted" />
            <a href={url} target="_blank" rel="noreferrer" className="text-link" dir="auto">
              {name}
            </a>
            <span className="ms-auto whitespace-nowrap text-muted text-xs">
              {KIND_WORDS[kind]}, PDF, {fileSize(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
