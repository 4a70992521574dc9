// Codes that are sent by mail, or handed over as a link. Only their digests are stored.

const hourMillis = 60 * 60_000

/** The life of a code for a new password that was sent by mail. */
export const passwordResetMillis = hourMillis

/** The life of one that an administrator hands over: the user may be away. */
export const passwordResetLinkMillis = 24 * hourMillis

/** The life of a code for an e-mail address. */
export const emailVerificationMillis = 24 * hourMillis

/** Whether a code can be used no more. Times are epoch milliseconds. */
export const isCodeExpired = ({ expiresAt }: { readonly expiresAt: number }, now: number): boolean => now >= expiresAt
