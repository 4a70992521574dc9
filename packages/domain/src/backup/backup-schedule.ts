/** The history of scheduled backups. Epoch milliseconds, null: never. */
export interface BackupHistory {
  /** When the newest complete backup was begun. */
  readonly doneAt: number | null
  /** When the newest failed one was begun. */
  readonly failedAt: number | null
}

/** After a failure the next try comes sooner than the next backup would. */
const retryMillisMax = 15 * 60_000

/** A time ahead of now was written by a wrong clock and counts as none. */
export const isBackupDue = ({ doneAt, failedAt }: BackupHistory, intervalMillis: number, now: number): boolean => {
  const since = (at: number | null): number => (at === null || at > now ? Number.POSITIVE_INFINITY : now - at)
  return since(doneAt) >= intervalMillis && since(failedAt) >= Math.min(intervalMillis, retryMillisMax)
}

/** `dragoman-2026-03-01T02-30-00Z.sqlite`: names sort by time. */
export const backupFileName = (at: number): string =>
  `dragoman-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.sqlite`

/** Whether a scheduled backup has that name; other files are never removed. */
export const isBackupFileName = (name: string): boolean =>
  /^dragoman-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.sqlite$/.test(name)

/** Selects the names of scheduled backups in a folder that are not among the newest `kept`. */
export const outdatedBackups = (names: ReadonlyArray<string>, kept: number): ReadonlyArray<string> =>
  names
    .filter(isBackupFileName)
    .toSorted((one, other) => (one < other ? 1 : -1))
    .slice(kept)
