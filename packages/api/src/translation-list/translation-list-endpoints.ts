import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { TextList } from "../identifier/text-list.ts"
import { pageQuery } from "../page/page-query.ts"
import { SelectedKeysModel, TranslationListModel, TranslationMapModel } from "./translation-list-model.ts"

const path = "/v2/projects/:projectId/translations"
const params = { projectId: PathId }

const texts = Schema.optional(TextList)
/** Commas do not separate values. */
const verbatimTexts = Schema.optional(Schema.Array(Schema.String))
const ids = Schema.optional(IdList)
const flag = Schema.optional(QueryFlag)

/** Filters of keys, for the translation list and the trash. Source: docs/content.md#filters. */
export const keyFilters = {
  languages: texts,
  branch: Schema.optional(Schema.String),
  search: Schema.optional(Schema.String),
  trashed: flag,
  filterKeyName: verbatimTexts,
  filterKeyId: ids,
  filterNamespace: texts,
  filterNoNamespace: texts,
  filterTag: texts,
  filterNoTag: texts,
  filterHasScreenshot: flag,
  filterHasNoScreenshot: flag,
  filterHasDescription: flag,
  filterHasNoDescription: flag,
  filterUntranslatedAny: flag,
  filterTranslatedAny: flag,
  filterRevisionId: ids,
  filterFailedKeysOfJob: Schema.optional(PathId),
  filterKeyPattern: verbatimTexts,
  filterNoKeyPattern: verbatimTexts,
  filterDescriptionPattern: verbatimTexts,
  filterNoDescriptionPattern: verbatimTexts,
  filterNamespacePattern: verbatimTexts,
  filterNoNamespacePattern: verbatimTexts,
  filterTranslationPattern: verbatimTexts,
  filterNoTranslationPattern: verbatimTexts,
  filterDeletedByUserId: ids,
  filterState: texts,
  filterUntranslatedInLang: texts,
  filterTranslatedInLang: texts,
  filterAutoTranslatedInLang: texts,
  filterOutdatedLanguage: texts,
  filterNotOutdatedLanguage: texts,
  filterHasCommentsInLang: texts,
  filterHasUnresolvedCommentsInLang: texts,
  filterLabel: texts
}

const selectIds = { params, query: keyFilters, success: SelectedKeysModel }

/** Lists of keys with their translations. */
export const TranslationListEndpoints = endpointGroup(
  "translationList",
  HttpApiEndpoint.get("list", path, {
    params,
    query: {
      ...pageQuery(),
      sort: Schema.optional(Schema.Array(Schema.String)),
      cursor: Schema.optional(Schema.String),
      ...keyFilters
    },
    success: TranslationListModel
  }).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described("Lists keys with their translations in the selected languages.")
  ),
  HttpApiEndpoint.get("selectKeys", "/v2/projects/:projectId/keys/select", selectIds).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described("Returns the ids of the keys that match the filters.")
  ),
  HttpApiEndpoint.get("selectAll", `${path}/select-all`, selectIds).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described("Returns the ids of the keys that match the filters.")
  ),
  HttpApiEndpoint.get("getMap", `${path}/:languages`, {
    params: { ...params, languages: Schema.String },
    query: {
      /** Absent or empty: the default namespace. */
      ns: Schema.optional(Schema.String),
      /** Absent: a dot; empty: a flat object. */
      structureDelimiter: Schema.optional(Schema.String),
      filterTag: texts,
      branch: Schema.optional(Schema.String)
    },
    success: TranslationMapModel
  }).pipe(
    requires(project(["translations.view"], { shortPath: true })),
    described("Returns all texts of languages (tags separated by commas), as the SDK reads them.")
  )
)
