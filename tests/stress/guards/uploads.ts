import type { Guard } from './guard.ts';

const MOVE = ['server/move-uploads/move-uploads.test.ts'];

/** The guards around uploads that move between the disk and a bucket. */
export const uploadGuards: Guard[] = [
  {
    name: 'an upload is deleted where it was only when its bytes are the same at the destination',
    file: 'server/move-uploads/move.ts',
    code: 'if (!isSame) {',
    without: 'if (isSame === undefined) {',
    tests: MOVE,
  },
  {
    name: 'no upload is deleted where new ones go',
    file: 'server/move-uploads/main.ts',
    code: 'if (removes && uploadsTo !== target)',
    without: 'if (removes && uploadsTo === undefined)',
    tests: MOVE,
  },
  {
    name: 'an upload that moves while it is looked for is found',
    file: 'server/storage/both.ts',
    code: '(await look(target)) ?? (await look(other)) ?? look(target)',
    without: '(await look(target)) ?? (await look(other))',
    tests: ['server/storage/both.test.ts'],
  },
];
