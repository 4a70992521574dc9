import { Api } from "@dragoman/api"
import { Effect, type Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import {
  exportAuditLog,
  exportOrganizationAuditLog,
  listAuditLog,
  listOrganizationAuditLog
} from "./audit-log-queries.ts"

export const AuditLogHandlers = HttpApiBuilder.group(Api, "auditLog", (handlers) =>
  handlers.handleAll({
    list: withAccess((access, { query }) => listAuditLog(access, query)),
    export: withAccess((access, { query }) => Effect.map(exportAuditLog(access, query), toResponse)),
    listOfOrganization: withAccess((access, { query }) => listOrganizationAuditLog(access, query)),
    exportOfOrganization: withAccess((access, { query }) =>
      Effect.map(exportOrganizationAuditLog(access, query), toResponse)
    )
  })
)

const toResponse = (lines: Stream.Stream<Uint8Array>) =>
  HttpServerResponse.stream(lines, {
    contentType: "application/x-ndjson",
    headers: { "content-disposition": 'attachment; filename="audit-log.ndjson"' }
  })
