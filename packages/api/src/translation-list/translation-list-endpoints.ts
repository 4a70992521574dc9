import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { QueryTime } from "../identifier/query-time.ts"
import { TextList } from "../identifier/text-list.ts"
import { pageQuery } from "../page/page-query.ts"
import { SelectedKeysModel, TranslationListModel, TranslationMapModel } from "./translation-list-model.ts"

const path = "/v2/projects/:projectId/translations"
const params = { projectId }

const texts = Schema.optional(TextList)
/** A repeated parameter; commas do not separate values. */
const verbatimTexts = Schema.optional(Schema.Array(Schema.String))
const ids = Schema.optional(IdList)

/** Filters of keys, for the translation list and the trash. Source: docs/content.md#filters. */
export const keyFilters = {
  languages: field(
    texts,
    "Tags of the selected languages, whose translations the list has; absent: the base language and one more. Languages that the caller may not view are left out."
  ),
  branch: branchParameter,
  search: field(
    Schema.optional(Schema.String),
    "Only keys whose name, namespace, description or text in a selected language contains this text, in any case."
  ),
  q: field(
    Schema.optional(Schema.String),
    "One search line, such as `cart key:checkout.* -de:Korb has:screenshot`, combined with the other filters. Not in Tolgee's API."
  ),
  trashed: field(QueryFlag, "Whether to list the keys in the trash instead of the others; absent: false."),
  filterKeyName: field(
    verbatimTexts,
    "Only keys with one of these names. Commas do not separate values: repeat the parameter."
  ),
  filterKeyId: field(ids, "Only keys with these ids."),
  filterNamespace: field(texts, "Only keys in one of these namespaces; the empty text is the default namespace."),
  filterNoNamespace: field(texts, "Only keys in none of these namespaces; the empty text is the default namespace."),
  filterTag: field(texts, "Only keys with one of these tags; the empty text stands for keys without tags."),
  filterNoTag: field(texts, "Only keys with none of these tags; the empty text stands for keys without tags."),
  filterHasScreenshot: field(QueryFlag, "Whether to list only keys with a screenshot; absent: false."),
  filterHasNoScreenshot: field(QueryFlag, "Whether to list only keys without a screenshot; absent: false."),
  filterHasDescription: field(QueryFlag, "Whether to list only keys with a description; absent: false."),
  filterHasNoDescription: field(QueryFlag, "Whether to list only keys without a description; absent: false."),
  filterUntranslatedAny: field(
    QueryFlag,
    "Whether to list only keys without a text in at least one selected language; absent: false."
  ),
  filterTranslatedAny: field(
    QueryFlag,
    "Whether to list only keys with a text in at least one selected language; absent: false."
  ),
  filterRevisionId: field(ids, "Only keys that one of these activity revisions changed or refers to."),
  filterFailedKeysOfJob: field(Schema.optional(PathId), "Only keys that this batch job could not process."),
  filterKeyPattern: field(
    verbatimTexts,
    "Only keys whose name matches each of these patterns. `*` stands for any characters; without one a part of the name is enough. Up to 20 patterns of 1 to 500 characters with up to 5 stars."
  ),
  filterNoKeyPattern: field(
    verbatimTexts,
    "Only keys whose name matches none of these patterns, as in `filterKeyPattern`."
  ),
  filterDescriptionPattern: field(
    verbatimTexts,
    "Only keys whose description matches each of these patterns, as in `filterKeyPattern`."
  ),
  filterNoDescriptionPattern: field(
    verbatimTexts,
    "Only keys whose description matches none of these patterns, as in `filterKeyPattern`."
  ),
  filterNamespacePattern: field(
    verbatimTexts,
    "Only keys whose namespace matches each of these patterns, as in `filterKeyPattern`."
  ),
  filterNoNamespacePattern: field(
    verbatimTexts,
    "Only keys whose namespace matches none of these patterns, as in `filterKeyPattern`."
  ),
  filterTranslationPattern: field(
    verbatimTexts,
    "Only keys with a text that matches, such as `cs,*berth*`: a language tag, or `*` for the selected languages, a comma and a pattern as in `filterKeyPattern`."
  ),
  filterNoTranslationPattern: field(
    verbatimTexts,
    "Only keys without a text that matches, as in `filterTranslationPattern`."
  ),
  filterDeletedByUserId: field(ids, "Only keys in the trash that these users deleted."),
  filterTaskNumber: field(ids, "Only keys of the tasks with these numbers."),
  filterTaskKeysNotDone: field(
    QueryFlag,
    "Whether to list only keys that are not done in one of the tasks of `filterTaskNumber`; absent: false."
  ),
  filterTaskKeysDone: field(
    QueryFlag,
    "Whether to list only keys that are done in one of the tasks of `filterTaskNumber`; absent: false."
  ),
  filterCreatedByUserId: field(ids, "Only keys that these users created. Not in Tolgee's API."),
  filterCreatedAfter: field(
    Schema.optional(QueryTime),
    "Only keys that were created at this time or later, in epoch milliseconds. Not in Tolgee's API."
  ),
  filterCreatedBefore: field(
    Schema.optional(QueryTime),
    "Only keys that were created before this time, in epoch milliseconds. Not in Tolgee's API."
  ),
  filterEditedByUserId: field(
    ids,
    "Only keys with a text in a selected language that these users changed. With `filterEditedAfter` and `filterEditedBefore` it is about one change. Not in Tolgee's API."
  ),
  filterEditedAfter: field(
    Schema.optional(QueryTime),
    "Only keys with a text in a selected language that was changed at this time or later, in epoch milliseconds. Not in Tolgee's API."
  ),
  filterEditedBefore: field(
    Schema.optional(QueryTime),
    "Only keys with a text in a selected language that was changed before this time, in epoch milliseconds. Not in Tolgee's API."
  ),
  filterState: field(
    texts,
    "Pairs of a language tag and a state, such as `cs,REVIEWED`. This filter and those below form one group: a key matches when one of them does."
  ),
  filterUntranslatedInLang: field(texts, "Keys without a text in one of these languages, by tag."),
  filterTranslatedInLang: field(texts, "Keys with a text in one of these languages, by tag."),
  filterAutoTranslatedInLang: field(
    texts,
    "Keys with a text by a machine or the translation memory in one of these languages, by tag."
  ),
  filterOutdatedLanguage: field(texts, "Keys with an outdated text in one of these languages, by tag."),
  filterNotOutdatedLanguage: field(texts, "Keys with a text that is not outdated in one of these languages, by tag."),
  filterHasCommentsInLang: field(texts, "Keys with a comment in one of these languages, by tag."),
  filterHasUnresolvedCommentsInLang: field(
    texts,
    "Keys with a comment that needs a resolution in one of these languages, by tag."
  ),
  filterHasSuggestionsInLang: field(texts, "Keys with an active suggestion in one of these languages, by tag."),
  filterHasNoSuggestionsInLang: field(texts, "Keys without an active suggestion in one of these languages, by tag."),
  filterHasQaIssuesInLang: field(texts, "Keys with an open issue of quality checks in one of these languages, by tag."),
  filterQaCheckType: field(
    texts,
    "Pairs of a language tag and a type of check, such as `cs,MISSING_NUMBERS`: keys with an open issue of this type."
  ),
  filterQaChecksStaleInLang: field(
    texts,
    "Keys with a text that waits for quality checks in one of these languages, by tag."
  ),
  filterLabel: field(
    texts,
    "Pairs of a language tag and the id of a label, such as `cs,14`: keys whose text in the language has the label."
  ),
  filterQualityBelow: field(
    texts,
    "Pairs of a language tag and a score, such as `cs,70`: keys with a text of a machine whose estimated quality is lower. Not in Tolgee's API."
  )
}

