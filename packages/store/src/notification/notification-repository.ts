import type { NotificationCursor, NotificationGroup, NotificationType } from "@dragoman/domain/notification"
import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonTexts, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { type NewRowOf, optional, pick, type Selected, select } from "../database/table.ts"
import { seesProject, seesUser } from "../project/project-visibility.ts"
import {
  notificationCauseTable,
  notificationMailTable,
  notificationSettingTable,
  notificationTable
} from "../table/notification-tables.ts"
import { projectTable } from "../table/project-tables.ts"
import { taskTable } from "../table/task-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const n = notificationTable.as("n")
const u = userAccountTable.as("u")
const a = optional(userAccountTable.as("a"))
const p = optional(projectTable.as("p"))

const notificationColumns = {
  /** Task of the notification, also when the reader does not see it any more. */
  aboutTaskId: n.taskId,
  /** null: no task, or none that the reader works on or has made, and sees. */
  taskId: optional(taskTable.as("k")).id,
  ...pick(n, "id", "userId", "type", "params", "seenAt", "createdAt", "originatingUserId"),
  /** Project of the notification, also when the reader may not see it any more. */
  aboutProjectId: n.projectId,
  projectId: p.id,
  projectName: p.name,
  projectSlug: p.slug,
  projectDescription: p.description,
  projectAvatarHash: p.avatarHash,
  actorId: a.id,
  actorName: a.name,
  actorAvatarHash: a.avatarHash
}

const notification = select(notificationColumns)

/**
 * With its project and task as they are now, if the user may see them now, and with the user who caused it, as long as both share something
 * (ADR 79); else these columns are null.
 */
export interface NotificationRow extends Selected<typeof notification> {}

const source = `notification n
  LEFT JOIN project p ON p.id = n.project_id AND ${seesProject("n.user_id", "n.project_id")}
  LEFT JOIN user_account a ON a.id = n.originating_user_id AND a.deleted_at IS NULL
    AND ${seesUser("n.user_id", "n.originating_user_id", "n.project_id")}
  LEFT JOIN task k ON k.id = n.task_id AND p.id IS NOT NULL
    AND (k.author_id = n.user_id
      OR EXISTS (SELECT 1 FROM task_assignee s WHERE s.task_id = k.id AND s.user_id = n.user_id))
    AND EXISTS (SELECT 1 FROM language l WHERE l.id = k.language_id AND l.deleted_at IS NULL)
    AND (k.branch_id IS NULL OR EXISTS (SELECT 1 FROM branch b WHERE b.id = k.branch_id AND b.state = 'READY'))`

const dueMail = select({ ...notificationColumns, ...pick(u, "username", "emailVerified", "disabledAt") })

/** A notification that waits for its mail. */
export interface DueMailRow extends Selected<typeof dueMail> {}

const s = optional(notificationSettingTable.as("s"))
const recipient = select({
  userId: u.id,
  ...pick(u, "username", "emailVerified"),
  inApp: s.inApp,
  email: s.email,
  lastMailedAt: optional(notificationMailTable.as("m")).mailedAt
})

/** An enabled user with its settings of one group, null: none, and the last mail about one type. */
export interface RecipientRow extends Selected<typeof recipient> {}

const setting = select(pick(notificationSettingTable.as(), "groupName", "inApp", "email"))
export interface NotificationSettingRow extends Selected<typeof setting> {}

const cause = select(notificationCauseTable.as())
export interface NotificationCauseRow extends Selected<typeof cause> {}

export type NewNotification = NewRowOf<typeof notificationTable>

/** Sort expressions of notifications. */
const notificationOrder: Readonly<Record<SortableProperty<"notifications">, string>> = {
  id: "n.id",
  createdAt: "n.created_at"
}

export interface NotificationList extends RowPage<SortableProperty<"notifications">> {
  readonly userId: number
  /** null: seen or not. */
  readonly isSeen: boolean | null
  /** null: every type. With types, notifications about tasks that the reader does not see are left out. */
  readonly types: ReadonlyArray<NotificationType> | null
  /** Only those after it, the newest first; null: all. */
  readonly after: NotificationCursor | null
}

