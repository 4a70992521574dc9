import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

const ignore = () => Effect.void

export const UnsupportedFeatureHandlers = HttpApiBuilder.group(Api, "unsupportedFeature", (handlers) =>
  handlers.handleAll({
    listPublicProjects: () =>
      Effect.succeed({ _embedded: { projects: [] }, page: { size: 20, totalElements: 0, totalPages: 0, number: 0 } }),
    reportEvent: ignore,
    identifyUser: ignore
  })
)
