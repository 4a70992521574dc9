/** Groups that a user switches on and off. */
export const notificationGroups = ["ACCOUNT_SECURITY", "TASKS", "COMMENTS", "JOBS", "PROJECTS"] as const

export type NotificationGroup = (typeof notificationGroups)[number]

export const notificationChannels = ["IN_APP", "EMAIL"] as const

export type NotificationChannel = (typeof notificationChannels)[number]

/** Where the notifications of a group arrive. */
export interface NotificationSetting {
  readonly inApp: boolean
  readonly email: boolean
}

/** Defaults for users who have chosen nothing. Jobs end while one waits for them, so they send no mail. */
export const defaultNotificationSettings: Readonly<Record<NotificationGroup, NotificationSetting>> = {
  ACCOUNT_SECURITY: { inApp: true, email: true },
  TASKS: { inApp: true, email: true },
  COMMENTS: { inApp: true, email: true },
  JOBS: { inApp: true, email: false },
  PROJECTS: { inApp: true, email: true }
}

/** Whether a user may switch the group off: not the one that tells of a stolen account. */
export const isSwitchable = (group: NotificationGroup): boolean => group !== "ACCOUNT_SECURITY"

interface CommentPlace {
  readonly keyId: number
  readonly keyName: string
  readonly languageTag: string
  readonly translationId: number
  readonly commentId: number
}

interface SuggestionPlace {
  readonly keyId: number
  readonly keyName: string
  readonly languageTag: string
}

interface TaskPlace {
  readonly taskNumber: number
  /** null: the task has no name. */
  readonly taskName: string | null
  readonly languageTag: string
}

interface OrganizationPlace {
  readonly organizationId: number
  readonly organizationName: string
}

