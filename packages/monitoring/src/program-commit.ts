/** Texts that the bundler puts in, the commit in a release only; nothing defines them where sources run. */
declare const dragomanCommit: string | undefined
declare const dragomanVersion: string | undefined

/** The commit that this program was released from; null where it was built otherwise. */
export const programCommit: string | null = typeof dragomanCommit === "undefined" ? null : dragomanCommit

/** The version that a build calls itself: between releases it names the time and the commit. Where sources run, that of the packages. */
export const programVersionOf = (manifest: { readonly version: string }): string =>
  typeof dragomanVersion === "undefined" ? manifest.version : dragomanVersion

/** The text of `--version`: `1.0.0 (commit 0123456789ab)`. */
export const versionLine = (version: string): string =>
  programCommit === null ? version : `${version} (commit ${programCommit})`