/** Notifications of users. Writes belong into the transaction of what they are about. */
export class NotificationRepository extends Context.Service<
  NotificationRepository,
  {
    /** Lists those of the users who are neither disabled nor deleted, by id. */
    readonly listRecipients: (
      userIds: ReadonlyArray<number>,
      group: NotificationGroup,
      type: NotificationType
    ) => Effect.Effect<ReadonlyArray<RecipientRow>>
    /** The ids, with their users. */
    readonly insertAll: (
      rows: ReadonlyArray<NewNotification>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly userId: number }>>
    readonly setMailed: (userIds: ReadonlyArray<number>, type: NotificationType, at: number) => Effect.Effect<void>
    readonly list: (request: NotificationList) => Effect.Effect<PagedRows<NotificationRow>>
    /** That are shown in the console. */
    readonly find: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<NotificationRow>>
    /** Counts unseen notifications of users who have some. */
    readonly countUnseen: (
      userIds: ReadonlyArray<number>,
      types: ReadonlyArray<NotificationType> | null
    ) => Effect.Effect<ReadonlyMap<number, number>>
    /** Marks notifications as seen, and counts those that were not. `ids` null: all of the user; those of others are left out. */
    readonly markSeen: (userId: number, ids: ReadonlyArray<number> | null, at: number) => Effect.Effect<number>
    readonly listSettings: (userId: number) => Effect.Effect<ReadonlyArray<NotificationSettingRow>>
    readonly saveSetting: (userId: number, setting: NotificationSettingRow) => Effect.Effect<void>
    /** Users with mails that are due, at most `limit`. */
    readonly listUsersWithDueMails: (now: number, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** The oldest first. */
    readonly listDueMails: (userIds: ReadonlyArray<number>, now: number) => Effect.Effect<ReadonlyArray<DueMailRow>>
    /** The notifications of these types that wait for their mail. */
    readonly listWaiting: (
      userId: number,
      types: ReadonlyArray<NotificationType>
    ) => Effect.Effect<ReadonlyArray<number>>
    /** They wait no longer; those that are not shown in the console either are erased. */
    readonly endWaiting: (ids: ReadonlyArray<number>) => Effect.Effect<void>
    /** Records causes for threads and programs that make no notifications themselves, in the transaction of the event. */
    readonly addCause: (cause: NewRowOf<typeof notificationCauseTable>) => Effect.Effect<void>
    readonly listCauses: (limit: number) => Effect.Effect<ReadonlyArray<NotificationCauseRow>>
    /** false: another server has taken it. */
    readonly takeCause: (id: number) => Effect.Effect<boolean>
    /** Erases notifications from before `before`, and all but the newest `max` of each user who got one since `notifiedSince`. */
    readonly eraseOld: (before: number, max: number, notifiedSince: number) => Effect.Effect<void>
  }
>()("@dragoman/store/notification/NotificationRepository") {
  static readonly layer = Layer.effect(
    NotificationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const from = sql.literal(source)
      /** Clients that ask for types show the task of each notification about one. */
      const isOfTypes = (types: ReadonlyArray<NotificationType>) =>
        sql`n.type IN ${jsonTexts(sql, types)} AND (n.task_id IS NULL OR k.id IS NOT NULL)`
      return NotificationRepository.of({
        listRecipients: Effect.fnUntraced(function* (userIds, group, type) {
          if (userIds.length === 0) return []
          return yield* recipient.all(sql`
            SELECT ${recipient.columns} FROM user_account u
            LEFT JOIN notification_setting s ON s.user_id = u.id AND s.group_name = ${group}
            LEFT JOIN notification_mail m ON m.user_id = u.id AND m.type = ${type}
            WHERE u.id IN ${jsonIds(sql, userIds)} AND u.deleted_at IS NULL AND u.disabled_at IS NULL ORDER BY u.id`)
        }, Effect.orDie),

        insertAll: Effect.fnUntraced(function* (rows) {
          if (rows.length === 0) return []
          return yield* sql<{ id: number; userId: number }>`
            ${notificationTable.insert(sql, rows)} RETURNING id, user_id`
        }, Effect.orDie),

        setMailed: Effect.fnUntraced(function* (userIds, type, mailedAt) {
          if (userIds.length === 0) return
          const rows = userIds.map((userId) => ({ userId, type, mailedAt }))
          yield* notificationMailTable.upsert(sql, ["userId", "type"], rows)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ userId, isSeen, types, after, ...page }) {
          const condition = sql.and([
            sql`n.user_id = ${userId}`,
            sql`n.in_app = 1`,
            ...(isSeen === null ? [] : [isSeen ? sql`n.seen_at IS NOT NULL` : sql`n.seen_at IS NULL`]),
            ...(types === null ? [] : [isOfTypes(types)])
          ])
          const rest =
            after === null
              ? sql``
              : sql`AND (n.created_at < ${after.createdAt} OR (n.created_at = ${after.createdAt} AND n.id < ${after.id}))`
          const rows = yield* notification.all(sql`
            SELECT ${notification.columns} FROM ${from} WHERE ${condition} ${rest}
            ${orderAndLimit(sql, notificationOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${types === null ? sql.literal("notification n") : from} WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (ids) {
          return yield* notification.all(sql`
            SELECT ${notification.columns} FROM ${from} WHERE n.id IN ${jsonIds(sql, ids)} AND n.in_app = 1`)
        }, Effect.orDie),

        countUnseen: Effect.fnUntraced(function* (userIds, types) {
          const rows = yield* sql<{ userId: number; total: number }>`
            SELECT n.user_id, CAST(count(*) AS INTEGER) AS total FROM ${types === null ? sql.literal("notification n") : from}
            WHERE n.user_id IN ${jsonIds(sql, userIds)} AND n.seen_at IS NULL AND n.in_app = 1
              ${types === null ? sql`` : sql`AND ${isOfTypes(types)}`} GROUP BY n.user_id`
          return new Map(rows.map(({ userId, total }) => [userId, total]))
        }, Effect.orDie),

        markSeen: Effect.fnUntraced(function* (userId, ids, at) {
          const some = ids === null ? sql`` : sql`AND id IN ${jsonIds(sql, ids)}`
          const rows = yield* sql`
            UPDATE notification SET seen_at = ${at}
            WHERE user_id = ${userId} AND seen_at IS NULL AND in_app = 1 ${some} RETURNING id`
          return rows.length
        }, Effect.orDie),

        listSettings: Effect.fnUntraced(function* (userId) {
          return yield* setting.all(sql`
            SELECT ${setting.columns} FROM notification_setting WHERE user_id = ${userId} ORDER BY group_name`)
        }, Effect.orDie),

        saveSetting: Effect.fnUntraced(function* (userId, values) {
          yield* notificationSettingTable.upsert(sql, ["userId", "groupName"], [{ userId, ...values }])
        }, Effect.orDie),

        listUsersWithDueMails: Effect.fnUntraced(function* (now, limit) {
          const rows = yield* sql<{ userId: number }>`
            SELECT DISTINCT user_id FROM notification WHERE mail_due_at <= ${now} ORDER BY user_id LIMIT ${limit}`
          return rows.map(({ userId }) => userId)
        }, Effect.orDie),

        listDueMails: Effect.fnUntraced(function* (userIds, now) {
          return yield* dueMail.all(sql`
            SELECT ${dueMail.columns} FROM ${from} JOIN user_account u ON u.id = n.user_id
            WHERE n.user_id IN ${jsonIds(sql, userIds)} AND n.mail_due_at <= ${now}
            ORDER BY n.user_id, n.type, n.id`)
        }, Effect.orDie),

        listWaiting: Effect.fnUntraced(function* (userId, types) {
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM notification
            WHERE user_id = ${userId} AND mail_due_at IS NOT NULL AND type IN ${jsonTexts(sql, types)}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        endWaiting: Effect.fnUntraced(function* (ids) {
          if (ids.length === 0) return
          yield* sql`DELETE FROM notification WHERE id IN ${jsonIds(sql, ids)} AND in_app = 0`
          yield* sql`UPDATE notification SET mail_due_at = NULL WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        addCause: Effect.fnUntraced(function* (row) {
          yield* notificationCauseTable.insert(sql, [row])
        }, Effect.orDie),

        listCauses: Effect.fnUntraced(function* (limit) {
          return yield* cause.all(sql`SELECT ${cause.columns} FROM notification_cause ORDER BY id LIMIT ${limit}`)
        }, Effect.orDie),

        takeCause: Effect.fnUntraced(function* (id) {
          const rows = yield* sql`DELETE FROM notification_cause WHERE id = ${id} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        eraseOld: Effect.fnUntraced(function* (before, max, notifiedSince) {
          yield* sql`DELETE FROM notification WHERE created_at < ${before}`
          yield* sql`
            DELETE FROM notification WHERE id IN (
              SELECT ranked.id FROM (
                SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id DESC) AS place
                FROM notification
                WHERE user_id IN (SELECT user_id FROM notification WHERE created_at >= ${notifiedSince})
              ) ranked WHERE ranked.place > ${max})`
        }, Effect.orDie)
      })
    })
  )
}
