import { type FormEvent, useRef, useState } from 'react';
import { parseCount } from '#contract/kernel/money.ts';
import { CountField } from '../../../../ui/number-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { callAsUser } from '../../../../user-calls.ts';
import { findScanned } from '../../scanned.ts';
import { setCount } from './count-table.tsx';
import { getSheet, keepSheet } from './kept-sheet.ts';
import { LONGEST_COUNT, type Sheet, type SheetLine, withPart } from './sheet.ts';

/**
 * Takes a scanned SKU or EAN, whose end is Enter, then its count and Enter again. A part that is not on the sheet yet is added to it.
 */
export function ScanField({ sheet }: { sheet: Sheet }) {
  const [code, setCode] = useState('');
  const [found, setFound] = useState<SheetLine>();
  const [count, setTyped] = useState('');
  const [said, setSaid] = useState<{ text: string; isWrong?: boolean }>();
  const codeField = useRef<HTMLInputElement>(null);
  const countField = useRef<HTMLInputElement>(null);

  async function find(event: FormEvent) {
    event.preventDefault();
    const wanted = code.trim();
    if (wanted === '') return;
    const lines = findScanned(sheet.lines, wanted);
    const line = lines[0] ?? (await addScanned(wanted).catch(() => null));
    if (lines.length > 1)
      setSaid({ text: `Several parts have ${wanted}: count them in the table.`, isWrong: true });
    else if (line === null)
      setSaid({ text: 'The shop cannot be reached. Scan it again in a moment.', isWrong: true });
    else if (!line) setSaid({ text: `No part on sale has the SKU or EAN ${wanted}.`, isWrong: true });
    else {
      setFound(line);
      setTyped(line.counted);
      setSaid({ text: line.name });
      // The field is there after this.
      queueMicrotask(() => countField.current?.select());
      return;
    }
    codeField.current?.select();
  }

  function take(event: FormEvent) {
    event.preventDefault();
    if (!found) return;
    if (!Number.isInteger(parseCount(count))) {
      setSaid({ text: 'Enter a whole number of pieces, 0 or more.', isWrong: true });
      return;
    }
    setCount(found.id, count);
    setSaid({ text: `${found.sku}: ${count.trim()} counted` });
    setFound(undefined);
    setCode('');
    setTyped('');
    codeField.current?.focus();
  }

  return (
    <form method="post" onSubmit={found ? take : find} className="mb-4 flex flex-wrap items-start gap-4">
      <TextField
        label="Scan SKU or EAN"
        className="w-full sm:w-72"
        ref={codeField}
        value={code}
        maxLength={64}
        autoComplete="off"
        onChange={({ target }) => {
          setCode(target.value);
          setFound(undefined);
        }}
        inputClass="num"
      />
      <CountField
        label="Counted"
        className="w-32"
        ref={countField}
        value={count}
        maxLength={LONGEST_COUNT}
        readOnly={!found}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="btn btn-quiet beside-field">
        {found ? 'Enter' : 'Find'}
      </button>
      <p role="status" className={`beside-field text-sm ${said?.isWrong ? 'text-error' : 'text-muted'}`}>
        {said?.text}
      </p>
    </form>
  );
}

/** Adds the part that a code names to the sheet. Returns its line; undefined when no part, or not exactly one, has the code. */
async function addScanned(code: string): Promise<SheetLine | undefined> {
  const levels = await callAsUser('listStock', { query: { q: code, limit: '10' } });
  const exact = findScanned(levels, code);
  const sheet = getSheet();
  if (exact.length !== 1 || !sheet) return undefined;
  const next = withPart(sheet, exact[0]!);
  keepSheet(next);
  return next.lines.find(({ id }) => id === exact[0]!._id);
}
