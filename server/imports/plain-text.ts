/** HTML of other shops as text. Pure. */

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
  times: '×',
  frac12: '½',
  sup2: '²',
  sup3: '³',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
};

/** Tags behind which a line ends. */
const ENDS_LINE = new Set([
  'br',
  'p',
  'div',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
]);
/** Tags whose content is no text. */
const HIDDEN = new Set(['script', 'style']);

const ENTITY = /&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z0-9]{2,10});/g;

interface Tag {
  start: number;
  end: number;
  name: string;
  isClosing: boolean;
}

/** Returns a text without tags and entities, its paragraphs as lines; any other text as it is. */
export function toPlainText(text: string): string {
  const tags = text.includes('<') ? findTags(text) : [];
  if (tags.length === 0) return readEntities(text);
  let plain = '';
  let place = 0;
  let hidden: string | undefined;
  for (const { start, end, name, isClosing } of tags) {
    if (hidden === undefined) plain += text.slice(place, start).replace(/\s/g, ' ');
    place = end;
    if (HIDDEN.has(name)) hidden = isClosing ? undefined : name;
    if (ENDS_LINE.has(name) && (name === 'br' || isClosing)) plain += '\n';
    else if (name === 'td' || name === 'th') plain += ' ';
  }
  if (hidden === undefined) plain += text.slice(place);
  return readEntities(plain)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** A sign that opens no tag is text. */
function findTags(text: string): Tag[] {
  const tags: Tag[] = [];
  let close = -1;
  for (let start = text.indexOf('<'); start >= 0; ) {
    if (close < start) close = text.indexOf('>', start);
    if (close < 0) break;
    const next = text.indexOf('<', start + 1);
    if (next < 0 || next > close) {
      const isClosing = text[start + 1] === '/';
      const [name] = /^[a-z][a-z0-9]*/i.exec(text.slice(start + (isClosing ? 2 : 1), start + 20)) ?? [];
      const behind = text[start + (isClosing ? 2 : 1) + (name?.length ?? 0)];
      if (name && (behind === '>' || behind === '/' || /\s/.test(behind!)))
        tags.push({ start, end: close + 1, name: name.toLowerCase(), isClosing });
    }
    start = next;
  }
  return tags;
}

/** Returns a text with its entities resolved, those that are known and are no control characters. */
export function readEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, name: string) => {
    if (!name.startsWith('#')) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isLetter =
      (code > 0x1f || isSpace(code)) && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isLetter ? String.fromCodePoint(code) : whole;
  });
}

/** Tabs and ends of lines. */
const isSpace = (code: number) => code === 9 || code === 10 || code === 13;
