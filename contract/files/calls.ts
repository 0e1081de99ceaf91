import { callsOf } from '../kernel/call.ts';
import { UploadedFileSchema } from './schema.ts';

const call = callsOf('Files');

/** The calls about files that are attached to products. */
export const fileCalls = {
  uploadFile: call('POST /files', {
    may: 'file.upload',
    summary: 'Upload a file: multipart field `file`; a PDF up to 20 MB. The same bytes get the same address',
    body: 'multipart',
    file: 'file',
    output: UploadedFileSchema,
    refuses: ['no_file', 'broken_upload', 'unsupported_file', 'image_storage_down'],
  }),
  getFile: call('GET /files/:name', {
    may: 'anyone',
    summary: 'A file, or the part of it that `Range` names',
    output: 'bytes',
    media: ['application/pdf'],
    refuses: ['not_found', 'no_such_part', 'image_storage_down'],
  }),
};
