import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { listMyWork } from "./my-work-queries.ts"

export const MyWorkHandlers = HttpApiBuilder.group(Api, "myWork", (handlers) =>
  handlers.handleAll({
    list: withAccess((access, { query }) =>
      Effect.map(listMyWork(access, query), ({ rows, page }) => ({ _embedded: { projects: rows }, page }))
    )
  })
)
