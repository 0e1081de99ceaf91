import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CloseIcon } from '../../ui/close-icon.tsx';

/** The id by which the button opens the drawer, also without JavaScript. */
export const FACET_DRAWER = 'facets';

/** From this width on the facets are a column; the same as in grid.css. */
const COLUMN = '(width >= 72rem)';

interface Props {
  /** The words of the button that closes the drawer: what the filters have found. */
  found: string;
  children: ReactNode;
}

/** The facets: a column beside the grid where there is room, else a drawer. While it is open, the focus stays in it. */
export function FacetDrawer({ found, children }: Props) {
  const drawer = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  // Its button and Escape open and close it without React.
  useEffect(() => {
    const popover = drawer.current;
    if (!popover) return;
    let rest: HTMLElement[] = [];
    const release = () => {
      for (const element of rest) element.inert = false;
      rest = [];
    };
    const follow = () => {
      release();
      const opened = popover.matches(':popover-open');
      if (opened) rest = aroundOf(popover).filter((element) => !element.inert);
      for (const element of rest) element.inert = true;
      setIsOpen(opened);
    };
    // The focus goes back to the button as it closes.
    const leave = (event: Event) => (event as ToggleEvent).newState === 'closed' && release();
    const close = () => popover.hidePopover();
    const column = matchMedia(COLUMN);
    follow();
    popover.addEventListener('beforetoggle', leave);
    popover.addEventListener('toggle', follow);
    column.addEventListener('change', close);
    return () => {
      release();
      popover.removeEventListener('beforetoggle', leave);
      popover.removeEventListener('toggle', follow);
      column.removeEventListener('change', close);
    };
  }, []);

  const close = { type: 'button', popoverTarget: FACET_DRAWER, popoverTargetAction: 'hide' } as const;
  return (
    <div
      ref={drawer}
      id={FACET_DRAWER}
      popover="auto"
      className="facet-drawer"
      {...(isOpen && { role: 'dialog', 'aria-modal': true, 'aria-label': 'Filters' })}
    >
      <div className="facet-drawer-head">
        <p className="font-semibold">Filters</p>
        <button {...close} className="btn btn-ghost btn-square" aria-label="Close">
          <CloseIcon />
        </button>
      </div>
      {children}
      <div className="facet-drawer-foot">
        <button {...close} className="btn btn-primary w-full">
          {found}
        </button>
      </div>
    </div>
  );
}

/** Returns the elements beside an element, and beside each one that contains it. */
function aroundOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  if (!parentElement || element === document.body) return [];
  const beside = [...parentElement.children].filter(
    (other): other is HTMLElement => other instanceof HTMLElement && other !== element,
  );
  return [...beside, ...aroundOf(parentElement)];
}