const selectIds = { params, query: keyFilters, success: SelectedKeysModel }

/** Lists of keys with their translations. */
export const TranslationListEndpoints = endpointGroup(
  "translationList",
  HttpApiEndpoint.get("list", path, {
    params,
    query: {
      ...pageQuery(),
      sort: field(
        Schema.optional(Schema.Array(Schema.String)),
        "Order, such as `keyName,desc`: `keyId`, `keyName`, `createdAt`, `keyNamespace`, `keyNamespaceId`, `keyDescription`, `keyIsPlural`, `keyPluralArgName`, `keyMaxCharLimit`, `contextPresent`, `screenshotCount`, `translations.{tag}.text` or `translations.{tag}.qualityScore` of a selected language. Repeated for further criteria; the id is the last one."
      ),
      cursor: field(
        Schema.optional(Schema.String),
        "`nextCursor` of the previous page, with the same filters and order; then `page` has no effect."
      ),
      includeQaIssues: field(
        QueryFlag,
        "Whether each translation has its issues of quality checks in `qaIssues`; absent: false."
      ),
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
    params: {
      ...params,
      languages: field(
        Schema.String,
        "Tags of languages, separated by commas. `en-XA` and `ar-XB` are pseudo-locales of the base language.",
        "en,cs"
      )
    },
    query: {
      ns: field(Schema.optional(Schema.String), "Namespace of the keys; absent or empty: the default namespace."),
      structureDelimiter: field(
        Schema.optional(Schema.String),
        "One character at which names of keys are split into nested objects; absent: a dot, empty: they are not split."
      ),
      filterTag: field(texts, "Only keys with one of these tags."),
      branch: branchParameter
    },
    success: TranslationMapModel
  }).pipe(
    requires(project(["translations.view"], { shortPath: true })),
    described("Returns all texts of languages (tags separated by commas), as the SDK reads them.")
  )
)
