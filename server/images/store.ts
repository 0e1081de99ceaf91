/** Stores files by name. Callers validate names. */
export interface ImageStore {
  /** The file's bytes, or undefined when there is none. */
  read(file: string): Promise<Buffer | undefined>;
  /** Writes a file atomically: nobody reads a part of it. */
  write(file: string, bytes: Uint8Array, contentType: string): Promise<void>;
}
