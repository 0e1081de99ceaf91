// Declares request.parts().
import '@fastify/multipart';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import {
  IMPORT_MAX_BYTES,
  ImportFormSchema,
  type ImportOptions,
  ImportOptionsSchema,
} from '#contract/imports/schema.ts';
import { withoutTurns } from '#contract/kernel/direction.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import { requireSender } from '../ground/handling/connected.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import type { Upload } from './add.ts';
import { fieldErrors } from './field-errors.ts';

/** The most characters of a field beside the file. */
const FIELD_CHARACTERS = 64 * 1024;
const NAME_CHARACTERS = 200;

/** Reads the bytes of an upload: a multipart body, or JSON. Throws 400 without a file, 413 for one that is too large. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart())
    return { bytes: await readBytes(request.body as Readable | undefined), isJson: true };
  const fields: Record<string, string> = {};
  let bytes: Uint8Array | undefined;
  let name: string | undefined;
  try {
    requireSender(request);
    const limits = { fileSize: IMPORT_MAX_BYTES + 1, files: 1, fields: 20, fieldSize: FIELD_CHARACTERS };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (part.fieldname !== 'file') throw new Problem('no_file');
      else {
        bytes = await readBytes(part.file);
        name = part.filename;
      }
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('broken_upload');
  }
  if (!bytes) throw new Problem('no_file');
  return { bytes, isJson: false, ...readOptions(fields), ...(name && { name: toName(name) }) };
}

async function readBytes(stream: Readable | undefined): Promise<Uint8Array> {
  if (!stream) throw new Problem('no_file');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > IMPORT_MAX_BYTES)
      throw new Problem('too_large', { what: 'file', megabytes: IMPORT_MAX_BYTES / 1024 ** 2 });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function toName(name: string): string {
  return withoutTurns(name).replaceAll('\0', '').toWellFormed().slice(0, NAME_CHARACTERS);
}

function readOptions(fields: Record<string, string>): ImportOptions {
  const form = ImportFormSchema.safeParse(fields);
  if (!form.success) throw invalidInput(fieldErrors(form.error.issues));
  const { mapping, remembered, headerRow, units, values, categories, ...plain } = form.data;
  const given = {
    ...plain,
    mapping: parseJson('mapping', mapping),
    units: parseJson('units', units),
    values: parseJson('values', values),
    categories: parseJson('categories', categories),
    remembered: remembered && remembered === 'true',
    headerRow: headerRow && Number(headerRow),
  };
  const options = ImportOptionsSchema.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  );
  if (!options.success) throw invalidInput(fieldErrors(options.error.issues));
  return options.data;
}

function parseJson(field: 'mapping' | 'units' | 'values' | 'categories', text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidInput([fieldError(field, `import_${field}`)]);
  }
}
