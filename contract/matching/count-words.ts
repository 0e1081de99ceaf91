/** Words around numbers of pieces, of several languages, in lower case and without a point at their end. */
import { unitNames, units } from '#content/search.ts';
import { UNITS } from '../products/units.ts';

const set = (words: string) => new Set(words.split(/\s+/));

/** What is counted in single pieces. */
const PIECES = set(
  `pcs pc pce pces piece pieces ea each unit units nos stk stck st stück stücke stueck einheiten einheit pz pza pzas pieza piezas
    pezzi pezzo pièces pièce unidades unidad uds ud stuks szt sztuk sztuka sztuki adet шт штук 个 個 件 只 支 片 枚 台 개 قطعة قطع`,
);

/** Codes (UN/ECE) and short words for single pieces, in columns of units. */
const PIECE_CODES = set('c62 h87 nar nr un und unid ks kus kusy db kpl');

/** What several pieces are packed in. */
const PACKAGES = set(
  `box boxes carton cartons ctn pack packs package packages packet packets pkg tray trays reel reels roll rolls tube tubes bag bags
    case cases pallet pallets set sets pair pairs kit kits spool spools strip strips sheet sheets ve vpe karton kartons schachtel
    schachteln rolle rollen packung packungen paket pakete palette paletten gebinde satz sätze paar beutel caja cajas boîte boîtes
    carton cartons scatola scatole pudełko opakowanie opakowań op 箱 盒 盘 卷`,
);

/** What is called a quantity. */
const LABELS = set(
  `qty quantity qnty qnt menge anzahl stückzahl bestellmenge amount count qté quantité aantal cantidad quantità ilość miktar
    количество 数量 الكمية`,
);

const DOZENS = set('dozen dozens dz doz dutzend dtzd douzaine docena dozzina tuzin');
export const DOZEN = 12;

const CURRENCIES = set(
  'usd eur gbp chf us$ $ € £ ¥ dollar dollars euro euros pln zł cny jpy rmb sek dkk nok czk cad aud kr fr',
);

/** What stands before a price or an amount of money, or before another number that is no quantity: of the stock, or the smallest order. */
const PRICED = set(
  `@ à total gesamt price preis prix precio prezzo cena summe sum subtotal net netto brutto amount betrag kr fr ek vk uvp rrp msrp
    stock lager bestand moq`,
);

const plain = (word: string) => word.toLowerCase().replace(/\.$/, '');

export const isPiecesWord = (word: string) => PIECES.has(plain(word));
export const isPieceUnit = (unit: string) => isPiecesWord(unit) || PIECE_CODES.has(plain(unit));
export const isPackageWord = (word: string) => PACKAGES.has(plain(word));
export const isCountLabel = (word: string) => LABELS.has(plain(word));
export const isDozen = (word: string) => DOZENS.has(plain(word));
export const isCurrency = (word: string) => CURRENCIES.has(plain(word));
export const isPriceLabel = (word: string) => PRICED.has(plain(word));

/** Different words for the usual package. */
const BOXES = set(
  `box boxes carton cartons ctn pack packs package packages packet packets pkg case cases ve vpe karton kartons schachtel schachteln packung
    packungen paket pakete gebinde caja cajas boîte boîtes scatola scatole pudełko opakowanie opakowań op 箱 盒`,
);

/** Returns whether two words name the same kind of package: 'boxes' and 'Carton'. */
export function isSamePackage(one: string, other: string): boolean {
  const base = (word: string) => plain(word).replace(/(?:(?<=[xs])es|s)$/, '');
  return base(one) === base(other) || (BOXES.has(plain(one)) && BOXES.has(plain(other)));
}

/** Units of measures in the spelling in which searches know them: 'terabytes' is 'tb', 'Gb/s' is 'gbps'. */
const MEASURES = new Map<string, string>();
for (const unit of [...Object.values(UNITS).flatMap((some) => Object.keys(some)), ...units])
  know(unit, spelled(unit));
for (const [written, unit] of Object.entries(unitNames)) know(written, unit);

function know(written: string, unit: string): void {
  const word = spelled(written);
  if (isPiecesWord(word)) return;
  // 'KS' of 'KS-DAC' is no kelvins.
  for (const one of word.length > 1 ? [word, `${word}s`] : [word])
    if (!MEASURES.has(one) || unit !== word) MEASURES.set(one, unit);
}

function spelled(unit: string): string {
  return unit
    .normalize('NFKC')
    .replaceAll('\u03bc', 'µ')
    .toLowerCase()
    .replace('"', 'inch')
    .replace('/s', 'ps');
}

/** Returns the unit that a word means behind a number; undefined where it is none. */
export const unitOf = (word: string): string | undefined => MEASURES.get(spelled(word));
