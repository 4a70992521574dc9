/** A table in a target until its copy is complete: no program starts on a database that has this table. */
export const unfinishedCopyTable = "unfinished_copy"

/** A table in the file of a backup alone: its contents in numbers, to check it by. */
export const backupManifestTable = "backup_manifest"
