import { unzipSync } from 'fflate';
import { TableFault } from './fault.ts';

/**
 * Unpacks those files of a workbook whose names match. Throws a TableFault for a broken one, and when it says that they unpack to more
 * than `most` bytes: nothing is unpacked beyond what an entry says of itself.
 */
export function unpack(bytes: Uint8Array, read: RegExp, most: number): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!read.test(name)) return false;
        total += originalSize;
        if (total <= most) return true;
        throw new TableFault('too_large');
      },
    });
  } catch (error) {
    throw error instanceof TableFault ? error : new TableFault('broken_workbook');
  }
}
