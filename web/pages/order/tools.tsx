import { useNavigate } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import { useCartHistory } from '../../basket/cart/history.ts';
import type { PricedLine } from '../../basket/matching/priced.ts';
import { loginPath } from '../../return-path.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toCsv } from './csv.ts';
import type { Shown } from './grid/columns.ts';
import type { Pad } from './pad.ts';
import { FileButton } from './pasting/pasting.tsx';
import type { PastingState } from './pasting/use-pasting.ts';

interface Props {
  lines: readonly PricedLine[];
  shown: Shown;
  onShow: (shown: Shown) => void;
  isPhone: boolean;
  isSignedIn: boolean;
  onSave: () => void;
  /** Hands the lines to a colleague; undefined where there are none. */
  onHandOver: (() => void) | undefined;
  pad: Pad;
  pasting: PastingState;
}

/** Actions on all lines, and the choice of columns. */
export function Tools({
  lines,
  shown,
  onShow,
  isPhone,
  isSignedIn,
  onSave,
  onHandOver,
  pad,
  pasting,
}: Props) {
  const navigate = useNavigate();
  const { canUndo, news } = useCartHistory();
  const isEmpty = lines.length === 0;

  function exportCsv(): void {
    saveFile(new Blob([toCsv(lines)], { type: 'text/csv' }), 'order.csv');
  }

  function empty(): void {
    const ops = lines.map(({ line }) => ({ op: 'remove' as const, _id: line._id }));
    pad.apply({ words: `Removed ${countOf(lines.length, 'line')}`, ops });
  }

  return (
    <div className="pad-tools">
      {!isPhone && (
        <Toggle isOn={shown.designators} onToggle={(designators) => onShow({ ...shown, designators })}>
          Reference designators
        </Toggle>
      )}
      <Toggle isOn={shown.build} onToggle={(build) => onShow({ ...shown, build })}>
        Boards to build
      </Toggle>
      {!isEmpty && <FileButton pasting={pasting} label="Add a file" />}
      {/* Otherwise it stands beside what was done. */}
      {canUndo && news === '' && (
        <Tool disabled={false} onClick={pad.undo}>
          Undo
        </Tool>
      )}
      <Tool disabled={isEmpty} onClick={() => (isSignedIn ? onSave() : navigate(loginPath('/order')))}>
        Save as list
      </Tool>
      {onHandOver && (
        <Tool disabled={isEmpty} onClick={onHandOver}>
          Hand over
        </Tool>
      )}
      <Tool disabled={isEmpty} onClick={exportCsv}>
        Export CSV
      </Tool>
      <Tool disabled={isEmpty} onClick={() => window.print()}>
        Print
      </Tool>
      <Tool disabled={isEmpty} onClick={empty}>
        Clear all
      </Tool>
      {!isPhone && (
        <Button small aria-label="Keys" title="Keys (?)" onClick={pad.showKeys}>
          ?
        </Button>
      )}
    </div>
  );
}

interface ToolProps {
  disabled: boolean;
  onClick: () => void;
  children: string;
}

function Tool(props: ToolProps) {
  return <button type="button" className="btn btn-quiet btn-sm" {...props} />;
}

interface ToggleProps {
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  children: string;
}

function Toggle({ isOn, onToggle, children }: ToggleProps) {
  return (
    <label className="pad-toggle">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onToggle(target.checked)} />
      {children}
    </label>
  );
}
