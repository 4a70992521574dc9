/** Files of the test of the watchdog: one never ends, one takes its time, one ends the thread. */
export const watchedSeeds = { hanging: 3, slow: 5, throwing: 6 } as const
