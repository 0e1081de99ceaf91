/** Hashes names and contents of files, folders with everything below them; 64 hexadecimal digits. */
export function hashOf(root: string, names: string[], except?: string[]): string;
/** The stamp in a file, '' when there is none. */
export function readStamp(file: string): string;
/** Writes a stamp whole or not at all. */
export function writeStamp(file: string, stamp: string): void;
/** Takes a stamp away before what it stands for is touched. */
export function removeStamp(file: string): void;
