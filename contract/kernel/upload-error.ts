import { z } from 'zod';
import { ProblemSchema } from './problem.ts';

/** The body of a refused upload, in imgbb's shape. */
export const UploadErrorBodySchema = z.object({
  success: z.literal(false),
  status: z.int(),
  error: z.object({ message: z.string(), code: ProblemSchema.shape.code }),
});

/** Returns a problem in that shape. */
export const UploadErrorSchema = ProblemSchema.transform(({ status, detail, code }) => ({
  success: false as const,
  status,
  error: { message: detail, code },
})).pipe(UploadErrorBodySchema);
