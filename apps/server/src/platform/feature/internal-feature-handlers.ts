import { Api } from "@dragoman/api"
import { domainError } from "@dragoman/domain/error"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Settings } from "../settings/settings.ts"
import { SwitchedOffFeatures } from "./switched-off-features.ts"

export const InternalFeatureHandlers = HttpApiBuilder.group(Api, "internalFeature", (handlers) =>
  handlers.handleAll({
    toggle: Effect.fnUntraced(function* ({ query }) {
      if (!(yield* Settings).internalEndpoints) return yield* Effect.fail(closed)
      if (query.feature !== "BRANCHING") return
      const switchedOff = yield* SwitchedOffFeatures
      if (query.enabled === false) switchedOff.add(query.feature)
      else switchedOff.delete(query.feature)
    })
  })
)

const closed = domainError("feature_not_enabled", ["INTERNAL_ENDPOINTS"], 403)
