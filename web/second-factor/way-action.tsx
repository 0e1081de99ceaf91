import type { ComponentProps } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import { Button } from '../ui/button.tsx';
import type { WayProps } from './way.ts';

type Props = Omit<ComponentProps<typeof ActionButton>, 'className'> & Pick<WayProps, 'onCancel'>;

/** The action of a way to prove oneself and, where there is a way back, Cancel beside it. */
export function WayAction({ onCancel, ...action }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton kind="primary" {...action} />
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </div>
  );
}
