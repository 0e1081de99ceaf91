/**
 * What shows nothing: white space, control characters, marks without width, fillers, the empty cell of braille, and marks that
 * combine with a letter, where there is none.
 */
const SHOWN = /[^\s\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/** Returns whether text shows nothing, and so counts as empty. */
export const isBlank = (text: string) => !SHOWN.test(text);

/** Returns text without the white space around it; an empty one for text that shows nothing. */
export const trimShown = (text: string) => (isBlank(text) ? '' : text.trim());

/** Returns text with a space in place of line breaks, tabs and other control characters; one with NUL stays. */
export const onOneLine = (text: string) =>
  text.includes('\0') ? text : text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
