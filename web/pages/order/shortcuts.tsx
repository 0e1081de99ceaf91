import { SHORTCUTS } from './grid/keys.ts';
import { Panel } from './panel.tsx';

/** The keys of the grid and what they do. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="Keys of the order pad" className="pad-keys" onClose={onClose}>
      {/* The first control has the focus: at the end it would scroll the dialog there. */}
      <form method="dialog" className="pad-keys-close">
        <button type="submit" className="btn btn-quiet btn-sm">
          Close
        </button>
      </form>
      {SHORTCUTS.map(([group, keys]) => (
        <section key={group} className="mt-4">
          <h3 className="text-muted text-xs">{group}</h3>
          <dl className="pad-key-list">
            {keys.map(([name, does]) => (
              <div key={name}>
                <dt>
                  <kbd>{name}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Panel>
  );
}
