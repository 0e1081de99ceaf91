/** How long messages stay, in milliseconds. */
export const SUCCESS_DIALOG_MS = 2000;
export const PAYMENT_DIALOG_MS = 3000;
export const TOAST_MS = 5000;
