import { Panel } from './panel.tsx';
import { useModal } from './use-modal.ts';

interface Props {
  canMark: boolean;
  onClose: () => void;
}

/** The keys of a table, in a dialog. Render it only while it is open. */
export function RowKeys({ canMark, onClose }: Props) {
  const dialog = useModal();
  const keys = [
    ['j', 'next row'],
    ['k', 'row before'],
    ['Enter', 'opens the row'],
    ...(canMark ? [['x', 'marks the row, or takes its mark away']] : []),
    ['/', 'search on top of the page'],
    ['?', 'shows these keys'],
  ];
  return (
    <Panel dialog={dialog} title="Keys of this table" onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="kbd">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="mt-6 flex justify-end">
        <button type="submit" className="btn btn-quiet">
          Close
        </button>
      </form>
    </Panel>
  );
}
