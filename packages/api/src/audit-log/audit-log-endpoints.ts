import { auditActions, auditObjectKinds, auditOutcomes } from "@dragoman/domain/audit"
import { pageSizeMax } from "@dragoman/domain/page"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { administrator, organization, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { PathId } from "../identifier/path-id.ts"
import { organizationIdOrSlug } from "../identifier/path-parameters.ts"
import { QueryTime } from "../identifier/query-time.ts"
import { pageQuery } from "../page/page-query.ts"
import { AuditLogModel } from "./audit-log-model.ts"

const filters = {
  filterAction: field(
    Schema.optional(Schema.Array(Schema.Literals(auditActions))),
    "Only these actions. Repeated for several."
  ),
  filterUserId: field(Schema.optional(PathId), "Only events of this user, and failed logins to this account."),
  filterActingUserId: field(Schema.optional(PathId), "Only events of this administrator while acting as another user."),
  filterProjectId: field(Schema.optional(PathId), "Only entries of this project."),
  filterObjectKind: field(Schema.optional(Schema.Literals(auditObjectKinds)), "Only changes of objects of this kind."),
  filterObjectId: field(
    Schema.optional(PathId),
    "Only changes of the object with this id. Ids of different kinds are independent: use it with `filterObjectKind`."
  ),
  filterOutcome: field(Schema.optional(Schema.Literals(auditOutcomes)), "Only successful or only failed events."),
  createdAfter: field(Schema.optional(QueryTime), "Only entries of this time or later, in epoch milliseconds."),
  createdBefore: field(Schema.optional(QueryTime), "Only entries before this time, in epoch milliseconds."),
  search: field(
    Schema.optional(Schema.String),
    "Only entries whose user name at that time contains this text, in any case."
  )
}

/** Filters for administrators of the server only. */
const serverFilters = {
  ...filters,
  filterOrganizationId: field(Schema.optional(PathId), "Only entries of this organization and its projects."),
  filterAddress: field(Schema.optional(Schema.String), "Only requests from exactly this address.")
}

const paging = {
  size: field(pageQuery().size, `Entries of a page, 1 to ${pageSizeMax}; absent: 20.`),
  cursor: field(Schema.optional(Schema.String), "`nextCursor` of the previous page, with the same filters.")
}

/** A line of the export. */
const exportedLine = `{"id":801,"timestamp":1795390000000,"action":"LOGIN","outcome":"SUCCESS"}\n`

const lines = Schema.String.annotate({ examples: [exportedLine] }).pipe(
  HttpApiSchema.asText({ contentType: "application/x-ndjson" })
)

/** Recorded changes of accounts, credentials, roles, permissions and settings. Not in Tolgee's API. */
export const AuditLogEndpoints = endpointGroup(
  "auditLog",
  HttpApiEndpoint.get("list", "/v2/administration/audit-log", {
    query: { ...paging, ...serverFilters },
    success: AuditLogModel
  }).pipe(
    requires(administrator),
    described("Lists the audit log of the server, the newest entry first. Not in Tolgee's API.")
  ),
  HttpApiEndpoint.get("export", "/v2/administration/audit-log/export", {
    query: serverFilters,
    success: lines
  }).pipe(
    requires(administrator),
    described(
      "Streams the audit log of the server, the oldest entry first, as one JSON object per line with the fields of the list. Not in Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("listOfOrganization", "/v2/organizations/:organization/audit-log", {
    params: { organization: organizationIdOrSlug },
    query: { ...paging, ...filters },
    success: AuditLogModel
  }).pipe(
    requires(organization("OWNER", { superToken: true })),
    described(
      "Lists the entries of the audit log that belong to an organization or its projects, the newest one first. Addresses are shortened to their network. Not in Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("exportOfOrganization", "/v2/organizations/:organization/audit-log/export", {
    params: { organization: organizationIdOrSlug },
    query: filters,
    success: lines
  }).pipe(
    requires(organization("OWNER", { superToken: true })),
    described(
      "Streams the entries of the audit log that belong to an organization or its projects, the oldest one first, as one JSON object per line with the fields of the list. Not in Tolgee's API."
    )
  )
)
