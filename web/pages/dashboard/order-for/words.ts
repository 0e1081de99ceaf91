import { translator } from '../../../translate.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages of the page on which staff order for a buyer. */
export const t = translator(messages);
