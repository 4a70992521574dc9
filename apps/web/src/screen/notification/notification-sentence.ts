import { type NotificationParamsByType, taskLabel } from "@dragoman/domain/notification"
import type { NotificationModel } from "../../base/api/contract.ts"
import type { TextKey } from "../../base/texts/load-texts.ts"
import type { Text } from "../../base/texts/text.ts"
import { describeAgent } from "../account/user-agent.ts"

/** By whose budget it is, and its period. */
const budgetSentences: Readonly<Record<string, TextKey>> = {
  "PROJECT.DAY": "notification.budget-project-day",
  "PROJECT.MONTH": "notification.budget-project-month",
  "ORGANIZATION.DAY": "notification.budget-organization-day",
  "ORGANIZATION.MONTH": "notification.budget-organization-month"
}

/** The sentence of a notification in the language of the console. */
export const notificationSentence = (
  { type, params, project, originatingUser }: NotificationModel,
  t: Text
): string => {
  const values = params as Readonly<Record<string, unknown>>
  const text = (name: string): string => String(values[name] ?? "")
  const shown = {
    actor: originatingUser?.name || t("notification.someone"),
    project: project?.name ?? t("notification.deleted-project")
  }
  const task = (): string => taskLabel(params as NotificationParamsByType["TASK_ASSIGNED"])
  switch (type) {
    case "PASSWORD_CHANGED":
      return t("notification.password-changed")
    case "MFA_ENABLED":
      return t("notification.mfa-enabled")
    case "MFA_DISABLED":
      return t("notification.mfa-disabled")
    case "NEW_LOGIN": {
      const agent = values["userAgent"]
      const device = describeAgent(typeof agent === "string" ? agent : null) ?? t("account.unknown-device")
      return t("notification.new-login", { device, network: text("address") })
    }
    case "PASSKEY_ADDED":
      return t("notification.passkey-added", { name: text("name") })
    case "ACCESS_TOKEN_ISSUED":
      return t("notification.token-issued", { name: text("description") })
    case "API_KEY_ISSUED":
      return t("notification.api-key-issued", { name: text("description"), project: shown.project })
    case "COMMENT_MENTIONED":
      return t("notification.comment-mentioned", { ...shown, key: text("keyName"), language: text("languageTag") })
    case "COMMENT_ADDED":
      return t("notification.comment-added", { ...shown, key: text("keyName"), language: text("languageTag") })
    case "SUGGESTION_ACCEPTED":
      return t("notification.suggestion-accepted", { ...shown, key: text("keyName"), language: text("languageTag") })
    case "SUGGESTION_DECLINED":
      return t("notification.suggestion-declined", { ...shown, key: text("keyName"), language: text("languageTag") })
    case "SUGGESTIONS_WAITING":
      return t("notification.suggestions-waiting", {
        project: shown.project,
        count: Number(values["suggestionCount"] ?? 0),
        languages: Array.isArray(values["languageTags"]) ? values["languageTags"].join(", ") : ""
      })
    case "TASK_ASSIGNED":
      return t("notification.task-assigned", { ...shown, task: task() })
    case "TASK_FINISHED":
      return t("notification.task-finished", { ...shown, task: task() })
    case "TASK_CANCELED":
      return t("notification.task-canceled", { ...shown, task: task() })
    case "TASK_DUE": {
      const day = new Intl.DateTimeFormat(t.language, { dateStyle: "medium" }).format(Number(values["dueDate"]))
      return t("notification.task-due", { project: shown.project, task: task(), day })
    }
    case "IMPORT_FINISHED":
      return t("notification.import-finished", { project: shown.project, count: Number(values["keyCount"] ?? 0) })
    case "EXPORT_FINISHED":
      return t("notification.export-finished", { project: shown.project })
    case "BATCH_JOB_FINISHED":
      return t(values["status"] === "SUCCESS" ? "notification.job-done" : "notification.job-failed", {
        project: shown.project
      })
    case "TRANSLATION_BUDGET_REACHED":
      return t(budgetSentences[`${text("scope")}.${text("period")}`] ?? "notification.budget-project-day", {
        project: shown.project,
        percent: Number(values["percent"] ?? 0)
      })
    case "WEBHOOK_DISABLED":
      return t("notification.webhook-disabled", { project: shown.project })
    case "CONTENT_DELIVERY_FAILED":
      return t("notification.content-delivery-failed", {
        name: text("contentDeliveryName"),
        project: shown.project
      })
    case "INVITATION_ACCEPTED":
      return t("notification.invitation-accepted", {
        actor: shown.actor,
        place: "organizationName" in values ? text("organizationName") : shown.project
      })
    case "ADDED_TO_PROJECT":
      return t("notification.added", { actor: shown.actor, place: shown.project })
    case "API_KEY_EXPIRES":
    case "ACCESS_TOKEN_EXPIRES": {
      const day = new Intl.DateTimeFormat(t.language, { dateStyle: "medium" }).format(Number(values["expiresAt"]))
      return t("notification.key-expires", { name: text("description"), day })
    }
  }
}
