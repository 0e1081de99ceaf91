import { translator } from '../../../translate.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages of the address book's page. */
export const t = translator(messages);
