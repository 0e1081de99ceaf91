import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MeasuredServer, startProcess } from './servers.ts';

/** A recorded response. */
export type Answer = [path: string, status: number, headers: string[], bodyInBase64: string];

/** Headers that node:http adds. */
const BY_ITSELF = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Records one response of a server. */
export function hear(origin: string, path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Not with fetch, which decompresses.
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

/** Starts a bare server in a separate process that replays these responses. */
export async function serveAnswers(answers: Answer[]): Promise<MeasuredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'northbridge-bench-'));
  try {
    const file = join(folder, 'answers.json');
    await writeFile(file, JSON.stringify(answers));
    return await startProcess('serve-bytes.ts', { ANSWERS: file });
  } finally {
    // The server reads the file before it listens.
    await rm(folder, { recursive: true, force: true });
  }
}
