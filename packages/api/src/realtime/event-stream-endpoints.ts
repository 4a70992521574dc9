import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { PathId } from "../identifier/path-id.ts"
import { projectId } from "../identifier/path-parameters.ts"

/** Server-sent events, in addition to the websocket of Tolgee's API. See docs/realtime.md. */
export const EventStreamEndpoints = endpointGroup(
  "eventStream",
  HttpApiEndpoint.get("stream", "/v2/projects/:projectId/events", {
    params: { projectId },
    query: {
      lastEventId: field(
        Schema.optional(PathId),
        "Id of the last event of the client, as in the header `Last-Event-ID`; 0: all stored events. Absent: the stream begins now."
      )
    },
    success: HttpApiSchema.StreamUint8Array({ contentType: "text/event-stream" })
  }).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described(
      "Streams the events of a project (`translation-data-modified`, `batch-job-progress`, `qa-issues-updated`) as server-sent events. Resumes after the revision in `Last-Event-ID` or `lastEventId` without a gap."
    )
  ),
  HttpApiEndpoint.get("streamNotifications", "/v2/notification-events", {
    success: HttpApiSchema.StreamUint8Array({ contentType: "text/event-stream" })
  }).pipe(
    requires(user({ credentials: ["JWT", "PAT"] })),
    described(
      "Streams `notifications-changed` as server-sent events: at once, and whenever the caller's notifications change, with the number of unseen ones of all types."
    )
  )
)
