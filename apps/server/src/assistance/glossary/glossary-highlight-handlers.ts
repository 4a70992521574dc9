import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { termToModel } from "./glossary-shapes.ts"
import { highlightTerms } from "./highlight-terms.ts"

export const GlossaryHighlightHandlers = HttpApiBuilder.group(Api, "glossaryHighlight", (handlers) =>
  handlers.handle(
    "find",
    withAccess(function* (access, { payload }) {
      const found = yield* highlightTerms(access, payload)
      const glossaryHighlights = found.map(({ start, end, kind, overlapped, glossary, ...term }) => ({
        position: { start, end },
        value: termToModel(glossary, term),
        kind,
        overlapped
      }))
      return { _embedded: { glossaryHighlights } }
    })
  )
)
