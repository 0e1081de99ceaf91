/** What the operator who starts the shop or runs a command can mend; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
