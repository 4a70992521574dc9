import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { createTerm, deleteTerm, deleteTerms, editTerm, setTermText } from "./change-glossary-terms.ts"
import { simpleTermToModel, termToModel, termWithTextsToModel, writtenTermToModel } from "./glossary-shapes.ts"
import { getTerm, getTermText, listTermIds, listTerms, listTermsWithTexts } from "./glossary-term-queries.ts"

export const GlossaryTermHandlers = HttpApiBuilder.group(Api, "glossaryTerm", (handlers) =>
  handlers.handleAll({
    create: withAccess((access, { params, payload }) =>
      Effect.map(createTerm(access, params.glossaryId, payload), writtenTermToModel)
    ),
    list: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listTerms(access, params.glossaryId, query)
      return { _embedded: { glossaryTerms: rows.map(simpleTermToModel) }, page }
    }),
    listWithTranslations: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listTermsWithTexts(access, params.glossaryId, query)
      return { _embedded: { glossaryTerms: rows.map(termWithTextsToModel) }, page }
    }),
    listIds: withAccess(function* (access, { params, query }) {
      return { _embedded: { longList: yield* listTermIds(access, params.glossaryId, query) } }
    }),
    get: withAccess(function* (access, { params }) {
      const { glossary, ...term } = yield* getTerm(access, params.glossaryId, params.glossaryTermId)
      return termToModel(glossary, term)
    }),
    edit: withAccess((access, { params, payload }) =>
      Effect.map(editTerm(access, params.glossaryId, params.glossaryTermId, payload), writtenTermToModel)
    ),
    delete: withAccess((access, { params }) => deleteTerm(access, params.glossaryId, params.glossaryTermId)),
    deleteMultiple: withAccess((access, { params, payload }) =>
      deleteTerms(access, params.glossaryId, payload.termIds)
    ),
    setTranslation: withAccess((access, { params, payload }) =>
      setTermText(access, params.glossaryId, params.glossaryTermId, payload)
    ),
    getTranslation: withAccess((access, { params }) =>
      getTermText(access, params.glossaryId, params.glossaryTermId, params.languageTag)
    )
  })
)
