import { useRef } from 'react';
import type { FieldErrors } from 'react-hook-form';
import {
  ATTACHMENT_KINDS,
  type Attachment,
  FILE_MAX_BYTES,
  MOST_ATTACHMENTS,
} from '#contract/files/schema.ts';
import { KIND_WORDS } from '../../../parts/attachments.tsx';
import { Field } from '../../../ui/field.tsx';
import { fileSize } from '../../../ui/file-size.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ItemButtons, useMovedFocus } from './item-buttons.tsx';
import { useFileUploads } from './upload-file.ts';
import { UploadList } from './upload-list.tsx';
import type { ProductValues } from './values.ts';

interface Props {
  attachments: Attachment[];
  errors: FieldErrors<ProductValues>['attachments'];
  onChange: (attachments: Attachment[]) => void;
  onSessionEnded: () => void;
}

/** Datasheets and certificates of a product, in the order in which its page lists them. Files are uploaded as they are chosen. */
export function AttachmentsField({ attachments, errors, onChange, onSessionEnded }: Props) {
  const uploads = useFileUploads({
    most: MOST_ATTACHMENTS,
    attachments,
    onChange,
    onSessionEnded,
  });
  /** The focus goes here from a removed file. */
  const input = useRef<HTMLInputElement>(null);
  const { list, moved } = useMovedFocus();
  const change = (n: number, news: Partial<Attachment>) =>
    onChange(attachments.map((one, place) => (place === n ? { ...one, ...news } : one)));

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium text-sm">Datasheets and certificates</legend>
      {attachments.length > 0 && (
        <ol ref={list} className="grid gap-3">
          {attachments.map((one, n) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice
              key={`${one.url} ${n}`}
              className="grid items-start gap-x-3 gap-y-2 border-base-300 border-b pb-3 sm:grid-cols-[9rem_1fr_auto]"
            >
              <SelectField
                label="Kind"
                name={`attachments.${n}.kind`}
                value={one.kind}
                onChange={({ target }) => change(n, { kind: target.value as Attachment['kind'] })}
                options={ATTACHMENT_KINDS.map((kind) => [kind, KIND_WORDS[kind]])}
              />
              <TextField
                label="What the link says"
                error={errors?.[n]?.name?.message ?? errors?.[n]?.url?.message}
                hint={
                  <a href={one.url} download={`${one.name}.pdf`} className="text-link">
                    PDF, {fileSize(one.bytes)}
                  </a>
                }
                name={`attachments.${n}.name`}
                dir="auto"
                value={one.name}
                onChange={({ target }) => change(n, { name: target.value })}
              />
              <ItemButtons
                of={one.name || KIND_WORDS[one.kind]}
                place={n}
                items={attachments}
                onMove={(items, to, way) => {
                  onChange(items);
                  moved(to, way);
                }}
                onRemove={(items) => {
                  onChange(items);
                  input.current?.focus();
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <UploadList uploads={uploads.open} onEnd={uploads.end} />
      <Field
        label="Add files"
        error={errors?.message ?? errors?.root?.message}
        hint={`PDF, ${FILE_MAX_BYTES / 1024 ** 2} MB at most each. You can choose several.`}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            name="attachments"
            type="file"
            multiple
            accept="application/pdf,.pdf"
            className="file-input max-w-sm"
            onChange={({ target }) => {
              uploads.add([...(target.files ?? [])]);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        )}
      </Field>
    </fieldset>
  );
}
