import { BackupDamaged, BackupFailed, type DatabaseAddress } from "@dragoman/store"
import { describeDatabase } from "../../platform/settings/describe-settings.ts"
import { explainFileError } from "./explain-file-error.ts"

interface Ends {
  /** An end of a copy: the file of a backup, or a database. */
  readonly source: string
  readonly target: DatabaseAddress
}

type Fields = Readonly<Record<string, unknown>>

/** Explains a failure of a copy, a backup or a restore that a person can mend; null: another failure. */
export const explainCopyFailure = (error: unknown, { source, target }: Ends): string | null => {
  if (error instanceof BackupDamaged) return `${source} ${error.problem}.`
  if (error instanceof BackupFailed) {
    const sentence =
      typeof error.cause === "string"
        ? error.cause
        : (explainCopyFailure(error.cause, { source, target }) ?? explainFileError(error.cause, error.path))
    return `The backup failed: ${sentence}`
  }
  if (typeof error !== "object" || error === null || !("_tag" in error)) return null
  const fields = error as Fields
  const to = describeDatabase(target)
  switch (fields["_tag"]) {
    case "CopyTargetTaken":
      return takenSentence(fields, to)
    case "CopySourceUnfit":
      switch (fields["reason"]) {
        case "empty":
          return `${source} has no database of Dragoman: check the address.`
        case "unfinished":
          return `${source} is an unfinished copy itself: finish that copy first, by the command that began it.`
        default:
          return `${source} was written by a newer Dragoman (schema ${fields["version"]}): use that version.`
      }
    case "CopyEndInUse":
      return fields["end"] === "source"
        ? `A server or a dispatcher uses ${source}: stop all of them, so that the copy misses nothing, and run the command again.`
        : `Another copy into ${to} runs, or a server uses it: wait for its end, or stop it.`
    case "CopiedRowsDiffer":
      return `The row ${fields["row"]} of the table ${fields["table"]} is not the same in both databases: one of them was changed since the copy began. Nothing uses ${to} yet: empty it, and copy again.`
    case "CopiedTableDiffers":
      return `The table ${fields["table"]} of ${source} has other columns than its schema version: it was changed by hand. Undo that change, and run the command again.`
    case "TextNotStorable":
      return `PostgreSQL cannot store the column ${fields["column"]} of the row ${fields["row"]} in the table ${fields["table"]}: it contains the character U+0000. Change that text, and run the command again.`
    case "CopyFileFailed":
      return `The file could not be written: ${explainFileError(fields["cause"], String(fields["path"]))}`
    default:
      return null
  }
}

const takenSentence = ({ reason, table }: Fields, to: string): string => {
  switch (reason) {
    case "database":
      return `${to} has a database of Dragoman already: name an empty one. Nothing was changed.`
    case "copyOfAnother":
      return `${to} has an unfinished copy of another database: empty it, or name another one. Nothing was changed.`
    default:
      return `${to} is not empty (it has a table "${table}"): name an empty database. Nothing was changed.`
  }
}
