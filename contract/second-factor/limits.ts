/** Bounds and names of second factors. Without schemas, because browsers load it. */

/** The most passkeys of a person. */
export const MOST_PASSKEYS = 10;

/** How a browser reaches a passkey, as WebAuthn names it. Others are left out. */
export const TRANSPORTS = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'] as const;
