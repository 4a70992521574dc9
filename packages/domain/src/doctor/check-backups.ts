import type { DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { durationText } from "./words.ts"

const dayMillis = 86_400_000
const hourMillis = 3_600_000
/** Without a schedule, more than a week of work is too much to lose. */
const handMadeMillisMax = 7 * dayMillis

/** Checks whether there is a recent backup, and whether the last scheduled one succeeded. */
export const checkBackups = ({ settings, database, now }: DoctorFacts): ReadonlyArray<Finding> => {
  const backups = database?.content?.rows?.backups
  if (backups === undefined || settings.values === null) return []
  const { backupHours } = settings.values
  const { lastDoneAt, error, storeError } = backups
  const findings: Array<Finding> = []
  if (backupHours > 0 && error !== null) {
    findings.push(
      finding("backup-failed", {
        params: { problem: withoutFullStop(error) },
        what: `The last scheduled backup failed: ${withoutFullStop(error)}.`,
        where: "DRAGOMAN_BACKUP_DIR",
        whatToDo: "Correct that: the server tries again after 15 minutes."
      })
    )
  }
  if (backupHours > 0 && storeError !== null) {
    findings.push(
      finding("backup-copy-failed", {
        params: { problem: withoutFullStop(storeError) },
        what: `The last backup is not in the bucket: ${withoutFullStop(storeError)}.`,
        where: "DRAGOMAN_BACKUP_S3_ENDPOINT",
        whatToDo: "Correct that: the next backup is copied again."
      })
    )
  }
  const schedule = backupHours > 0 ? "on" : "off"
  const whatToDo =
    backupHours > 0
      ? "See whether a server runs, and look into its log for the backup."
      : "Set DRAGOMAN_BACKUP_HOURS=24, or let a scheduler run `dragoman backup FILE` (docs/backup.md)."
  const millisMax = backupHours > 0 ? 2 * backupHours * hourMillis : handMadeMillisMax
  if (lastDoneAt === null) {
    findings.push(
      finding("backup-missing", {
        params: { schedule },
        what: "No backup of this database is known.",
        where: "backups",
        whatToDo
      })
    )
  } else if (now - lastDoneAt > millisMax) {
    findings.push(
      finding("backup-old", {
        params: { ageMillis: now - lastDoneAt, schedule },
        what: `The last backup that is known is ${durationText(now - lastDoneAt)} old.`,
        where: "backups",
        whatToDo
      })
    )
  }
  return findings
}

const withoutFullStop = (sentence: string): string => sentence.trim().replace(/\.$/, "")
