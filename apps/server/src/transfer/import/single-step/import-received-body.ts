import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { imageLinks } from "../../../content/image/image-links.ts"
import { receiveJson } from "../../../platform/body/receive-json.ts"

import { reportHeader } from "../applying/print-report-header.ts"
import type { BodyOperation } from "../thread/import-messages.ts"
import { ImportThread } from "../thread/import-thread.ts"

/** Imports the keys of a request's body; it goes to the import thread as it came. */
export const importReceivedBody = Effect.fn("importReceivedBody")(function* (
  operation: BodyOperation,
  request: HttpServerRequest.HttpServerRequest
) {
  const thread = yield* ImportThread
  const body = yield* receiveJson(request)
  const result = yield* thread.importBody({ operation, body, links: yield* imageLinks })
  const headers = { [reportHeader]: result.notices }
  return result.body === null
    ? HttpServerResponse.empty({ status: 200, headers })
    : HttpServerResponse.uint8Array(result.body, { contentType: "application/json", headers })
}, Effect.scoped)
