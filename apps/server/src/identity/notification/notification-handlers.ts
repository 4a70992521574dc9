import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { plainRoute } from "../../platform/http/routes.ts"
import { withAccess } from "../../service/access/access.ts"
import { notificationsToModels } from "../../service/notification/notification-shapes.ts"
import { unsubscribePath } from "../../service/notification/unsubscribe-link.ts"
import { markNotificationsSeen, setNotificationSetting, unsubscribe } from "./change-notifications.ts"
import { getNotificationSettings, listNotifications } from "./notification-queries.ts"

export const NotificationHandlers = HttpApiBuilder.group(Api, "notification", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page, nextCursor } = yield* listNotifications(access, query)
      return { _embedded: { notificationModelList: yield* notificationsToModels(rows) }, page, nextCursor }
    }),
    markSeen: withAccess((access, { payload }) => markNotificationsSeen(access, payload)),
    getSettings: withAccess((access) => getNotificationSettings(access)),
    setSetting: withAccess((access, { payload }) => setNotificationSetting(access, payload)),
    unsubscribe: withAccess((access, { params }) => unsubscribe(access, params.token))
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
