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

/** A table in a target until its copy is complete: no program starts on a database that has this table. */
export const unfinishedCopyTable = "unfinished_copy"

/** A table in the file of a backup alone: its contents in numbers, to check it by. */
export const backupManifestTable = "backup_manifest"

/** The index of the translation memory, the referring tables first; a server makes it from translations and entries when it is missing. */
export const memoryIndexTables: ReadonlyArray<string> = [
  memoryEntryPendingTable,
  memoryEntrySourceTable,
  memoryPendingTable,
  memoryKeyTable,
  memoryPostingTable,
  memoryGramTable,
  memorySignatureTable,
  memorySourceTable,
  memoryIndexTable
].map(({ name }) => name)
