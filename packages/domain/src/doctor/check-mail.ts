import type { DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { countText, durationText } from "./words.ts"

/** Servers send mails at once; after a failure they try again for days. */
const lateMillisMax = 900_000

/** Whether the mail server takes mails, and mails leave. */
export const checkMail = ({ settings, mail, database, now }: DoctorFacts): ReadonlyArray<Finding> => {
  if (settings.values === null) return []
  const findings: Array<Finding> = []
  if (!settings.values.hasMail) {
    findings.push(
      finding("mail-missing", {
        what: "The server sends no mail: no invitations, no links for forgotten passwords, no notifications.",
        where: "DRAGOMAN_SMTP_HOST",
        whatToDo: "Name a mail server (docs/settings.md). Administrators can hand out links meanwhile."
      })
    )
  }
  if (mail !== null && mail.failure !== null) {
    findings.push(
      finding("mail-failing", {
        params: { problem: mail.failure },
        what: mail.failure,
        where: mail.server,
        whatToDo: "Correct that; then `dragoman mail test ADDRESS` sends a mail."
      })
    )
  }
  const mails = database?.content?.rows?.mails
  if (mails !== undefined && mails.lateSince !== null && now - mails.lateSince > lateMillisMax) {
    findings.push(
      finding("mails-late", {
        params: {
          count: mails.lateCount,
          lateMillis: now - mails.lateSince,
          lastError: mails.lastError ?? "none",
          mail: settings.values.hasMail ? "set" : "missing"
        },
        what: `${countText(mails.lateCount, "mail")} should have left, the first one ${durationText(now - mails.lateSince)} ago.`,
        where: mails.lastError === null ? "queue of mails" : `queue of mails; last error: ${mails.lastError}`,
        whatToDo: settings.values.hasMail
          ? "See whether a server runs, and look into its log for failed mails."
          : "Set DRAGOMAN_SMTP_HOST again: mails that were queued wait for it."
      })
    )
  }
  return findings
}
