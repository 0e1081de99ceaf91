import { z } from 'zod';
import { say } from '../kernel/field-message.ts';

/** Widths in pixels in which the shop's own image host keeps every picture. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;
/** The width in which it keeps wide ones, too: those that fill a window. */
export const WIDE_IMAGE = 1920;

const widths = [...IMAGE_WIDTHS, WIDE_IMAGE] as const;
/** `w` of a picture's address: one of these widths. A picture that is not kept as wide as that comes in the largest other one. */
export const ImageQuerySchema = z.object({
  w: z
    .enum(widths.map(String), say('image_width', { widths: widths.join(', ') }))
    .transform(Number)
    .pipe(z.literal(widths))
    .optional(),
});
/** Of POST /images: `wide` keeps the picture in `WIDE_IMAGE`, too. */
export const ImageUploadQuerySchema = z.object({ wide: z.literal('1', say('wide')).optional() });
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 25_000_000;

/** Response of POST /images, in the shape of imgbb's API (https://api.imgbb.com). */
export const UploadedImageSchema = z.object({
  success: z.literal(true),
  status: z.literal(200),
  data: z.object({
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    size: z.number().int(),
    mime: z.string(),
  }),
});
export type UploadedImage = z.infer<typeof UploadedImageSchema>;
