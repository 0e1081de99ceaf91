import { translator } from '../../../translate.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages of staff's pages about companies. */
export const t = translator(messages);
