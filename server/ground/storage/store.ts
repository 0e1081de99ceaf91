import type { Readable } from 'node:stream';

/** The first and the last byte of a part of a file. */
export interface Span {
  start: number;
  end: number;
}

/** Keeps files by name, such as pictures. Throws for names that `isFileName` refuses; a list leaves them out. */
export interface FileStore {
  /** The file's bytes, or undefined when there is none. */
  read(file: string): Promise<Buffer | undefined>;
  /** Writes a file atomically: nobody reads a part of it. */
  write(file: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes that the file has, or undefined when there is none. */
  size(file: string): Promise<number | undefined>;
  /** The file, or the part of it, in pieces; undefined when there is none. */
  open(file: string, span?: Span): Promise<Readable | undefined>;
  /** The names of all files that are whole, in no order. */
  list(): AsyncIterable<string>;
  /**
   * Takes in a local file, atomically and without holding it in memory. It is gone afterwards, or may be: its owner removes it.
   */
  take(file: string, path: string, contentType: string): Promise<void>;
}
