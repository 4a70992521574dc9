import {
  type NotificationContent,
  notificationChannels,
  notificationGroups,
  notificationKinds,
  notificationTypes
} from "@dragoman/domain/notification"
import { Schema } from "effect"
import { field } from "../field.ts"
import { SimpleProjectModel } from "../organization/organization-model.ts"
import { pageOf } from "../page/page-model.ts"
import { TaskModel } from "../task/task-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const typeDescription = notificationTypes.map((type) => `${type}: for ${notificationKinds[type].recipients}.`).join(" ")

export const NotificationModel = Schema.Struct({
  id: field(Schema.Int, "Id of the notification.", 71),
  type: field(Schema.Literals(notificationTypes), typeDescription, "COMMENT_MENTIONED"),
  project: field(
    Schema.NullOr(SimpleProjectModel),
    "Project of the notification; null: none, or the caller may not see it any more, for example because it was deleted."
  ),
  originatingUser: field(
    Schema.NullOr(SimpleUserModel),
    "User who caused it, without the user name; null: the server, or the caller. A user who no longer shares an organization or the project with the caller looks like a deleted one."
  ),
  linkedTask: field(
    Schema.NullOr(TaskModel),
    "Task of the notification, without user names; null: none, or the caller may not see it any more, or neither works on it nor has created it."
  ),
  params: field(
    Schema.declare((value): value is NotificationContent["params"] => typeof value === "object" && value !== null),
    "Values by type of notification: ids and names of the key, comment, task, job, webhook or organization.",
    { keyId: 42, keyName: "home.title", languageTag: "cs", translationId: 97, commentId: 5 }
  ),
  seen: field(Schema.Boolean, "Whether the caller has marked it as seen. Not in Tolgee.", false),
  createdAt: field(Schema.Int, "Time of the event in epoch milliseconds.", 1_790_000_000_000)
})
export type NotificationModel = typeof NotificationModel.Type

export const NotificationsModel = Schema.Struct({
  ...pageOf("notificationModelList", NotificationModel).fields,
  nextCursor: field(
    Schema.NullOr(Schema.String),
    "Value of `cursor` for the next page; null: this page is not full, or the list has another order.",
    "MTc5MDAwMDAwMDAwMC03MQ"
  )
})

export const MarkSeenBody = Schema.Struct({
  notificationIds: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.Int))),
    "Ids of notifications; those of other users are ignored. Absent: all of the caller.",
    [71]
  )
})
export type MarkSeenBody = typeof MarkSeenBody.Type

const channels = (about: string) =>
  field(
    Schema.Struct({
      inApp: field(Schema.Boolean, "Whether they are listed and counted.", true),
      email: field(Schema.Boolean, "Whether they are mailed.", true)
    }),
    `Channels of notifications about ${about}.`
  )

export const NotificationSettingsModel = Schema.Struct({
  accountSecurity: channels("passwords, second factors and logins; cannot be changed"),
  tasks: channels("tasks"),
  comments: channels("comments"),
  jobs: channels("imports, exports and batch jobs that took long"),
  projects: channels("webhooks, invitations, access and keys")
})
export type NotificationSettingsModel = typeof NotificationSettingsModel.Type

export const NotificationSettingBody = Schema.Struct({
  group: field(
    Schema.Literals(notificationGroups),
    "Group of notifications; ACCOUNT_SECURITY is always on.",
    "COMMENTS"
  ),
  channel: field(Schema.Literals(notificationChannels), "Channel of the notifications.", "EMAIL"),
  enabled: field(Schema.Boolean, "Whether the channel is on.", false)
})
export type NotificationSettingBody = typeof NotificationSettingBody.Type
