import { publishedFileTable, publishedVersionTable } from "../table/content-delivery-tables.ts"
import {
  memoryEntryPendingTable,
  memoryEntrySourceTable,
  memoryGramTable,
  memoryIndexTable,
  memoryKeyTable,
  memoryPendingTable,
  memoryPostingTable,
  memorySignatureTable,
  memorySourceTable
} from "../table/memory-index-tables.ts"
import { translationCacheTable } from "../table/translation-spending-tables.ts"

/** A table in a target until its copy is complete: no program starts on a database that has this table. */
export const unfinishedCopyTable = "unfinished_copy"

/** A table in the file of a backup alone: its contents in numbers, to check it by. */
export const backupManifestTable = "backup_manifest"

/**
 * Tables that a server fills again when they are empty, the referring ones first: the index of the translation memory, answers of
 * machine translation, and published files.
 */
export const derivedTables: ReadonlyArray<string> = [
  memoryEntryPendingTable,
  memoryEntrySourceTable,
  memoryPendingTable,
  memoryKeyTable,
  memoryPostingTable,
  memoryGramTable,
  memorySignatureTable,
  memorySourceTable,
  memoryIndexTable,
  translationCacheTable,
  publishedFileTable,
  publishedVersionTable
].map(({ name }) => name)
