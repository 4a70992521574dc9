import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

const emptyPage = { size: 20, totalElements: 0, totalPages: 0, number: 0 }

const ignore = () => Effect.void

export const UnsupportedFeatureHandlers = HttpApiBuilder.group(Api, "unsupportedFeature", (handlers) =>
  handlers.handleAll({
    listContentDeliveryConfigs: () => Effect.succeed({ _embedded: { contentDeliveryConfigs: [] }, page: emptyPage }),
    listPublicProjects: () => Effect.succeed({ _embedded: { projects: [] }, page: emptyPage }),
    reportEvent: ignore,
    identifyUser: ignore
  })
)
