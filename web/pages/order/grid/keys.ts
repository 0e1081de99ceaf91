/** What the keys of the grid do. Pure. */

export type Command =
  | { do: 'move'; rows: number; columns: number; extends?: boolean }
  | { do: 'page'; direction: 1 | -1; extends?: boolean }
  | { do: 'edge'; of: 'row' | 'grid'; at: 'start' | 'end'; extends?: boolean }
  | { do: 'tab'; direction: 1 | -1 }
  | { do: 'edit'; with?: string }
  | { do: 'problem'; direction: 1 | -1 }
  | { do: 'remedy'; n: number }
  | { do: 'moveRow'; direction: 1 | -1 }
  | { do: 'clear' | 'removeRows' | 'selectAll' | 'selectRow' | 'join' }
  | { do: 'undo' | 'redo' | 'advice' | 'allAdvice' | 'confirmAll' | 'checkout' | 'help' | 'leave' };

export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

const ARROWS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Returns what a key does while no cell is edited; undefined for one that is the browser's. */
export function commandOf(press: Press): Command | undefined {
  const { key, shiftKey, altKey } = press;
  // AltGr types letters.
  const isCtrl = (press.ctrlKey || press.metaKey) && !altKey;
  const extend = shiftKey ? { extends: true } : {};
  if (altKey && !press.ctrlKey && !press.metaKey) return altCommand(press);
  const arrow = ARROWS[key];
  // Ctrl and an arrow go to the edge, as in a spreadsheet.
  if (arrow && isCtrl) {
    const at = arrow[0] + arrow[1] < 0 ? 'start' : 'end';
    if (arrow[1] !== 0) return { do: 'edge', of: 'row', at, ...extend };
    return { do: 'move', rows: arrow[0] * Number.POSITIVE_INFINITY, columns: 0, ...extend };
  }
  if (arrow) return { do: 'move', rows: arrow[0], columns: arrow[1], ...extend };
  if (isCtrl) return ctrlCommand(key.length === 1 ? key.toLowerCase() : key, shiftKey);
  switch (key) {
    case 'Tab':
      return { do: 'tab', direction: shiftKey ? -1 : 1 };
    case 'Home':
    case 'End':
      return { do: 'edge', of: 'row', at: key === 'Home' ? 'start' : 'end', ...extend };
    case 'PageUp':
    case 'PageDown':
      return { do: 'page', direction: key === 'PageUp' ? -1 : 1, ...extend };
    case 'Enter':
    case 'F2':
      return { do: 'edit' };
    case 'F8':
      return { do: 'problem', direction: shiftKey ? -1 : 1 };
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' };
    case 'Escape':
      return { do: 'leave' };
    case '?':
      return { do: 'help' };
    case ' ':
      return shiftKey ? { do: 'selectRow' } : undefined;
    default:
      return key.length === 1 ? { do: 'edit', with: key } : undefined;
  }
}

/** By the place of the key: with Alt some keyboards type other letters. */
function altCommand({ key, code, shiftKey }: Press): Command | undefined {
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return { do: 'moveRow', direction: key === 'ArrowUp' ? -1 : 1 };
  if (code === 'KeyB') return { do: shiftKey ? 'allAdvice' : 'advice' };
  if (code === 'KeyJ') return { do: 'join' };
  if (code === 'KeyC' && shiftKey) return { do: 'confirmAll' };
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit ? { do: 'remedy', n: Number(digit) } : undefined;
}

function ctrlCommand(key: string, shiftKey: boolean): Command | undefined {
  switch (key) {
    case 'Home':
    case 'End':
      return {
        do: 'edge',
        of: 'grid',
        at: key === 'Home' ? 'start' : 'end',
        ...(shiftKey && { extends: true }),
      };
    case 'Delete':
    case 'Backspace':
      return { do: 'removeRows' };
    case 'Enter':
      return { do: 'checkout' };
    case 'z':
      return { do: shiftKey ? 'redo' : 'undo' };
    case 'y':
      return { do: 'redo' };
    case 'a':
      return { do: 'selectAll' };
    default:
      return undefined;
  }
}

/** Returns where a cell that is edited goes with a key: it takes what is typed first. Undefined for keys of the field. */
export function commitOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Press,
  wasTyped: boolean,
): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Enter') return { do: 'move', rows: shiftKey ? -1 : 1, columns: 0 };
  if (key === 'Tab') return { do: 'tab', direction: shiftKey ? -1 : 1 };
  // Who has begun by typing moves on with an arrow; who has opened the cell moves within its text.
  const arrow = wasTyped && !shiftKey ? ARROWS[key] : undefined;
  return arrow?.[0] ? { do: 'move', rows: arrow[0], columns: 0 } : undefined;
}

/** Keys and what they do, for the dialog that shows them. */
export const SHORTCUTS: readonly [group: string, keys: readonly [keys: string, does: string][]][] = [
  [
    'Move',
    [
      ['Arrows', 'To the next cell; with Shift they select'],
      ['Tab / Shift+Tab', 'To the next / previous cell that you can type into'],
      ['Home / End', 'To the first / last cell of the line'],
      ['Ctrl+Home / Ctrl+End', 'To the first / last cell of the list'],
      ['Page Up / Page Down', 'One screen up / down'],
      ['Esc, then Tab', 'Out of the list'],
    ],
  ],
  [
    'Edit',
    [
      ['Type, or Enter', 'Edit the cell; Enter keeps it, Esc takes it back'],
      ['Ctrl+C / Ctrl+V', 'Copy cells / paste cells, lines of an email or a list'],
      ['Delete', 'Clear the cells'],
      ['Ctrl+Delete', 'Remove the lines'],
      ['Alt+↑ / Alt+↓', 'Move the line up / down'],
      ['Ctrl+Z / Ctrl+Shift+Z', 'Undo / redo'],
      ['Ctrl+A, Shift+Space', 'Select all, select the line'],
    ],
  ],
  [
    'Order',
    [
      ['F8 / Shift+F8', 'To the next / previous line that needs attention'],
      ['Alt+1 to Alt+9', 'Apply fix 1 to 9 of the line'],
      ['Alt+B', 'Apply the suggestion of the line'],
      ['Alt+Shift+B', 'Apply all suggestions that save money'],
      ['Alt+Shift+C', 'Confirm all lines that are probably right'],
      ['Alt+J', 'Join the line with the other one of the same part'],
      ['Ctrl+Enter', 'Go to checkout'],
      ['?', 'Show these keys'],
    ],
  ],
];
