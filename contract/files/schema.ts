import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { foldedLine } from '../kernel/fields.ts';

/** The most bytes of an uploaded file. */
export const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** The address of an uploaded file: `/files/`, the SHA-256 of its bytes, `.pdf`. */
const FILE_ADDRESS = /^\/files\/[0-9a-f]{64}\.pdf$/;

/** Response of POST /files. */
export const UploadedFileSchema = z.object({ url: z.string(), bytes: z.int() });

/** datasheet: what the part is; certificate: what somebody has tested or declares of it. */
export const ATTACHMENT_KINDS = ['datasheet', 'certificate'] as const;

/** The most attachments of a product. */
export const MOST_ATTACHMENTS = 20;

/** An attachment of a product, as it is answered. */
export const AttachmentSchema = z.object({
  kind: z.enum(ATTACHMENT_KINDS),
  /** What its link says. */
  name: z.string(),
  url: z.string(),
  bytes: z.int(),
});
export type Attachment = z.infer<typeof AttachmentSchema>;

/** The attachments of a product, as input; the server looks their bytes up. They replace those from before. */
export const AttachmentsInputSchema = z
  .array(
    z.object({
      kind: z.enum(ATTACHMENT_KINDS, say('attachment_kind', { known: ATTACHMENT_KINDS.join(', ') })),
      name: foldedLine(say('attachment_name'), 100),
      /** From POST /files. */
      url: z.string(say('attachment_url')).regex(FILE_ADDRESS, say('attachment_url')),
    }),
  )
  .max(MOST_ATTACHMENTS, say('too_many_attachments', { most: MOST_ATTACHMENTS }));
export type AttachmentInput = z.infer<typeof AttachmentsInputSchema>[number];
