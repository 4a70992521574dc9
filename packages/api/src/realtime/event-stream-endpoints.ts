import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"

/** Of this server only: the original has a websocket. */
export const EventStreamEndpoints = endpointGroup(
  "eventStream",
  /**
   * What happens in the project, as server-sent events: `translation-data-modified` and `batch-job-progress`, each with the
   * data that the websocket sends. An id is that of a revision; behind it a stream goes on without a gap, by the header
   * `Last-Event-ID` or by the parameter.
   */
  HttpApiEndpoint.get("stream", "/v2/projects/:projectId/events", {
    params: { projectId: PathId },
    query: { lastEventId: Schema.optional(PathId) },
    success: HttpApiSchema.StreamUint8Array({ contentType: "text/event-stream" })
  }).pipe(requires(project(["keys.view"], { shortPath: true })))
)
