import type { ImportRow } from "@dragoman/store"

/** From the first upload on, not from the last use. */
const importLifetimeMillis = 2 * 60 * 60 * 1000

/** An expired import counts as absent. `now`: epoch milliseconds. */
export const isExpired = ({ createdAt }: ImportRow, now: number): boolean => now - createdAt > importLifetimeMillis
