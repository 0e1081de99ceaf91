import { translator } from '../../../../translate.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages of the dialogs that change a purchase. */
export const t = translator(messages);
