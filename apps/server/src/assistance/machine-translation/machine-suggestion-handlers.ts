import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { streamMachineSuggestions, suggestByMachines } from "./machine-suggestions.ts"
import { runPrompt } from "./run-prompt.ts"

export const MachineSuggestionHandlers = HttpApiBuilder.group(Api, "machineSuggestion", (handlers) =>
  handlers.handleAll({
    suggest: withAccess((access, { payload }) => suggestByMachines(access, payload)),
    suggestStreamed: withAccess((access, { payload }) =>
      Effect.map(streamMachineSuggestions(access, payload), (lines) =>
        HttpServerResponse.stream(lines, {
          contentType: "application/x-ndjson",
          // Proxies would keep the lines until the end.
          headers: { "x-accel-buffering": "no" }
        })
      )
    ),
    runPrompt: withAccess((access, { payload }) => runPrompt(access, payload))
  })
)
