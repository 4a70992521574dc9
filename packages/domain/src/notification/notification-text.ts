import type { NotificationContent, NotificationParamsByType, NotificationType } from "./notification-kind.ts"

/** A notification with the names that its text needs. */
export type NamedNotification = NotificationContent & {
  /** null: it is about no project, or the project was deleted. */
  readonly project: { readonly id: number; readonly name: string } | null
  /** The user who caused it; null: the server, or the reader. */
  readonly actorName: string | null
}

/** The path of the screen that shows what a notification is about. */
export const notificationPath = (
  notification: Pick<NamedNotification, "type" | "params"> & { readonly project: { readonly id: number } | null }
): string => {
  const { type, params, project } = notification as NotificationContent & Pick<NamedNotification, "project">
  const projectPath = project === null ? "/" : `/projects/${project.id}`
  switch (type) {
    case "PASSWORD_CHANGED":
      return "/account/password"
    case "MFA_ENABLED":
    case "MFA_DISABLED":
      return "/account/security"
    case "NEW_LOGIN":
      return "/account/sessions"
    case "PASSKEY_ADDED":
      return "/account/security"
    case "ACCESS_TOKEN_ISSUED":
      return "/account/tokens"
    case "API_KEY_ISSUED":
      return project === null ? "/" : `${projectPath}/api-keys`
    case "COMMENT_MENTIONED":
    case "COMMENT_ADDED": {
      const open = encodeURIComponent(`${params.keyId}:${params.languageTag}`)
      const shown = encodeURIComponent(params.languageTag)
      return project === null
        ? "/"
        : `${projectPath}/translations?id=${params.keyId}&languages=${shown}&key=${open}&panel=comments`
    }
    case "SUGGESTION_ACCEPTED":
    case "SUGGESTION_DECLINED": {
      const open = encodeURIComponent(`${params.keyId}:${params.languageTag}`)
      const shown = encodeURIComponent(params.languageTag)
      return project === null ? "/" : `${projectPath}/translations?id=${params.keyId}&languages=${shown}&key=${open}`
    }
    case "SUGGESTIONS_WAITING":
      return project === null ? "/" : `${projectPath}/translations`
    case "TASK_ASSIGNED":
    case "TASK_FINISHED":
    case "TASK_CANCELED":
    case "TASK_DUE":
      return project === null ? "/" : `${projectPath}/tasks/${params.taskNumber}`
    case "IMPORT_FINISHED":
      return project === null ? "/" : `${projectPath}/activity`
    case "EXPORT_FINISHED":
      return project === null ? "/" : `${projectPath}/export`
    case "BATCH_JOB_FINISHED":
      return project === null ? "/" : `${projectPath}/jobs`
    case "TRANSLATION_BUDGET_REACHED":
      return project === null ? "/" : `${projectPath}/settings`
    case "WEBHOOK_DISABLED":
      return project === null ? "/" : `${projectPath}/webhooks/${params.webhookConfigurationId}`
    case "CONTENT_DELIVERY_FAILED":
      return project === null ? "/" : `${projectPath}/content-delivery`
    case "INVITATION_ACCEPTED":
      return "organizationId" in params
        ? `/organizations/${params.organizationId}/members`
        : project === null
          ? "/"
          : `${projectPath}/members`
    case "ADDED_TO_PROJECT":
      return projectPath
    case "API_KEY_EXPIRES":
      return project === null ? "/" : `${projectPath}/api-keys`
    case "ACCESS_TOKEN_EXPIRES":
      return "/account/tokens"
  }
}

