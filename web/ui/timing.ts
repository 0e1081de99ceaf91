/** How long messages stay, in milliseconds. */
export const SUCCESS_DIALOG_MS = 2000;
export const PAYMENT_DIALOG_MS = 3000;
export const TOAST_MS = 5000;
/** How long a copy button shows that it has copied. */
export const COPIED_MS = 2000;
