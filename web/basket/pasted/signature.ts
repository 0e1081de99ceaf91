/** Which lines of a mail are of its sender: the name, the company, the street, phones. Pure. */
import { type LineSketch, readLine } from '#contract/matching/text.ts';
import { isMailHead, isNumbered, isProse, withoutQuotes } from './prose.ts';

/** A line of a text, and what it says as one of an order. */
export interface ReadLine {
  row: number;
  raw: string;
  read: LineSketch;
  /** Whether the catalogue has found a part in it: then it is of an order. */
  isKnown?: boolean;
}

/** Begins the end of a mail: all after it is the sender's name and address. */
const CLOSING =
  /^(?:(?:with |my )?(?:(?:very )?(?:best|kind|kindest|warm|warmest|many) )?(?:regards|wishes)|cordially|respectfully|(?:many )?thanks|thank you|cheers|sincerely|yours (?:sincerely|faithfully|truly)|mit (?:freundlichen?|freundlichem|besten?|bestem|herzlichen) (?:gr(?:ü(?:ß|ss)e?n?|u(?:ß|ss))|empfehlungen)|(?:mit )?(?:(?:viele|beste|liebe|freundliche|schöne|herzliche|freundlicher|schönen|lieben|besten) )?gr(?:ü(?:ß|ss)e|u(?:ß|ss))|hochachtungsvoll|vielen dank|besten dank|danke|sent from|von meinem|gesendet von)(?![\p{L}\p{N}])/iu;

/** The same in French, Spanish, Italian, Dutch, Polish and Portuguese. */
const FOREIGN_CLOSING =
  /^(?:(?:bien |très )?(?:cordialement|sincèrement)|bien à vous|(?:(?:sincères|meilleures) )?salutations|(?:un grand )?merci|bonne (?:journée|soirée)|(?:un )?(?:cordial |afectuoso )?saludo|saludos|atentamente|(?:muchas |mil )?gracias|(?:i miei |un )?(?:più )?(?:cordial[ie] |distint[io] |miglior[ie] )?salut[oi]|grazie|cordialmente|(?:met )?(?:(?:vriendelijke|hartelijke) )?groet(?:en|jes)?|hoogachtend|(?:alvast |hartelijk )?(?:bedankt|dank)|z (?:poważaniem|wyrazami szacunku|góry dziękuję)|(?:serdecznie )?pozdrawiamy?|(?:serdeczne )?pozdrowienia|dziękuj(?:ę|emy)|(?:com os |os )?(?:melhores |meus )?cumprimentos|atenciosamente|(?:muito )?obrigad[oa])(?![\p{L}\p{N}])/iu;

/** The same in short, alone in its line: 'LG' and 'BR-900' begin parts, too. */
const SHORT_CLOSING =
  /^(?:br|rgds|brgds|best|mfg|vg|lg|bg|mvg|mvh|atte|cdlt|pozdr)(?:[.!,]?|, ?\p{L}{2,30})$/iu;

/** Words of a line that may be a closing: 'Thanks for your offer of last week' is none. */
const MOST_CLOSING = 4;

/** The longest line that is looked at. */
const LONGEST = 300;

