import { ActionButton } from '../../../ui/action-button.tsx';
import { t } from './words.ts';

interface Props {
  /** What, or who, is taken away. */
  name: string;
  busy: boolean;
  onTake: () => void;
}

/** The button behind a price list, a company or a group that takes it away. */
export function TakeAway({ name, busy, onTake }: Props) {
  return (
    <ActionButton kind="ghost" small busy={busy} aria-label={t('take.from', { name })} onClick={onTake}>
      {t('take')}
    </ActionButton>
  );
}
