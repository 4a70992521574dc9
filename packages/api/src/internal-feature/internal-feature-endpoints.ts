import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { QueryFlag } from "../identifier/query-flag.ts"

/** Endpoints for the tests of clients, which a server has only with `DRAGOMAN_INTERNAL_ENDPOINTS`. */
export const InternalFeatureEndpoints = endpointGroup(
  "internalFeature",
  HttpApiEndpoint.put("toggle", "/internal/features/toggle", {
    query: {
      feature: field(
        Schema.String,
        "Tolgee's name of the feature. Only `BRANCHING` can be switched off; other names change nothing.",
        "BRANCHING"
      ),
      enabled: field(QueryFlag, "Whether the server has the feature; absent: as without this request.")
    },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(nothing),
    described("Switches a feature of the server on or off, for the tests of clients; 403 unless the settings allow it.")
  )
)
