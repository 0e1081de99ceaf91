/** Sentences that people write around their orders. Pure: browsers tell by it what to ask the catalogue about. */
import { isFiller } from './text.ts';

/**
 * Words that join others, in English, German, French and Spanish, and those by which orders are begun, in these and in Italian, Dutch,
 * Polish and Portuguese: sentences have several, lists of parts few.
 */
const COMMON = new Set(
  `as at by if so he it its be am is was were been has had have having does did will would should shall may might must let your you
    they them their there here when where what which who how why then than until before after about all any some but also because
    hope know see look looking forward hear hearing soon possible again regarding per via until during
    es ist sind war waren wird werden haben hat hatte kann können könnten sollten vielen oder aber wenn wann wie was wo da so auf bei
    unser unsere unseren unserer hier vom zu zum zur im am aus nach bis als auch nur ihr ihre ihren ihrer ihnen
    le la les un une des du de et ou nous vous je il elle est sont avec pour dans sur par que qui si merci votre notre vos nos
    el los las una del y o que en con para su sus gracias son
    anbei bestellung auftrag bestellen folgendes folgende zusammen
    veuillez trouver trouvez commande ci-dessous ci dessous jointe suivants suivantes souhaitons souhaiterions voudrions livrer
    adjunto adjuntamos nuestro nuestra pedido siguiente siguientes deseamos quisiéramos enviar enviarnos envíen muchas
    vorremmo vorrei ordinare quanto segue seguenti nostro nostra ordine allegato inviarci gradiremmo grazie
    graag wij het volgende onze bestelling hierbij willen ontvangen bijgevoegd jullie
    proszę prosimy ofertę zamówienie zamawiamy poniższe pozycje naszego nasze chcielibyśmy zamówić przesyłam przesyłamy dziękuję
    segue nosso nossa pedimos gostaríamos encomendar seguintes enviem favor anexo obrigado`.split(/\s+/),
);

/** A sentence has so many words, and so many of them common. */
const LEAST_WORDS = 3;
const LEAST_COMMON = 2;

/** More characters than a sentence has. */
const LONGEST = 2_000;

/** Returns the words of a text, in lower case. */
export const sentenceWords = (text: string): string[] =>
  text
    .slice(0, LONGEST)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => /\p{L}/u.test(word));

/** Returns whether a word joins others, or is one of courtesy. */
export const isCommon = (word: string): boolean => COMMON.has(word) || isFiller(word);

/** Returns whether a text may be a sentence: it has no number, and several common words. */
export function isSentence(text: string): boolean {
  if (text.length > LONGEST || /\p{N}/u.test(text)) return false;
  const words = sentenceWords(text);
  return words.length >= LEAST_WORDS && words.filter(isCommon).length >= LEAST_COMMON;
}
