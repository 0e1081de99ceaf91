import { parseArgs } from 'node:util';
import { readUploadsEnv } from '../env.ts';
import { explain } from '../explain.ts';
import { Problem } from '../handling/problem.ts';
import { openDisk, UPLOAD_FOLDERS } from '../storage/open.ts';
import { createS3Store } from '../storage/s3.ts';
import { type Moved, moveFiles } from './move.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const USAGE =
  'npm run move-uploads -- to-bucket, or -- to-disk; with --delete what has moved is deleted where it was';
const TARGETS = { 'to-bucket': 'bucket', 'to-disk': 'disk' } as const;

/**
 * `npm run move-uploads -- to-bucket` or `to-disk`: copies uploaded pictures and files between DATA_DIR and the bucket, and compares
 * them there. True when all of them are at their destination.
 */
export async function main(args: string[]): Promise<boolean> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { delete: { type: 'boolean', default: false } },
    });
    const target = TARGETS[positionals[0] as keyof typeof TARGETS];
    if (!target || positionals.length > 1) return refuse(USAGE);
    return await run(target, values.delete);
  } catch (error) {
    const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    return refuse(isUsage ? USAGE : why(error));
  }
}

async function run(target: 'bucket' | 'disk', removes: boolean): Promise<boolean> {
  const { s3, dataDir, uploadsTo } = readUploadsEnv(process.env);
  if (!s3) return refuse('No bucket is named: set S3_BUCKET and the variables beside it.');
  // Or new uploads would go on arriving where all is to be gone.
  if (removes && uploadsTo !== target)
    return refuse(
      `New uploads go to the ${uploadsTo}: nothing is deleted there. Set UPLOADS_TO=${target}, and start the shop with it first.`,
    );
  const different: string[] = [];
  for (const folder of UPLOAD_FOLDERS) {
    const [disk, bucket] = [openDisk(dataDir, folder), createS3Store(s3, folder)];
    const [from, to] = target === 'bucket' ? [disk, bucket] : [bucket, disk];
    const moved = await moveFiles({ from, to, removes, log: (line) => say(`${folder}: ${line}`) });
    say(`${folder}: ${summarize(moved)}`);
    different.push(...moved.different.map((file) => `${folder}/${file}`));
  }
  if (different.length === 0) return true;
  return refuse(
    [
      `${different.length} files have other bytes in the ${target} than where they come from. Look at both, delete the wrong one, and run this again:`,
      ...different,
    ].join('\n  '),
  );
}

function summarize({ copied, there, removed, different }: Moved): string {
  const all = copied + there + different.length;
  return `${all} files: ${copied} copied, ${there} there already, ${different.length} different; ${removed} deleted where they were`;
}

/** A storage that fails says what it answered, and that nothing is lost. */
function why(error: unknown): string {
  const { cause } = error as Error;
  if (!(error instanceof Problem)) return explain(error);
  return `The storage cannot be used (${cause instanceof Error ? cause.message : error.code}). Run this again: it goes on with what is missing.`;
}

function refuse(line: string): false {
  say(line);
  return false;
}
