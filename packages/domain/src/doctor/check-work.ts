import type { DoctorFacts, NamedWebhook } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { countText, durationText, listParams, listText } from "./words.ts"

/** Whether the server has administrators, and how well they are protected. */
export const checkAccounts = ({ database }: DoctorFacts): ReadonlyArray<Finding> => {
  const administrators = database?.content?.rows?.administrators
  if (administrators === undefined) return []
  const { count, withoutSecondFactor, withoutLogin } = administrators
  if (count === 0) {
    return [
      finding("administrator-missing", {
        what: "No enabled account may administer the server.",
        where: "accounts",
        whatToDo: "Make an account an administrator, or enable one: `dragoman user --help`."
      })
    ]
  }
  const findings: Array<Finding> = []
  if (withoutLogin.length > 0) {
    findings.push(
      finding("administrators-without-login", {
        params: listParams(withoutLogin),
        what: "Administrators have no way to log in: no password was set yet, or an organization's single sign-on managed the account.",
        where: listText(withoutLogin),
        whatToDo:
          "Look at their personal access tokens, then set a password: `dragoman user reset-password NAME`, or a link (docs/people.md)."
      })
    )
  }
  if (withoutSecondFactor > 0) {
    findings.push(
      finding("administrators-without-second-factor", {
        params: { without: withoutSecondFactor, count },
        what: `Administrators who log in with a password alone: ${withoutSecondFactor} of ${count}.`,
        where: "accounts",
        whatToDo: "Have them add a second factor or a passkey, unless they log in by a provider that asks for one."
      })
    )
  }
  return findings
}

/** Deliveries leave within seconds; a busy endpoint is waited for some minutes. */
const lateMillisMax = 900_000

/** Endpoints that are being replaced fail for some minutes. */
const failingMillisMin = 900_000

/** Whether webhooks arrive. */
export const checkWebhooks = ({ settings, database, now }: DoctorFacts): ReadonlyArray<Finding> => {
  const webhooks = database?.content?.rows?.webhooks
  if (webhooks === undefined) return []
  const { disabled, lateSince, lateCount } = webhooks
  const failing = webhooks.failing.filter(({ since }) => now - since > failingMillisMin)
  const findings: Array<Finding> = []
  if (disabled.length > 0) {
    findings.push(
      finding("webhooks-disabled", {
        params: { count: disabled.length, ...listParams(disabled.map(idOfWebhook)) },
        what: `${countText(disabled.length, "webhook was", "webhooks were")} disabled, because their endpoints failed for too long.`,
        where: listText(disabled.map(nameWebhook)),
        whatToDo: "Have the endpoints repaired and the webhooks enabled again, or the webhooks deleted."
      })
    )
  }
  if (failing.length > 0) {
    const since = Math.min(...failing.map((webhook) => webhook.since))
    findings.push(
      finding("webhooks-failing", {
        params: { count: failing.length, failingMillis: now - since, ...listParams(failing.map(idOfWebhook)) },
        what: `${countText(failing.length, "webhook fails", "webhooks fail")}, the first one for ${durationText(now - since)}.`,
        where: listText(failing.map(nameWebhook)),
        whatToDo: "The log of deliveries in the project says why. Failing webhooks are disabled after some days."
      })
    )
  }
  if (lateSince !== null && now - lateSince > lateMillisMax) {
    findings.push(
      finding("deliveries-late", {
        params: {
          count: lateCount,
          lateMillis: now - lateSince,
          dispatcher: settings.values?.webhookDispatcher ?? "embedded"
        },
        what: `${countText(lateCount, "delivery", "deliveries")} should have been sent, the first one ${durationText(now - lateSince)} ago.`,
        where: "queue of webhook deliveries",
        whatToDo:
          settings.values?.webhookDispatcher === "external"
            ? "See whether the webhook dispatcher runs: DRAGOMAN_WEBHOOK_DISPATCHER=external leaves all deliveries to it."
            : "See whether a server runs, and whether the endpoints are slow: the log of deliveries in the projects shows it."
      })
    )
  }
  return findings
}

const idOfWebhook = ({ id, project, projectId }: NamedWebhook): string => `${project} (${projectId}): ${id}`

const nameWebhook = ({ id, project, projectId }: NamedWebhook): string =>
  `webhook ${id} of ${project} (project ${projectId})`

const dayMillis = 86_400_000
const hourMillis = 3_600_000
/** Limit without a schedule: more than a week of work is too much to lose. */
const handMadeMillisMax = 7 * dayMillis

/** Whether there is a backup of these days. */
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
