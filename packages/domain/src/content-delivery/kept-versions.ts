/** Newest versions that stay, whatever their age. */
export const keptVersionsMin = 5

/** Apps that have read a manifest read its files from the address of its version for so long. */
const keptMillis = 24 * 60 * 60 * 1_000

/** A published version by its number and its time. */
export interface VersionTime {
  readonly version: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** Returns the versions that readers may still ask for: the live one, the newest ones and those of the last day. */
export const keptVersions = (
  versions: ReadonlyArray<VersionTime>,
  liveVersion: number | null,
  now: number
): ReadonlySet<number> =>
  new Set(
    versions
      .toSorted((left, right) => right.version - left.version)
      .filter(
        ({ version, createdAt }, index) =>
          index < keptVersionsMin || version === liveVersion || createdAt > now - keptMillis
      )
      .map(({ version }) => version)
  )

/**
 * Returns the number of the next version: the time in seconds, so that a restored database, which knows nothing of newer versions,
 * gives none of their numbers away again. Files of a version stay in caches for a year.
 */
export const nextVersion = (lastVersion: number | null, now: number): number =>
  Math.max((lastVersion ?? 0) + 1, Math.floor(now / 1_000))
