/**
 * `whsec_` and 32 hexadecimal digits: for Tolgee's receivers a text, for those of Standard Webhooks base64 of 24 bytes.
 * `bytes`: 16 random ones of a cryptographic generator.
 * Source: reference "webhooks" 1.4.
 */
export const makeWebhookSecret = (bytes: Uint8Array): string =>
  `whsec_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
