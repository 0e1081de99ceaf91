/** Reads the tags of XML as spreadsheets write it, one after the other, in one pass. Pure. */

/** A tag, with the text before it. Prefixes of names are left out. */
export interface Tag {
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** Its attributes as they stand there: see `attributeOf`. */
  attributes: string;
  /** The text between the tag before and this one, as it stands there: see `plainText`. */
  before: string;
}

/** Returns the tags of a text; what is no tag, such as comments and declarations, is passed over. */
export function* tagsOf(xml: string): Generator<Tag> {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0) return;
    const before = xml.slice(at, start);
    const skipped = endOfOther(xml, start);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    const end = endOfTag(xml, start);
    if (end < 0) return;
    at = end + 1;
    const isClose = xml[start + 1] === '/';
    const isEmpty = xml[end - 1] === '/';
    const inner = xml.slice(start + (isClose ? 2 : 1), isEmpty ? end - 1 : end);
    const space = inner.search(/\s/);
    const name = space < 0 ? inner : inner.slice(0, space);
    yield {
      name: name.slice(name.indexOf(':') + 1),
      kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
      attributes: space < 0 ? '' : inner.slice(space),
      before,
    };
  }
}

/** Returns the place behind a comment, a declaration or a document type; undefined for a tag. */
function endOfOther(xml: string, start: number): number | undefined {
  const close = xml.startsWith('<!--', start) ? '-->' : /[?!]/.test(xml[start + 1] ?? '') ? '>' : undefined;
  if (close === undefined) return undefined;
  const end = xml.indexOf(close, start);
  return end < 0 ? xml.length : end + close.length;
}

/** A sign in an attribute ends no tag. */
function endOfTag(xml: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < xml.length; at += 1) {
    const sign = xml[at]!;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

/** Returns an attribute of a tag; undefined where it has none of this name. */
export function attributeOf({ attributes }: Pick<Tag, 'attributes'>, name: string): string | undefined {
  for (let at = 0; ; ) {
    const sign = attributes.indexOf('=', at);
    if (sign < 0) return undefined;
    let start = sign + 1;
    while (attributes[start] === ' ') start += 1;
    const quote = attributes[start];
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, start + 1) : -1;
    if (end < 0) return undefined;
    const called = attributes.slice(at, sign).trim();
    if (called === name || called.endsWith(`:${name}`)) return plainText(attributes.slice(start + 1, end));
    at = end + 1;
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns a text of XML with its entities resolved. */
export function plainText(text: string): string {
  if (!text.includes('&') && !text.includes('_x')) return text;
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, named) => {
      if (named) return NAMED[named] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/_x([\dA-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
