import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { attachment } from "../../platform/http/content-disposition.ts"
import { withAccess } from "../../service/access/access.ts"
import { streamKeyContext } from "./export-key-context.ts"
import { importDescriptions } from "./import-descriptions.ts"

export const KeyContextHandlers = HttpApiBuilder.group(Api, "keyContext", (handlers) =>
  handlers
    .handle(
      "exportContext",
      withAccess((access, { query }) =>
        Effect.map(streamKeyContext(access, query), (lines) =>
          HttpServerResponse.stream(lines, {
            contentType: "application/x-ndjson",
            headers: { "content-disposition": attachment("context.jsonl") }
          })
        )
      )
    )
    .handleRaw(
      "importDescriptions",
      withAccess((access, { query, request }) => importDescriptions(access, request, query))
    )
)
