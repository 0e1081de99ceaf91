/** A short message in a corner of the dashboard. */
export interface Message {
  kind: 'success' | 'error' | 'message';
  title: string;
  description?: string;
  /** A button in the message, such as Undo. */
  action?: { label: string; onClick: () => void };
}

let show: (message: Message) => void = () => {};

/** Sets what shows messages. */
export function showMessagesBy(by: typeof show): void {
  show = by;
}

type Options = Pick<Message, 'description' | 'action'>;

const ofKind =
  (kind: Message['kind']) =>
  (title: string, options: Options = {}): void =>
    show({ kind, title, ...options });

/** Shows a message. */
export const toast = { success: ofKind('success'), error: ofKind('error'), message: ofKind('message') };
