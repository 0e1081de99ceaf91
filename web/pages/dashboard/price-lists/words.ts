import { translator } from '../../../translate.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages of price lists and groups of buyers. */
export const t = translator(messages);
