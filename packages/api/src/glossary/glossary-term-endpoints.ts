import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { glossaryId, glossaryTermId, organizationIdOrSlug } from "../identifier/path-parameters.ts"
import { TextList } from "../identifier/text-list.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  GlossaryTermBody,
  GlossaryTermIdsBody,
  GlossaryTermModel,
  GlossaryTermTranslationBody,
  GlossaryTermTranslationModel,
  GlossaryTermWithTranslationsModel,
  SimpleGlossaryTermModel,
  WrittenGlossaryTermModel
} from "./glossary-term-model.ts"
import { requiresReading, requiresWriting } from "./requires-glossary.ts"

const params = { organization: organizationIdOrSlug, glossaryId }
const one = { ...params, glossaryTermId }
const glossary = "/v2/organizations/:organization/glossaries/:glossaryId"
const terms = `${glossary}/terms` as const
const term = `${terms}/:glossaryTermId` as const

const search = {
  search: field(
    Schema.optional(Schema.String),
    "Only terms with this text in their description or in one of their texts, in any case."
  ),
  languageTags: field(
    Schema.optional(TextList),
    "Languages of texts that are searched and returned, separated by commas, besides the base language; absent: all.",
    ["cs", "de"]
  )
}
const query = { ...listQuery("glossaryTerms"), ...search }

/** Terms of glossaries. See docs/glossaries.md. */
export const GlossaryTermEndpoints = endpointGroup(
  "glossaryTerm",
  HttpApiEndpoint.post("create", terms, { params, payload: GlossaryTermBody, success: WrittenGlossaryTermModel }).pipe(
    requiresWriting,
    described("Adds a term to a glossary.")
  ),
  HttpApiEndpoint.get("list", terms, { params, query, success: pageOf("glossaryTerms", SimpleGlossaryTermModel) }).pipe(
    requiresReading,
    described("Lists the terms of a glossary.")
  ),
  HttpApiEndpoint.get("listWithTranslations", `${glossary}/termsWithTranslations`, {
    params,
    query,
    success: pageOf("glossaryTerms", GlossaryTermWithTranslationsModel)
  }).pipe(requiresReading, described("Lists the terms of a glossary with their texts.")),
  HttpApiEndpoint.get("listIds", `${glossary}/termsIds`, {
    params,
    query: search,
    success: listOf("longList", Schema.Int)
  }).pipe(requiresReading, described("Lists the ids of the terms of a glossary.")),
  HttpApiEndpoint.get("get", term, { params: one, success: GlossaryTermModel }).pipe(
    requiresReading,
    described("Returns a term with its glossary and its texts.")
  ),
  HttpApiEndpoint.put("edit", term, {
    params: one,
    payload: GlossaryTermBody,
    success: WrittenGlossaryTermModel
  }).pipe(requiresWriting, described("Changes the fields of a term that the body has.")),
  HttpApiEndpoint.delete("delete", term, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requiresWriting,
    described("Deletes a term.")
  ),
  HttpApiEndpoint.delete("deleteMultiple", terms, {
    params,
    payload: GlossaryTermIdsBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresWriting, described("Deletes terms.")),
  HttpApiEndpoint.post("setTranslation", `${term}/translations`, {
    params: one,
    payload: GlossaryTermTranslationBody,
    success: GlossaryTermTranslationModel
  }).pipe(requiresWriting, described("Sets the text of a term in one language, or deletes it.")),
  HttpApiEndpoint.get("getTranslation", `${term}/translations/:languageTag`, {
    params: { ...one, languageTag: field(Schema.String, "Tag of the language.", "cs") },
    success: GlossaryTermTranslationModel
  }).pipe(requiresReading, described("Returns the text of a term in one language; empty: there is none."))
)
