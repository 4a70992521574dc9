import { Api } from "@dragoman/api"
import { Effect, type Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import {
  exportAuditLog,
  exportOrganizationAuditLog,
  listAuditLog,
  listOrganizationAuditLog
} from "./audit-log-queries.ts"

export const AuditLogHandlers = HttpApiBuilder.group(Api, "auditLog", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      return yield* listAuditLog(yield* accessOf(endpoint), query)
    }),
    export: Effect.fnUntraced(function* ({ endpoint, query }) {
      return toResponse(yield* exportAuditLog(yield* accessOf(endpoint), query))
    }),
    listOfOrganization: Effect.fnUntraced(function* ({ endpoint, query }) {
      return yield* listOrganizationAuditLog(yield* accessOf(endpoint), query)
    }),
    exportOfOrganization: Effect.fnUntraced(function* ({ endpoint, query }) {
      return toResponse(yield* exportOrganizationAuditLog(yield* accessOf(endpoint), query))
    })
  })
)

const toResponse = (lines: Stream.Stream<Uint8Array>) =>
  HttpServerResponse.stream(lines, {
    contentType: "application/x-ndjson",
    headers: { "content-disposition": 'attachment; filename="audit-log.ndjson"' }
  })