/** The sentence of a notification, in English, for mails. The console has its own in each language. */
export const notificationSentence = (notification: NamedNotification): string => {
  const { type, params } = notification
  const actor = notification.actorName ?? "A user"
  const project = notification.project === null ? "a project" : `the project ${notification.project.name}`
  switch (type) {
    case "PASSWORD_CHANGED":
      return "The password of your account was changed."
    case "MFA_ENABLED":
      return "The second factor was turned on for your account."
    case "MFA_DISABLED":
      return "The second factor was turned off for your account."
    case "NEW_LOGIN":
      return `Your account was used to log in from a browser that was not used before: ${params.userAgent ?? "unknown client"}, network ${params.address}.`
    case "PASSKEY_ADDED":
      return `A passkey was added to your account, and opens it without the password: ${params.name}. Remove it if it was not you.`
    case "ACCESS_TOKEN_ISSUED":
      return `A personal access token of your account was issued: ${params.description}. Delete it if it was not you.`
    case "API_KEY_ISSUED":
      return `An API key of your account was issued for ${project}: ${params.description}. Delete it if it was not you.`
    case "COMMENT_MENTIONED":
      return `${actor} mentioned you in a comment on ${params.keyName} (${params.languageTag}) in ${project}.`
    case "COMMENT_ADDED":
      return `${actor} commented on ${params.keyName} (${params.languageTag}) in ${project}, where you have commented, too.`
    case "SUGGESTION_ACCEPTED":
      return `${actor} accepted your suggestion for ${params.keyName} (${params.languageTag}) in ${project}.`
    case "SUGGESTION_DECLINED":
      return `${actor} declined your suggestion for ${params.keyName} (${params.languageTag}) in ${project}.`
    case "SUGGESTIONS_WAITING":
      return `${count(params.suggestionCount, "new suggestion")} in ${project} can be reviewed: ${params.languageTags.join(", ")}.`
    case "TASK_ASSIGNED":
      return `${actor} assigned you to the task ${taskLabel(params)} in ${project}.`
    case "TASK_FINISHED":
      return `${actor} finished your task ${taskLabel(params)} in ${project}.`
    case "TASK_CANCELED":
      return `${actor} canceled your task ${taskLabel(params)} in ${project}.`
    case "TASK_DUE":
      return `The task ${taskLabel(params)} in ${project} is due on ${utcDay(params.dueDate)}.`
    case "IMPORT_FINISHED":
      return `Your import into ${project} has finished: ${count(params.keyCount, "key")}.`
    case "EXPORT_FINISHED":
      return `Your export of ${project} has finished.`
    case "BATCH_JOB_FINISHED":
      return `Your batch job ${params.jobId} in ${project} has ended: ${jobEnds[params.status] ?? params.status}.`
    case "TRANSLATION_BUDGET_REACHED":
      return `${params.scope === "PROJECT" ? capitalized(project) : `The organization of ${project}`} has used ${params.percent} % of what machine translation may cost ${params.period === "DAY" ? "today" : "this month"}.`
    case "WEBHOOK_DISABLED":
      return `A webhook of ${project} failed for too long and was switched off.`
    case "CONTENT_DELIVERY_FAILED":
      return `The content delivery ${params.contentDeliveryName} of ${project} could not be published. Apps get the texts of before; the server tries again.`
    case "INVITATION_ACCEPTED":
      return "organizationName" in params
        ? `${actor} accepted your invitation into the organization ${params.organizationName}.`
        : `${actor} accepted your invitation into ${project}.`
    case "ADDED_TO_PROJECT":
      return `${actor} gave you access to ${project}.`
    case "API_KEY_EXPIRES":
      return `Your API key ${params.description} for ${project} expires on ${utcDay(params.expiresAt)}.`
    case "ACCESS_TOKEN_EXPIRES":
      return `Your personal access token ${params.description} expires on ${utcDay(params.expiresAt)}.`
  }
}

/** The subject of a mail about one notification, or the head of several of the same type. */
export const notificationSubjects: Readonly<Record<NotificationType, string>> = {
  PASSWORD_CHANGED: "Your password was changed",
  MFA_ENABLED: "The second factor was turned on for your account",
  MFA_DISABLED: "The second factor was turned off for your account",
  NEW_LOGIN: "New login to your account",
  PASSKEY_ADDED: "A passkey was added to your account",
  ACCESS_TOKEN_ISSUED: "A personal access token was issued for your account",
  API_KEY_ISSUED: "An API key was issued for your account",
  COMMENT_MENTIONED: "You were mentioned in a comment",
  COMMENT_ADDED: "New comment where you have commented",
  SUGGESTION_ACCEPTED: "Your suggestion was accepted",
  SUGGESTION_DECLINED: "Your suggestion was declined",
  SUGGESTIONS_WAITING: "New suggestions can be reviewed",
  TASK_ASSIGNED: "A task was assigned to you",
  TASK_FINISHED: "Your task was finished",
  TASK_CANCELED: "Your task was canceled",
  TASK_DUE: "A task is due soon",
  IMPORT_FINISHED: "Your import has finished",
  EXPORT_FINISHED: "Your export has finished",
  BATCH_JOB_FINISHED: "Your batch job has ended",
  TRANSLATION_BUDGET_REACHED: "The budget for machine translation is used up soon",
  WEBHOOK_DISABLED: "A webhook was switched off",
  CONTENT_DELIVERY_FAILED: "Texts could not be published",
  INVITATION_ACCEPTED: "Your invitation was accepted",
  ADDED_TO_PROJECT: "You have access to a project",
  API_KEY_EXPIRES: "An API key is about to expire",
  ACCESS_TOKEN_EXPIRES: "A personal access token is about to expire"
}

const jobEnds: Readonly<Record<string, string>> = {
  SUCCESS: "all keys were changed",
  FAILED: "some keys could not be changed",
  CANCELLED: "it was cancelled"
}

/** Prints the number of a task, its name if it has one, and its language. */
export const taskLabel = ({ taskNumber, taskName, languageTag }: NotificationParamsByType["TASK_ASSIGNED"]): string =>
  `#${taskNumber}${taskName === null ? "" : ` ${taskName}`} (${languageTag})`

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
