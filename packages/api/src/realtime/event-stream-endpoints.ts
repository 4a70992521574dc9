import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"

/** Server-sent events, in addition to the websocket of Tolgee's API. See docs/realtime.md. */
export const EventStreamEndpoints = endpointGroup(
  "eventStream",
  HttpApiEndpoint.get("stream", "/v2/projects/:projectId/events", {
    params: { projectId: PathId },
    query: { lastEventId: Schema.optional(PathId) },
    success: HttpApiSchema.StreamUint8Array({ contentType: "text/event-stream" })
  }).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described(
      "Streams the events of a project (`translation-data-modified`, `batch-job-progress`) as server-sent events. Resumes after the revision in `Last-Event-ID` or `lastEventId` without a gap."
    )
  )
)
