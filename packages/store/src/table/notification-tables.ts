import type { NotificationGroup, NotificationType } from "@dragoman/domain/notification"
import { Schema } from "effect"
import { Flag, Id, Json, Millis, table, textOf } from "../database/table.ts"

export const notificationTable = table("notification", {
  id: Id,
  userId: Schema.Number,
  type: textOf<NotificationType>(),
  /** null: it is about no project. */
  projectId: Schema.NullOr(Schema.Number),
  /** null: the server, or the user itself. */
  originatingUserId: Schema.NullOr(Schema.Number),
  /** null: it is about no task. */
  taskId: Schema.NullOr(Schema.Number),
  /** Data of the type. */
  params: Json<object>(),
  /** False: it only waits for its mail. */
  inApp: Flag,
  /** Time when it is mailed, together with others of its type; null: it was mailed, or is not. */
  mailDueAt: Schema.NullOr(Millis),
  seenAt: Schema.NullOr(Millis),
  createdAt: Millis
})

/** Choices of users; without a row the defaults count. */
export const notificationSettingTable = table("notification_setting", {
  userId: Schema.Number,
  groupName: textOf<NotificationGroup>(),
  inApp: Flag,
  email: Flag
})

/** The last mail of each type to a user: others wait, and become one. */
export const notificationMailTable = table("notification_mail", {
  userId: Schema.Number,
  type: textOf<NotificationType>(),
  mailedAt: Millis
})

/** Events that other threads and programs have seen: a server makes notifications of them, and removes them. */
export const notificationCauseTable = table("notification_cause", {
  id: Id,
  type: textOf<NotificationType>(),
  projectId: Schema.Number,
  /** null: the type says who is told. */
  userId: Schema.NullOr(Schema.Number),
  params: Json<object>(),
  createdAt: Millis
})

/** Browsers and programs that a user has logged in with; a digest each. */
export const knownBrowserTable = table("known_browser", {
  id: Id,
  userId: Schema.Number,
  digest: Schema.String,
  lastUsedAt: Millis
})
