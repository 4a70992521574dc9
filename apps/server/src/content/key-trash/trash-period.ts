/** How long a deleted key can be restored, in milliseconds. Source: reference "content-api" 2.7. */
export const trashPeriodMillis = 7 * 24 * 60 * 60 * 1000
