import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { glossaryId, organizationIdOrSlug } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { GlossaryImportModel } from "./glossary-term-model.ts"
import { requiresReading, requiresWriting } from "./requires-glossary.ts"

const params = { organization: organizationIdOrSlug, glossaryId }
const glossary = "/v2/organizations/:organization/glossaries/:glossaryId"

const format = field(
  Schema.optional(Schema.Literals(["CSV", "TBX"])),
  "Format of the file; absent: CSV. Not part of Tolgee's API.",
  "TBX"
)

/** Glossaries as files in CSV and TBX. See docs/glossaries.md. */
export const GlossaryFileEndpoints = endpointGroup(
  "glossaryFile",
  HttpApiEndpoint.get("exportFile", `${glossary}/export`, {
    params,
    query: { format },
    success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })
  }).pipe(requiresReading, described("Exports a glossary as CSV, or as TBX-Basic in `application/xml`.")),
  HttpApiEndpoint.post("importFile", `${glossary}/import`, {
    params,
    query: {
      format,
      removeExistingTerms: field(
        QueryFlag,
        "Whether the terms that the glossary has are deleted before; absent: false."
      )
    },
    /** The server reads the part from the stream. */
    payload: Schema.Struct({ file: field(Schema.Unknown, "Glossary in UTF-8 or UTF-16.") }).pipe(
      HttpApiSchema.asMultipartStream()
    ),
    success: GlossaryImportModel
  }).pipe(
    requiresWriting,
    described(
      "Adds the terms of a file to a glossary. One with the same base text and the same case flag as a term that is there changes it."
    )
  )
)
