/** In a target until its copy is complete: no program starts on a database that has this table. */
export const unfinishedCopyTable = "unfinished_copy"

/** In the file of a backup alone: what the backup holds, to check it by. */
export const backupManifestTable = "backup_manifest"
