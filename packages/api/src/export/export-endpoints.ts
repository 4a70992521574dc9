import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { anybody, project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { TextList } from "../identifier/text-list.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ExportBody, ExportFormatModel, ExportNoticeModel } from "./export-model.ts"

const exportPath = "/v2/projects/:projectId/export"
const requiresViewing = requires(project(["translations.view"], { shortPath: true }))

const flag = Schema.optional(Schema.Literals(["true", "false"]))

/** The same parameters as in the body, but that none of them can be null. */
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
  fileStructureTemplate: Schema.optional(Schema.String),
  escapeHtml: flag,
  filterBranch: Schema.optional(Schema.String)
}

/** A file of the format, or an archive. */
const exported = HttpApiSchema.StreamUint8Array({ contentType: "application/zip" })

/** Source: reference "import-and-formats" 9. */
export const ExportEndpoints = endpointGroup(
  "export",
  /** 304 when the client has what it would get. `X-Dragoman-Notices`: how many texts the format cannot carry as they are. */
  HttpApiEndpoint.get("exportByQuery", exportPath, {
    params: { projectId: PathId },
    query: exportQuery,
    success: exported
  }).pipe(requiresViewing),
  /** Changes nothing. 304 as with GET. */
  HttpApiEndpoint.post("exportByBody", exportPath, {
    params: { projectId: PathId },
    payload: ExportBody,
    success: exported
  }).pipe(requiresViewing),
  /** What an export with these parameters cannot carry as it is stored; the first 1,000. */
  HttpApiEndpoint.get("listNotices", `${exportPath}/notices`, {
    params: { projectId: PathId },
    query: { ...listQuery("unsorted"), ...exportQuery },
    success: pageOf("exportNotices", ExportNoticeModel)
  }).pipe(requiresViewing),
  HttpApiEndpoint.get("listFormats", "/v2/public/export-info/formats", {
    success: listOf("exportFormats", ExportFormatModel)
  }).pipe(requires(anybody))
)
