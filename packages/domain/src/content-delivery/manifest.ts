import type { PublishedFile } from "./content-delivery.ts"

/** The path of the manifest below a slug. */
export const manifestPath = "manifest.json"

/** Facts of a published version. */
export interface ManifestFacts {
  readonly version: number
  /** When it was published, epoch milliseconds. */
  readonly publishedAt: number
  /** Tags. */
  readonly languages: ReadonlyArray<string>
  readonly files: ReadonlyArray<PublishedFile>
}

/** Prints the manifest, by which an app takes all files from one version. Source: docs/content-delivery.md#manifest. */
export const printManifest = ({ version, publishedAt, languages, files }: ManifestFacts): string =>
  JSON.stringify({
    version,
    publishedAt,
    languages,
    files: files.map(({ path, mediaType, size, digest }) => ({ path, mediaType, size, sha256: digest }))
  })
