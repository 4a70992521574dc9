/** A text that the bundler of a release puts in; nothing defines it where sources run. */
declare const dragomanCommit: string | undefined

/** The commit that this program was released from; null where it was built otherwise. */
export const programCommit: string | null = typeof dragomanCommit === "undefined" ? null : dragomanCommit

/** For `--version`: `1.0.0 (commit 0123456789ab)`. */
export const versionLine = (version: string): string =>
  programCommit === null ? version : `${version} (commit ${programCommit})`
