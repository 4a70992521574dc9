import type { NotificationSettingsModel } from "@dragoman/api"
import {
  defaultNotificationSettings,
  type NotificationGroup,
  notificationGroups,
  parseNotificationCursor,
  printNotificationCursor,
  tolgeeNotificationTypes
} from "@dragoman/domain/notification"
import { type ListQuery, lists, pageMetadata, pageRequest, pageRows } from "@dragoman/domain/page"
import { NotificationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import type { UserAccess } from "../../service/access/access.ts"

export interface NotificationListQuery extends ListQuery<"notifications"> {
  readonly filterSeen?: boolean | undefined
  readonly cursor?: string | undefined
  readonly allTypes?: boolean | undefined
}

/** A page of the caller's notifications. `nextCursor` null: the page is not full, or the list has another order. */
export const listNotifications = Effect.fn("listNotifications")(function* (
  { caller }: UserAccess,
  query: NotificationListQuery
) {
  const repository = yield* NotificationRepository
  const request = pageRequest("notifications", query)
  const isUsualOrder = JSON.stringify(request.sort) === JSON.stringify(lists.notifications.order)
  const cursor = query.cursor === undefined || query.cursor === "" ? null : yield* orFail(parsedCursor(query.cursor))
  if (cursor !== null && (request.page > 0 || !isUsualOrder)) {
    return yield* failWith("sorting_and_paging_is_not_supported_when_using_cursor")
  }
  const { rows, total } = yield* repository.list({
    ...pageRows(request),
    userId: caller.userId,
    isSeen: query.filterSeen ?? null,
    types: query.allTypes === true ? null : tolgeeNotificationTypes,
    after: cursor
  })
  const last = rows.at(-1)
  const hasNext = last !== undefined && rows.length === request.size && isUsualOrder
  const nextCursor = hasNext ? Buffer.from(printNotificationCursor(last)).toString("base64url") : null
  return { rows, page: pageMetadata(request, total), nextCursor }
})

const parsedCursor = (cursor: string) => parseNotificationCursor(Buffer.from(cursor, "base64url").toString("utf8"))

/** Where the caller's notifications arrive: what they have chosen, else the defaults. */
export const getNotificationSettings = Effect.fn("getNotificationSettings")(function* ({ caller }: UserAccess) {
  const repository = yield* NotificationRepository
  const rows = yield* repository.listSettings(caller.userId)
  const settingOf = (group: NotificationGroup) => {
    const { inApp, email } = rows.find(({ groupName }) => groupName === group) ?? defaultNotificationSettings[group]
    return { inApp, email }
  }
  return Object.fromEntries(
    notificationGroups.map((group) => [settingNames[group], settingOf(group)])
  ) as NotificationSettingsModel
})

/** Names of the groups in responses. */
const settingNames: Readonly<Record<NotificationGroup, keyof NotificationSettingsModel>> = {
  ACCOUNT_SECURITY: "accountSecurity",
  TASKS: "tasks",
  COMMENTS: "comments",
  JOBS: "jobs",
  PROJECTS: "projects"
}
