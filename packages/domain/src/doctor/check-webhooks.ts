import type { DoctorFacts, NamedWebhook } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { countText, durationText, listParams, listText } from "./words.ts"

/** Deliveries leave within seconds; a busy endpoint is waited for some minutes. */
const lateMillisMax = 900_000

/** Endpoints that are being replaced fail for some minutes. */
const failingMillisMin = 900_000

/** Checks whether deliveries leave in time and reach their endpoints. */
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
