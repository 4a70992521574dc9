import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { plainRoute } from "../../platform/http/routes.ts"
import { notificationToModel } from "../../platform/notification/notification-shapes.ts"
import { unsubscribePath } from "../../platform/notification/unsubscribe-link.ts"
import { markNotificationsSeen, setNotificationSetting, unsubscribe } from "./change-notifications.ts"
import { getNotificationSettings, listNotifications } from "./notification-queries.ts"

export const NotificationHandlers = HttpApiBuilder.group(Api, "notification", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page, nextCursor } = yield* listNotifications(access, query)
      return { _embedded: { notificationModelList: rows.map(notificationToModel) }, page, nextCursor }
    }),
    markSeen: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      yield* markNotificationsSeen(access, payload)
    }),
    getSettings: Effect.fnUntraced(function* ({ endpoint }) {
      return yield* getNotificationSettings(yield* accessOf(endpoint))
    }),
    setSetting: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      yield* setNotificationSetting(access, payload)
    }),
    unsubscribe: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* unsubscribe(access, params.token)
    })
  })
)

/**
 * Some mail programs open the address for one click instead of posting to it, and some scanners open every address: it
 * leads to the page of the console that asks.
 */
export const layerUnsubscribeRoutes = HttpRouter.use((router) =>
  router.addAll([
    plainRoute(
      `${unsubscribePath}/:token`,
      Effect.gen(function* () {
        const { url } = yield* HttpServerRequest.HttpServerRequest
        const token = /\/([\w.-]+)(?:\?|$)/.exec(url.slice(unsubscribePath.length))?.[1] ?? ""
        return HttpServerResponse.empty({ status: 303, headers: { location: `/unsubscribe#${token}` } })
      })
    )
  ])
)
