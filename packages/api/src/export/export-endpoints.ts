import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { TextList } from "../identifier/text-list.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ExportBody, ExportFormatModel, ExportNoticeModel } from "./export-model.ts"

const exportPath = "/v2/projects/:projectId/export"
const requiresViewing = requires(project(["translations.view"], { shortPath: true }))

const flag = Schema.optional(Schema.Literals(["true", "false"]))

/** The parameters of the body, without null. */
const exportQuery = {
  languages: Schema.optional(TextList),
  format: Schema.optional(Schema.String),
  structureDelimiter: Schema.optional(Schema.String),
  filterKeyId: Schema.optional(IdList),
  filterKeyIdNot: Schema.optional(IdList),
  filterTag: Schema.optional(TextList),
  filterTagIn: Schema.optional(TextList),
  filterTagNotIn: Schema.optional(TextList),
  filterKeyPrefix: Schema.optional(Schema.String),
  filterState: Schema.optional(TextList),
  filterNamespace: Schema.optional(TextList),
  zip: flag,
  messageFormat: Schema.optional(Schema.String),
  supportArrays: flag,
  originalOrder: flag,
  fileStructureTemplate: Schema.optional(Schema.String),
  escapeHtml: flag,
  filterBranch: Schema.optional(Schema.String)
}

/** A file in the format, or an archive. */
const exported = HttpApiSchema.StreamUint8Array({ contentType: "application/zip" })

/** Exports. See docs/export.md. */
export const ExportEndpoints = endpointGroup(
  "export",
  HttpApiEndpoint.get("exportByQuery", exportPath, {
    params: { projectId: PathId },
    query: exportQuery,
    success: exported
  }).pipe(
    requiresViewing,
    described(
      "Exports translations as a file or an archive. Responds with 304 if the client already has it. `X-Dragoman-Notices` counts the texts that the format cannot carry unchanged."
    )
  ),
  HttpApiEndpoint.post("exportByBody", exportPath, {
    params: { projectId: PathId },
    payload: ExportBody,
    success: exported
  }).pipe(
    requiresViewing,
    described(
      "Exports translations as a file or an archive, with the parameters in the body. Responds with 304 if the client already has it."
    )
  ),
  HttpApiEndpoint.get("listNotices", `${exportPath}/notices`, {
    params: { projectId: PathId },
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
