import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { TextList } from "../identifier/text-list.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ExportBody, ExportFormatModel, ExportNoticeModel, exportDescriptions } from "./export-model.ts"

const exportPath = "/v2/projects/:projectId/export"
const requiresViewing = requires(project(["translations.view"], { shortPath: true }))

/** The parameters of the body, without null. */
const exportQuery = {
  languages: field(Schema.optional(TextList), exportDescriptions.languages),
  format: field(Schema.optional(Schema.String), exportDescriptions.format),
  structureDelimiter: field(Schema.optional(Schema.String), exportDescriptions.structureDelimiter),
  filterKeyId: field(Schema.optional(IdList), exportDescriptions.filterKeyId),
  filterKeyIdNot: field(Schema.optional(IdList), exportDescriptions.filterKeyIdNot),
  filterTag: field(Schema.optional(TextList), exportDescriptions.filterTag),
  filterTagIn: field(Schema.optional(TextList), exportDescriptions.filterTagIn),
  filterTagNotIn: field(Schema.optional(TextList), exportDescriptions.filterTagNotIn),
  filterKeyPrefix: field(Schema.optional(Schema.String), exportDescriptions.filterKeyPrefix),
  filterState: field(Schema.optional(TextList), exportDescriptions.filterState),
  filterNamespace: field(Schema.optional(TextList), exportDescriptions.filterNamespace),
  zip: field(QueryFlag, exportDescriptions.zip),
  messageFormat: field(Schema.optional(Schema.String), exportDescriptions.messageFormat),
  supportArrays: field(QueryFlag, exportDescriptions.supportArrays),
  originalOrder: field(QueryFlag, exportDescriptions.originalOrder),
  fileStructureTemplate: field(Schema.optional(Schema.String), exportDescriptions.fileStructureTemplate),
  escapeHtml: field(QueryFlag, exportDescriptions.escapeHtml),
  filterBranch: branchParameter
}

/** A file in the format, or an archive. */
const exported = HttpApiSchema.StreamUint8Array({ contentType: "application/zip" })

/** Exports. See docs/export.md. */
export const ExportEndpoints = endpointGroup(
  "export",
  HttpApiEndpoint.get("exportByQuery", exportPath, {
    params: { projectId },
    query: exportQuery,
    success: exported
  }).pipe(
    requiresViewing,
    described(
      "Exports translations as a file or an archive. Responds with 304 if the client already has it. `X-Dragoman-Notices` counts the texts that the format cannot carry unchanged."
    )
  ),
  HttpApiEndpoint.post("exportByBody", exportPath, {
    params: { projectId },
    payload: ExportBody,
    success: exported
  }).pipe(
    requiresViewing,
    described(
      "Exports translations as a file or an archive, with the parameters in the body. Responds with 304 if the client already has it."
    )
  ),
  HttpApiEndpoint.get("listNotices", `${exportPath}/notices`, {
    params: { projectId },
    query: { ...listQuery("unsorted"), ...exportQuery },
    success: pageOf("exportNotices", ExportNoticeModel)
  }).pipe(
    requiresViewing,
    described("Lists the first 1,000 texts that an export with these parameters cannot carry unchanged.")
  ),
  HttpApiEndpoint.get("listFormats", "/v2/public/export-info/formats", {
    success: listOf("exportFormats", ExportFormatModel)
  }).pipe(requires(nothing), described("Lists the export formats."))
)
