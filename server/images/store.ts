/** A place for files by name. Names are checked by the caller. */
export interface ImageStore {
  /** The file's bytes, or undefined when there is none. */
  read(file: string): Promise<Buffer | undefined>;
  /** Writes a file whole: nobody is ever sent half a picture. */
  write(file: string, bytes: Uint8Array, contentType: string): Promise<void>;
}
