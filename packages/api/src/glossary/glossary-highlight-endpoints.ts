import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { listOf } from "../page/page-model.ts"
import { GlossaryHighlightBody, GlossaryHighlightModel } from "./glossary-term-model.ts"

/** Terms in texts of a project. See docs/glossaries.md. */
export const GlossaryHighlightEndpoints = endpointGroup(
  "glossaryHighlight",
  HttpApiEndpoint.post("find", "/v2/projects/:projectId/glossary-highlights", {
    params: { projectId },
    payload: GlossaryHighlightBody,
    success: listOf("glossaryHighlights", GlossaryHighlightModel)
  }).pipe(
    requires(project(["translations.view"], { shortPath: true })),
    described("Finds terms of the project's glossaries in a text, the first 500 in the order of their places.")
  )
)
