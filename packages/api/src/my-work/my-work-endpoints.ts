import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { MyWorkModel } from "./my-work-model.ts"

export const firstIdParameter = field(
  Schema.optional(IdList),
  "Ids of projects that come before all others, in this order."
)

/** Work of the caller. */
export const MyWorkEndpoints = endpointGroup(
  "myWork",
  HttpApiEndpoint.get("list", "/v2/my-work", {
    query: { ...listQuery("projects"), firstId: firstIdParameter },
    success: pageOf("projects", MyWorkModel)
  }).pipe(
    requires(user({ credentials: ["JWT", "PAT"] })),
    described("Lists the projects that the caller can enter, with the work that waits for the caller in each.")
  )
)
