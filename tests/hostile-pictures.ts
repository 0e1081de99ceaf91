import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Malicious and malformed picture files for tests, generated so that none is in the repository. */

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const SCRIPT = '<script>alert(1)</script>';

export const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } });

/** Builds a PNG of the given chunks with valid checksums. */
function png(...chunks: [type: string, data: Buffer][]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  });
  return Buffer.concat([PNG_HEAD, ...parts]);
}

function header(width: number, height: number, bitDepth = 8, colour = 2): [string, Buffer] {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([bitDepth, colour, 0, 0, 0], 8);
  return ['IHDR', data];
}

const END: [string, Buffer] = ['IEND', Buffer.alloc(0)];

/** Declares billions of pixels and has none. */
export const hugeClaim = () => png(header(100_000, 100_000), ['IDAT', deflateSync(Buffer.alloc(100))], END);

/** Declares an allowed number of pixels in the widest format: 200 KB that decode to 200 MB. */
export const denseBomb = () => {
  const [width, height] = [5_000, 4_999];
  return png(
    header(width, height, 16, 6),
    ['IDAT', deflateSync(Buffer.alloc(height * (1 + width * 8)))],
    END,
  );
};

/** A small picture whose colour profile and text decompress to 100 MB each. */
export const chunkBomb = () => {
  const packed = deflateSync(Buffer.alloc(100_000_000));
  const named = (name: string) => Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), packed]);
  const pixels = deflateSync(Buffer.alloc(10 * 31));
  return png(header(10, 10), ['iCCP', named('p')], ['zTXt', named('t')], ['IDAT', pixels], END);
};

/** XML entities that expand to a billion times their size. */
export const entityBomb = () => {
  const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  return Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "x">${levels}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
  );
};

/** Tries to include a local file in the picture. */
export const entityFile = () =>
  Buffer.from(
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&f;</text></svg>',
  );

/** A valid GIF that is also a valid script. */
export const gifScript = () =>
  Buffer.from('GIF89a/*\x01\x00\x01\x00\x80\x00\x00*/=1;alert(1)//\x3b', 'latin1');

/** A valid JPEG with an HTML page in its comment. */
export const jpegPage = async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const text = Buffer.from(`<html><body>${SCRIPT}</body></html>`);
  const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2)]);
};

/** A valid PNG that is also a ZIP archive, which is read from its end. */
export const pngArchive = async () => {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  return Buffer.concat([await picture().png().toBuffer(), Buffer.from(`PK\x03\x04${SCRIPT}`, 'latin1'), end]);
};

/** Starts with a format's signature, followed by noise. */
export const onlyBegins = (format: 'jpeg' | 'png' | 'webp' | 'avif') => {
  const noise = Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) & 0xff));
  const heads = {
    jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    png: PNG_HEAD,
    webp: Buffer.from('RIFF\x00\x10\x00\x00WEBPVP8 ', 'latin1'),
    avif: Buffer.from('\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1', 'latin1'),
  };
  return Buffer.concat([heads[format], noise]);
};
