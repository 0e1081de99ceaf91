/**
 * Characters that documents and labels can show (server/ground/pdf/type.ts), as ranges: how far each begins after the end of the one before,
 * and how many there are, in base 36. `server/ground/pdf/printable.test.ts` compares them with the typefaces, and prints them anew.
 */
// biome-ignore format: one line
const RANGES = '0 1 v 2n x d 1 4b 1 3e 1 40 1 12 2 7 1 b 1 j 1 2n 1 5 1 1 2 1 3 1 1 1 5 1 7 1 2 3 3 1 4 1 5 2 9 2 2 16 4 3 3 6 4 7 1 1 1 k 1 1h 4 2 i 7 2 2 1 3i 6 u 2 2o 1b 1 2p 1j 8 r 4 6 b 5 1 m 2 3o 1 1m 1 y 28 1c 80 1 1 b 6 1 1c r zm 1m 4 t 2w4 1 c 1 d 1 13 1 3 3 3 1 1 2 1 1 3 3 2 1 6 4 1i 1 3 1 q 1 3 1j 6 4g 1 3d 2 6 2 12 2 6 2 8 1 1 1 1 1 1 1 v 2 1h 1 f 1 e 2 6 1 j 2 3 1 9 1 c 4 o 7 13 1 1 7 1 g 2 2 r 1 d 3 g 1 5 2 3 1 4 r 4 9 1 7 1 f 2 1 1 1 2 2 1 9 1 2 2 6 5 3 1 3 2 2 1 3 1 8 1 h 1 2 1c 3 4 2 1 6 a f 2 5 2 1 3 4 2 k 1 1 1 1 1 9 2 4 2 1 1 2 1 n 1 2 2 8 1 1 2 7 1 3 1 c 1 a 1 h 1 n 1 3 2 1b 4 2y 3 i 1 c 3 3 1 2c 1 6 1 3 1 1u 2 2b 1 1o 9 25 q q 1 51 3 7 1 7 2 2 2 2 4 2 2 2 4 2 2 3 1 m 1 8 1 g 1 4 2 1h 1 10 1 3 1 1m 1 36 1 3 1 1q 1 d 1 r 9 2u 1 5 6 7s 1 84 1 5p 1 b 2 8 1 7 1 9j 1 2 1 an 1 o 1 2v q 1 2h c 5y q c 5 3 1 d 1 d 1 d 2 6 1 9 1 2e 2 2v 5 15 3 1f 1 16 1 17 5 10 c g w 14 1k 1d f c 4 1b 1 18 1 1w a 5 2o v 1 52u 22 g5t 1ce 1 9r 1 8e 1 k1 8mc 1ng 1 1 2l b 2c a 5 f b c 3 g 1 2 2 1 4 1 3 3 2 8 2 1 1 5 1h 4 1 2n 1 e e 1 70 278 7 1 2 1 7 1 1 2 1 5 15 1 1q 2 28 1 a 1k1 1 fw 4 1 2 4 2 b 1 8 1 b 1 1 1 1 5 1 4 8 1 3 2 1 1 3 1 3 2 a 1 3 6 6 1 3 1 1 1 5 2 2 3 3 2 4 3 1 1 4 1 1 1 2 1 l 1 4 1 3 1 3 1 1 2 1 1 4 2 9 1 7 2 4 3 1 3 4 1 a 2 4 1 2 1 4 1 2 4 1 1 1 2 1n 1 j 2 5a q 1 5 1 1 1 2 1 2 1 a l1 2 54 1 2p 1r 1bpr r w 2 44 1 27 2 16m 1 1 1 1mc 1 1 1 1u 1 47 1 xv 1 25 1 195 1 1c9 1 3c 1 cj 1 3w7 1 2ez 1 1cb 2 ay 1 re 1 1d6 1 6p 1 4h 1 23 1 220 1 1b 1 1x 1 10u 1 sf 1 nd 1 h7 1 dk 1 79 1 d0 1 ei 1 5g 1 2hc 1 1dw 1 1t 1 su 1 hb 1 s 1 96 1 o8 1 71 1 7 1 1 1 2 1 ca 1 3t 1 1k5 1 b4 1 1gt 1 4 1 8 1 1n4 1 7x 1 r 1 7s 1 5 1 x 1 11l 1 as 2 e 2 50 1 7m 1 2q 1 b 1 2 1 a 1 3q 1 b 1 2 1 25 1 3p 1 7 1 6 1 2 1 j 2 13 1 3b 2 3 1 1f 1 c 1 13 2 8 3 1 1 1 1 2w 2 m 1 1r 1 57 1 r 1 w 1 i 1 2 1 9 1 3 1 h 1 4b 1 em 1 47 1 2 1 p 1 6 1 47 1 9n 1 f 1 33 1 1d 1 e7 2 3i 1 w 1 7e 1 3 1 v 1 3m 1 b 1 r 1 36 1 1v 1 5 1 2 1 83 1 b 1 2 1 4q 1 5s 1 4 1 8 1 7 1 1 3 1 1 i 1 7 2 68 1 2 1 33 1 x 1 1n 1 63 1 4 1 2 1 h 1 j 1 2 1 i 1 6c 1 b 1 32 1 17 1 3j 1 3 2 2 1 6 2 1 1 3 1 1 1 8 1 3 1 b 2 8 1 4 1 2 1 2 1 3 1 2 1 1 1 3 1 1g 1 d 2 d 1 3r 1 8 1 45 2 6 1 1 1 2 2 6 1 3k 1 1 1 1 2 e 2 7 1 4 2 12 1 1u 1 1 1 8 1 2 1 3 1 29 1 b 1 a 1';

/** Where each range begins and ends, one after the other. */
let bounds: number[] | undefined;

/** Returns the characters of a text that documents show as □, each once, in their order. */
export function unprintable(text: string): string[] {
  if (/^[\s!-~]*$/.test(text)) return [];
  return [...new Set(text.normalize('NFC'))].filter(
    (one) => !isPrintable(one) && ![...one.normalize('NFKC')].every(isPrintable),
  );
}

function isPrintable(character: string): boolean {
  // Spaces are shown as one, and what only says how letters join or turn as nothing.
  if (/[\s\p{Cc}\p{Cf}]/u.test(character)) return true;
  bounds ??= readRanges();
  const code = character.codePointAt(0)!;
  let [from, to] = [0, bounds.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (bounds[middle]! <= code) from = middle + 1;
    else to = middle;
  }
  // After an odd number of bounds, it stands within a range.
  return from % 2 === 1;
}

function readRanges(): number[] {
  let at = 0;
  return RANGES.split(' ').map((step) => (at += Number.parseInt(step, 36)));
}
