import { Effect } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import { CurrentRequestFacts } from "./request-facts.ts"

/** A GET route beside the API: no credential, no requirement, no schema. */
export const plainRoute = <E, R>(
  path: HttpRouter.PathInput,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  HttpRouter.route(
    "GET",
    path,
    Effect.flatMap(CurrentRequestFacts, (facts) => {
      facts.route = path
      return answer
    })
  )
