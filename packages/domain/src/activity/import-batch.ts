import type { JsonObject } from "../error/domain-error.ts"

/** The place of a revision among those of an import that was committed in batches. A type, not an interface: it is JSON. */
export type ImportBatch = {
  /** The revision of the first batch that changed something; null: this one. */
  readonly firstRevisionId: number | null
  /** Number of keys that were imported when the batch was committed, its own included. */
  readonly importedKeys: number
  readonly totalKeys: number
}

/** Returns parameters of a revision with its place in the import. */
export const withImportBatch = (params: JsonObject | null, importBatch: ImportBatch): JsonObject => ({
  ...params,
  importBatch
})

/** Reads the place from the parameters of a revision; null: the revision is a whole change. */
export const importBatchOf = (params: JsonObject | null): ImportBatch | null =>
  (params?.["importBatch"] as ImportBatch | undefined) ?? null
