import { callsOf } from '../kernel/call.ts';
import { UploadErrorSchema } from '../kernel/upload-error.ts';
import { ImageQuerySchema, ImageUploadQuerySchema, UploadedImageSchema } from './schema.ts';

const call = callsOf('Images');

/** The calls about pictures. */
export const imageCalls = {
  uploadImage: call('POST /images', {
    may: 'image.upload',
    summary:
      'Upload a picture: multipart field `image`; JPEG, PNG, WebP or AVIF; `wide=1` for one that fills a window',
    query: ImageUploadQuerySchema,
    body: 'multipart',
    output: UploadedImageSchema,
    status: 200,
    creates: true,
    errorBody: UploadErrorSchema,
    refuses: [
      'no_image',
      'broken_upload',
      'broken_image',
      'too_many_pixels',
      'unsupported_image',
      'animated',
      'image_host_down',
      'image_storage_down',
    ],
  }),
  getImage: call('GET /images/:name', {
    may: 'anyone',
    summary: 'A picture; `w` gives one of a few fixed widths',
    query: ImageQuerySchema,
    output: 'bytes',
    refuses: ['not_found', 'image_storage_down'],
  }),
};
