import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { organizationIdOrSlug, translationMemoryId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { requiresReading, requiresWriting } from "./requires-memory.ts"
import { TranslationMemoryImportModel } from "./translation-memory-model.ts"

const params = { organization: organizationIdOrSlug, translationMemoryId }
const memory = "/v2/organizations/:organization/translation-memories/:translationMemoryId"

/** Translation memories as files in TMX. See docs/translation-memories.md. */
export const TranslationMemoryFileEndpoints = endpointGroup(
  "translationMemoryFile",
  HttpApiEndpoint.get("exportTmx", `${memory}/export`, {
    params,
    success: HttpApiSchema.StreamUint8Array({ contentType: "application/xml" })
  }).pipe(
    requiresReading,
    described("Exports a memory as TMX 1.4: stored entries, and texts of projects that the caller may view.")
  ),
  HttpApiEndpoint.post("importTmx", `${memory}/import`, {
    params,
    query: {
      overrideExisting: field(
        QueryFlag,
        "Whether a translation replaces stored ones with the same unit id, source and language; absent: false."
      )
    },
    /** The server reads the part from the stream. */
    payload: Schema.Struct({
      file: field(Schema.Unknown, "Translation memory in TMX, in UTF-8 or UTF-16.")
    }).pipe(HttpApiSchema.asMultipartStream()),
    success: TranslationMemoryImportModel
  }).pipe(
    requiresWriting,
    described("Adds the translations of a TMX file to a memory. Those that are there already are skipped.")
  )
)
