import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MeasuredServer, startProcess } from './servers.ts';

/** What a server answered, word for word. */
export type Answer = [path: string, status: number, headers: string[], bodyInBase64: string];

/** Headers that node:http sends by itself. */
const BY_ITSELF = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Asks a server once. */
export function hear(origin: string, path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Not by fetch, which takes compression off.
    request(origin + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const sent: string[] = [];
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const name = response.rawHeaders[index]!;
          if (!BY_ITSELF.has(name.toLowerCase())) sent.push(name, response.rawHeaders[index + 1]!);
        }
        resolve([path, response.statusCode!, sent, body.toString('base64')]);
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Starts a bare server in a process of its own that gives these answers and no others. */
export async function serveAnswers(answers: Answer[]): Promise<MeasuredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'northbridge-bench-'));
  try {
    const file = join(folder, 'answers.json');
    await writeFile(file, JSON.stringify(answers));
    return await startProcess('serve-bytes.ts', { ANSWERS: file });
  } finally {
    // It has read them before it listens.
    await rm(folder, { recursive: true, force: true });
  }
}