/** What only stands in a signature: phones, addresses of mails and sites, what a company has to say of itself, and streets. */
const CONTACTS = [
  /^(?:t[eé]l|telefon|telephone|téléphone|phone|fon|fax|telefax|mob|mobil|durchwahl|zentrale|hotline)(?: ?no)? ?[.:]{0,2} ?[+(]?\d[\d ()+/.–-]{4,30}(?:(?:ext|x|dw)\.? ?\d{1,6})?$/iu,
  /^(?:[tfmpdoc]|mobile|handy|cell|office|direct)\.?(?:: ?[+(]?| ?[+(])\d[\d ()+/.–-]{6,30}$/iu,
  /^(?:\+\d|00\d{1,3}[ ()/.–-])[\d ()/.–-]{6,30}$/,
  /^(?:e-?mail|mail|e|m)?[.:]? ?<?[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}>?$/iu,
  /^(?:web|website|internet|url|homepage|site|w)?[.:]? ?(?:https?:\/\/|www\.)[\w.-]{3,100}\/?$/iu,
  /^(?:(?:web|website|internet|url|homepage|site|w)[.:]? ?)?[\w-]{2,60}(?:\.[\w-]{2,60}){0,3}\.(?:com|org|net|de|at|ch|eu|uk|fr|nl|it|es|pl|example)\/?$/iu,
  /(?:^|[^\p{L}])(?:ust-?id|umsatzsteuer|vat (?:no|id|reg)|hr[ab] ?\d|handelsregister|amtsgericht|registergericht|geschäftsführ|managing director|sitz der gesellschaft|registered (?:in|office)|company (?:no|number|reg)|iban|swift|bic:)/iu,
  /^\p{L}[\p{L}.' -]{1,40}(?:stra(?:ß|ss)e|str\.|gasse|allee|damm|chaussee) ?\d{1,4} ?[a-z]?(?:[-–/] ?\d{1,4})?$/iu,
  /^\d{1,5}[a-z]?,? [\p{Lu}\d][\p{L}\d.' -]{1,40} (?:road|rd|street|st|avenue|ave|boulevard|blvd|highway|hwy)\.?$/iu,
  /^(?:p\.? ?o\.? ?box|postfach|postbus) [\d ]{1,10}$/iu,
];

/** A town behind its postal code, as in '20457 Hamburg': '1500 Fans' is written alike. */
const TOWN = /^(?:[a-z]{1,2}[-–] ?)?\d{4,5} \p{L}[\p{L}.' /()-]{1,40}$/iu;

/** What else stands in an address, and may stand elsewhere: 'Oakland, CA 94607', 'London EC1A 1BB', '12 Harbour Way'. */
const PLACES = [
  /^\p{Lu}[\p{L}.' -]{1,40},? [A-Z]{2},? \d{5}(?:-\d{4})?$/u,
  /^[A-Z]{2} \d{5}(?:-\d{4})?$/,
  /^(?:\p{Lu}[\p{L}.' -]{1,40},? )?[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/u,
  /^\d{1,5}[a-z]?,? \p{L}[\p{L}.' -]{1,40} (?:way|lane|drive|court|square|close|place|park|row|crescent|terrace|quay)$/iu,
  /^(?:suite|unit|floor|room|building|gebäude) [\w-]{1,6}$/iu,
  /^\p{Lu}[\p{L}.' -]{2,40} \d{1,4}[a-z]?$/u,
];

/** What may stand between two of these in a line: 'Tel +49 40 123456 | Fax +49 40 123457'. */
const BETWEEN = /[|•·;,]|\t| {2,20}| [-–—/] /;

/** The most lines of a name, a title and a company that stand beside what is only of a signature, and their words. */
const MOST_LINES = 6;
const MOST_WORDS = 6;

/** Lines apart from the others that are the name alone. */
const MOST_APART = 3;

/** Returns the places of the lines that are of signatures: after a closing, or beside phones, sites and streets. */
export function findSignatures(lines: readonly ReadLine[]): Set<number> {
  const found = new Set<number>();
  let isSigned = false;
  for (const [place, line] of lines.entries()) {
    // Another mail may follow a signature, and what was forgotten in the order.
    if (isMailHead(line.raw) || isQuoted(line) !== isQuoted(lines[place - 1])) isSigned = false;
    else if (isSigned && isSurelyOrdered(line)) isSigned = false;
    // 'Merci 200 NB-E64' is of the order.
    isSigned ||= !/\d/.test(line.raw) && !line.isKnown && isClosing(line.raw);
    if (isSigned) found.add(place);
  }
  const contacts = [...lines.keys()].filter(
    (place) => !found.has(place) && !lines[place]!.isKnown && isContact(lines[place]!),
  );
  // What stands beside them is a name only where the order is told from it.
  const isClear = lines.some((line, place) => !found.has(place) && isOrdered(line));
  for (const place of contacts) {
    found.add(place);
    if (isClear) for (const step of [-1, 1] as const) takeBeside(lines, place, step, found);
  }
  return found;
}

/** Whether a line begins the signature of a mail. */
function isClosing(line: string): boolean {
  const bare = withoutQuotes(line);
  if (/^(?:--|—|_{2,60})$/.test(bare) || SHORT_CLOSING.test(bare)) return true;
  // The same in two languages, or two of them: 'Mit freundlichen Grüßen / Best regards', 'Gracias y un saludo'.
  return bare.split(/[/|]| (?:and|und|et|y|e|en) /).every((part) => {
    const said = part.trim();
    return (CLOSING.test(said) || FOREIGN_CLOSING.test(said)) && said.split(/\s+/).length <= MOST_CLOSING;
  });
}

/** Takes the lines beside one of a signature in, up or down, as far as they are of it, too. */
function takeBeside(lines: readonly ReadLine[], from: number, step: -1 | 1, found: Set<number>): void {
  let last = from;
  for (const place of besideOf(lines, from, step, MOST_LINES)) {
    const isFirstOfAddress = step < 0 && isTown(lines[place]!) && !isStreet(lines[place - 1]);
    if (!found.has(place) && (isFirstOfAddress || !isOfSender(lines[place]!))) return;
    found.add(place);
    last = place;
  }
  // The name may stand apart, above the rest.
  const above = last - 1;
  const apart = [above, ...besideOf(lines, above, -1, MOST_APART)];
  const isApart = step < 0 && !isBeside(lines, last, above) && apart.length <= MOST_APART;
  const isNamed = (line: ReadLine | undefined) =>
    line !== undefined && isQuoted(line) === isQuoted(lines[from]) && isName(line);
  if (isApart && apart.every((place) => isNamed(lines[place]))) for (const place of apart) found.add(place);
}

/** The places of the lines of the same paragraph in a direction, at most so many. */
function besideOf(lines: readonly ReadLine[], from: number, step: -1 | 1, most: number): number[] {
  const places: number[] = [];
  for (let place = from; places.length < most && isBeside(lines, place, place + step); place += step)
    places.push(place + step);
  return places;
}

/** Whether two lines of a mail follow each other without an empty one between. */
function isBeside(lines: readonly ReadLine[], a: number, b: number): boolean {
  const [one, other] = [lines[a], lines[b]];
  return (
    one !== undefined &&
    other !== undefined &&
    Math.abs(one.row - other.row) === 1 &&
    isQuoted(one) === isQuoted(other)
  );
}

const isQuoted = (line: ReadLine | undefined) => line?.raw.startsWith('>') ?? false;

const isOfSender = (line: ReadLine) => isContact(line) || isPlace(line) || isName(line);

const isPlace = ({ raw }: ReadLine) => isPlaced(withoutQuotes(raw));
const isPlaced = (text: string) => TOWN.test(text) || PLACES.some((place) => place.test(text));
const isTown = ({ raw }: ReadLine) => TOWN.test(withoutQuotes(raw));
const isStreet = (line: ReadLine | undefined) =>
  line !== undefined && !isTown(line) && (isContact(line) || isPlace(line));

/** A few words, without a quantity and without a part number. Digits alone may be one. */
function isName({ raw, read, isKnown }: ReadLine): boolean {
  if (raw.length > LONGEST || hasQuantity(read) || isKnown || !/\p{L}/u.test(raw)) return false;
  const words = withoutQuotes(raw).split(/\s+/);
  return words.length <= MOST_WORDS && !words.some(isNumbered) && !isProse(raw, read);
}

/** Whether a line has what only stands in a signature, and nothing of an order. */
function isContact({ raw }: ReadLine): boolean {
  if (raw.length > LONGEST) return false;
  const pieces = withoutQuotes(raw)
    .split(BETWEEN)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const isSure = (piece: string) => CONTACTS.some((contact) => contact.test(piece));
  const isHarmless = (piece: string) => isSure(piece) || isPlaced(piece) || !/\d/.test(piece);
  return pieces.some(isSure) && pieces.every(isHarmless);
}

/** Whether a line is of an order: it has a quantity or a part number, and is no address. */
const isOrdered = (line: ReadLine) =>
  line.isKnown || ((hasQuantity(line.read) || isOfPart(line)) && !isOfSender(line));

/** Whether a line is of an order wherever it stands: below a closing, too. */
const isSurelyOrdered = (line: ReadLine) =>
  line.isKnown || (hasQuantity(line.read) && (isOfPart(line) || hasBoundCount(line)) && !isOfSender(line));

/** Whether a line has a number with a word for pieces or a sign of multiplication: '200 x fan'. */
const hasBoundCount = ({ raw }: ReadLine) => readLine(raw).counts.some(({ bond }) => bond !== 'none');

const isOfPart = ({ raw }: ReadLine) => raw.slice(0, LONGEST).split(/\s+/).some(isNumbered);

const hasQuantity = ({ hasQuantity: has }: LineSketch) => has;
