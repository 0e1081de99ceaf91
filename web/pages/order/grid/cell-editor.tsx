import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { type Command, commandOf, commitOf } from './keys.ts';
import type { Editing } from './use-cells.ts';

interface Props {
  label: string;
  editing: Editing;
  isNumber: boolean;
  /** Takes in what was typed, then runs a command. Returns why it cannot be taken. */
  onCommit: (text: string, then?: Command) => string | undefined;
  onCancel: () => void;
  /** Several lines or cells are pasted as such. */
  onPaste: (text: string) => void;
}

/** Commands that take in what is typed first. */
const ENDING: readonly Command['do'][] = ['problem', 'checkout', 'advice', 'allAdvice', 'moveRow', 'remedy'];

/** The field of a cell that is edited. Leaving it keeps what was typed; Escape takes it back. */
export function CellEditor({ label, editing, isNumber, onCommit, onCancel, onPaste }: Props) {
  const [fault, setFault] = useState<string>();
  const id = useId();
  const isDone = useRef(false);

  function commit(text: string, then?: Command): void {
    if (isDone.current) return;
    isDone.current = true;
    const why = onCommit(text, then);
    isDone.current = why === undefined;
    setFault(why);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    if (event.key === 'Escape') {
      event.preventDefault();
      isDone.current = true;
      onCancel();
      return;
    }
    const command = commandOf(event);
    const then =
      commitOf(event, editing.wasTyped) ?? (command && ENDING.includes(command.do) ? command : undefined);
    if (!then) return;
    event.preventDefault();
    commit(value, then);
  }

  function takeIn(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\r\n]/.test(text.trim())) return;
    event.preventDefault();
    isDone.current = true;
    onPaste(text);
  }

  return (
    <>
      <input
        ref={(element) => {
          if (!element || element.dataset.opened) return;
          element.dataset.opened = 'yes';
          element.focus({ preventScroll: true });
          element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          if (editing.wasTyped) element.setSelectionRange(element.value.length, element.value.length);
          else element.select();
        }}
        defaultValue={editing.text}
        aria-label={label}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : id}
        inputMode={isNumber ? 'decimal' : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={2_000}
        className={`pad-editor ${isNumber ? 'text-end' : ''}`}
        onKeyDown={onKeyDown}
        onPaste={takeIn}
        onBlur={(event) => commit(event.currentTarget.value)}
      />
      {fault && (
        <span id={id} className="pad-fault">
          {fault}
        </span>
      )}
    </>
  );
}
