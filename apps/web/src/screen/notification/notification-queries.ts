import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"

/** The key of every list of notifications. */
export const notificationsKey = ["notifications"] as const

/** Counts my unseen notifications. A session that has ended is not the bell's business: the next action asks. */
export const unseenQuery = queryOptions({
  queryKey: ["unseen-notifications"],
  queryFn: async ({ signal }) => {
    const query = { filterSeen: false, allTypes: true, size: 1 } as const
    return (await call("notification", "list", { query }, { signal, withoutDialogs: true })).page.totalElements
  }
})

const pageSize = 20

/** My notifications, the newest first. */
export const notificationsQuery = (isUnseenOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, isUnseenOnly],
    queryFn: ({ pageParam, signal }) =>
      call(
        "notification",
        "list",
        {
          query: {
            allTypes: true,
            size: pageSize,
            ...(isUnseenOnly ? { filterSeen: false as const } : {}),
            ...(pageParam === null ? {} : { cursor: pageParam })
          }
        },
        { signal }
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor
  })

export const notificationSettingsQuery = queryOptions({
  queryKey: ["notification-settings"],
  queryFn: ({ signal }) => call("notification", "getSettings", {}, { signal })
})

/** Marks notifications as seen; all of them without ids. */
export const markSeen = async (notificationIds?: ReadonlyArray<number>): Promise<void> => {
  await call("notification", "markSeen", { payload: notificationIds === undefined ? {} : { notificationIds } })
  await readNotificationsAgain()
}

const readNotificationsAgain = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: unseenQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: notificationsKey })
  ])
