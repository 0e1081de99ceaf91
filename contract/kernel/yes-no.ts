/** Yes and no in the words of several languages, and as spreadsheets of these write true and false. */

const YES = new Set(
  `yes y true x on ja j wahr oui vrai si sí sì s verdadero vero tak prawda sim verdadeiro waar да истина evet doğru ✓ ✔ ☑ ✅`.split(
    /\s+/,
  ),
);
const NO = new Set(
  `no n false off nein falsch non faux falso nie fałsz não nee onwaar нет ложь hayır yanlış ✗ ✘ ☒ ❌`.split(
    /\s+/,
  ),
);

const plain = (cell: string) => cell.trim().toLowerCase().replace('\ufe0f', '');

/** Returns whether a cell says yes: 'yes', 'WAHR', '✓'. */
export const saysYes = (cell: string): boolean => YES.has(plain(cell));

/** Returns whether a cell says no: 'no', 'FAUX', '✗'. */
export const saysNo = (cell: string): boolean => NO.has(plain(cell));
