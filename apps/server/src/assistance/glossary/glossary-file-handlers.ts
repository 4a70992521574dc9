import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { exportGlossary, importGlossary } from "./glossary-files.ts"

export const GlossaryFileHandlers = HttpApiBuilder.group(Api, "glossaryFile", (handlers) =>
  handlers
    .handle(
      "exportFile",
      withAccess((access, { params, query }) => exportGlossary(access, params.glossaryId, query.format ?? "CSV"))
    )
    .handleRaw(
      "importFile",
      withAccess((access, { params, query, request }) =>
        importGlossary(access, params.glossaryId, request, {
          format: query.format ?? "CSV",
          removeExistingTerms: query.removeExistingTerms ?? false
        })
      )
    )
)