interface ExpiringKey {
  readonly description: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** The data of a notification of each type, besides its project and the user who caused it. No secret, no text. */
export interface NotificationParamsByType {
  readonly PASSWORD_CHANGED: object
  readonly MFA_ENABLED: object
  readonly MFA_DISABLED: object
  readonly NEW_LOGIN: {
    /** null: the client did not say. */
    readonly userAgent: string | null
    /** Shortened: the network of the client. */
    readonly address: string
  }
  readonly PASSKEY_ADDED: { readonly name: string }
  readonly ACCESS_TOKEN_ISSUED: { readonly description: string }
  readonly API_KEY_ISSUED: { readonly description: string }
  readonly COMMENT_MENTIONED: CommentPlace
  readonly COMMENT_ADDED: CommentPlace
  readonly SUGGESTION_ACCEPTED: SuggestionPlace
  readonly SUGGESTION_DECLINED: SuggestionPlace
  readonly SUGGESTIONS_WAITING: { readonly suggestionCount: number; readonly languageTags: ReadonlyArray<string> }
  readonly TASK_ASSIGNED: TaskPlace
  readonly TASK_FINISHED: TaskPlace
  readonly TASK_CANCELED: TaskPlace
  readonly TASK_DUE: TaskPlace & {
    /** Epoch milliseconds. */
    readonly dueDate: number
  }
  readonly IMPORT_FINISHED: { readonly keyCount: number }
  readonly EXPORT_FINISHED: object
  readonly BATCH_JOB_FINISHED: { readonly jobId: number; readonly jobType: string; readonly status: string }
  readonly TRANSLATION_BUDGET_REACHED: {
    readonly scope: "ORGANIZATION" | "PROJECT"
    readonly period: "DAY" | "MONTH"
    readonly percent: number
  }
  readonly WEBHOOK_DISABLED: { readonly webhookConfigurationId: number }
  readonly CONTENT_DELIVERY_FAILED: { readonly contentDeliveryId: number; readonly contentDeliveryName: string }
  readonly INVITATION_ACCEPTED: OrganizationPlace | object
  readonly ADDED_TO_PROJECT: object
  readonly API_KEY_EXPIRES: ExpiringKey
  readonly ACCESS_TOKEN_EXPIRES: ExpiringKey
}

export type NotificationType = keyof NotificationParamsByType

export interface NotificationKind {
  readonly group: NotificationGroup
  /** Clients of Tolgee know the type; they fail at any other one. */
  readonly isTolgees: boolean
  /** The receivers, for the documentation. */
  readonly recipients: string
}

const security = { group: "ACCOUNT_SECURITY", recipients: "the user" } as const
const ofTolgee = { isTolgees: true } as const
const ours = { isTolgees: false } as const

/** Every type of notification. Its text and its link: notification-text.ts. */
export const notificationKinds: Readonly<Record<NotificationType, NotificationKind>> = {
  PASSWORD_CHANGED: { ...security, ...ofTolgee },
  MFA_ENABLED: { ...security, ...ofTolgee },
  MFA_DISABLED: { ...security, ...ofTolgee },
  NEW_LOGIN: { ...security, ...ours, recipients: "the user who logged in with an unknown browser" },
  PASSKEY_ADDED: { ...security, ...ours },
  ACCESS_TOKEN_ISSUED: {
    ...security,
    ...ours,
    recipients: "the user whose personal access token was created or regenerated"
  },
  API_KEY_ISSUED: { ...security, ...ours, recipients: "the user whose project API key was created or regenerated" },
  COMMENT_MENTIONED: { group: "COMMENTS", ...ours, recipients: "the users whom a comment mentions" },
  COMMENT_ADDED: {
    group: "COMMENTS",
    ...ours,
    recipients: "the users who have commented on the same translation, unless the comment mentions them"
  },
  SUGGESTION_ACCEPTED: { group: "COMMENTS", ...ours, recipients: "the author of a suggestion" },
  SUGGESTION_DECLINED: { group: "COMMENTS", ...ours, recipients: "the author of a suggestion" },
  SUGGESTIONS_WAITING: {
    group: "COMMENTS",
    ...ours,
    recipients:
      "the members who may review texts of the languages, once a day for each project with new suggestions of others"
  },
  TASK_ASSIGNED: { group: "TASKS", ...ofTolgee, recipients: "the users who are assigned to a task by another user" },
  TASK_FINISHED: { group: "TASKS", ...ofTolgee, recipients: "the author of a task that another user finished" },
  TASK_CANCELED: { group: "TASKS", ...ofTolgee, recipients: "the author of a task that another user canceled" },
  TASK_DUE: {
    group: "TASKS",
    ...ours,
    recipients: "the assignees of an open task, once for each due date, a day before it"
  },
  IMPORT_FINISHED: { group: "JOBS", ...ours, recipients: "the user whose import took long" },
  EXPORT_FINISHED: { group: "JOBS", ...ours, recipients: "the user whose export took long" },
  BATCH_JOB_FINISHED: { group: "JOBS", ...ours, recipients: "the user whose batch job took long" },
  TRANSLATION_BUDGET_REACHED: {
    group: "PROJECTS",
    ...ours,
    recipients: "the members who may edit the project, at 80 and 100 percent of a budget for machine translation"
  },
  WEBHOOK_DISABLED: {
    group: "PROJECTS",
    ...ours,
    recipients: "the members who may manage the webhooks of the project"
  },
  CONTENT_DELIVERY_FAILED: {
    group: "PROJECTS",
    ...ours,
    recipients: "the members who may manage the content deliveries of the project, once until one succeeds again"
  },
  INVITATION_ACCEPTED: { group: "PROJECTS", ...ours, recipients: "the user who invited" },
  ADDED_TO_PROJECT: { group: "PROJECTS", ...ours, recipients: "the user who can enter the project now" },
  API_KEY_EXPIRES: { group: "PROJECTS", ...ours, recipients: "the user of the project API key" },
  ACCESS_TOKEN_EXPIRES: { group: "PROJECTS", ...ours, recipients: "the user of the personal access token" }
}

export const notificationTypes = Object.keys(notificationKinds) as ReadonlyArray<NotificationType>

/** The types that clients of Tolgee know. */
export const tolgeeNotificationTypes = notificationTypes.filter((type) => notificationKinds[type].isTolgees)

/** A type with its parameters. */
export type NotificationContent<Type extends NotificationType = NotificationType> = {
  readonly [T in Type]: { readonly type: T; readonly params: NotificationParamsByType[T] }
}[Type]
