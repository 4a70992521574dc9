import type { KeyInfoBody } from "@dragoman/api"
import { fieldErrors } from "@dragoman/domain/error"
import { keyLimits, makeTextScore, toNamespaceName } from "@dragoman/domain/key"
import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { sizeBetween } from "@dragoman/domain/validation"
import {
  KeyRepository,
  type KeyRow,
  KeySearchRepository,
  LanguageRepository,
  SearchedKeyRow,
  TranslationListRepository
} from "@dragoman/store"
import { Effect, Schema } from "effect"
import { readPlace } from "../../change/branch-place.ts"
import { failWith } from "../../platform/fail.ts"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { SentPlace } from "../../platform/worker/sent-place.ts"
import { SentBytes, sentIf } from "../../platform/worker/worker-messages.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { sentAccess } from "../../service/access/access-message.ts"
import { ImageLinks } from "../image/image-links.ts"
import { keyWithDataToModel, listKeyData } from "../key-editing/key-data.ts"
import { requireView } from "../translation/require-languages.ts"

export interface KeySearchQuery extends PageQuery {
  readonly search?: string | undefined
  readonly languageTag?: string | undefined
  readonly branch?: string | undefined
}

/** Number of texts of a key that a search compares: its name, its namespace, and two translations. */
const textsPerKey = 4

/** Reads a page of the keys that match a search, the best first. */
export const searchKeys = Effect.fn("searchKeys")(function* (
  access: ProjectAccess<"keys.view">,
  query: KeySearchQuery
) {
  const { search, languageTag } = query
  if (search === undefined)
    return yield* Effect.fail(fieldErrors({ search: "Required parameter 'search' is not present." }))
  const request = pageNumbers(query)
  const languageRepository = yield* LanguageRepository
  const lists = yield* TranslationListRepository
  const reading = yield* ReadingThread
  const { projectId } = access
  const languages = yield* languageRepository.listOfProject(projectId)
  const base = languages.find((language) => language.base)
  const other = languages.find(({ tag }) => tag === languageTag)
  if (languageTag !== undefined && other === undefined) return yield* failWith("language_not_found")
  const languageIds = [base, other].flatMap((language) => language?.id ?? [])
  if (languageIds.length > 0) yield* requireView(access, { languages }, languageIds)
  const place = yield* readPlace(access, query.branch)
  const input = {
    place,
    baseLanguageId: base?.id ?? null,
    languageId: other?.id ?? null,
    search,
    offset: pageOffset(request),
    limit: request.size
  }
  const { keys, total } = yield* reading.read(findKeys, input, (yield* lists.count(place, false)) * textsPerKey)
  return { rows: keys, page: pageMetadata(request, total) }
})

const FindKeys = Schema.Struct({
  place: SentPlace,
  baseLanguageId: Schema.NullOr(Schema.Finite),
  languageId: Schema.NullOr(Schema.Finite),
  search: Schema.String,
  offset: Schema.Finite,
  limit: Schema.Finite
})

const FoundKeys = Schema.Struct({ keys: sentIf(Schema.is(Schema.Array(SearchedKeyRow))), total: Schema.Finite })

/** Number of keys in one statement. */
const batchKeysMax = 2_000

/** Finds the keys that match a search, the best first, then by id. Reads every key, so it runs in a reading thread. */
export const findKeys = makeReading("findKeys", {
  input: FindKeys,
  result: FoundKeys,
  run: Effect.fn("findKeys")(function* (request) {
    const repository = yield* KeySearchRepository
    const scoreText = makeTextScore(request.search)
    const scoreKey = ({ namespace, name, baseText, text }: SearchedKeyRow) =>
      Math.max(scoreText(name), scoreText(namespace ?? ""), scoreText(baseText ?? ""), scoreText(text ?? ""))
    const end = request.offset + request.limit
    let best: ReadonlyArray<{ readonly key: SearchedKeyRow; readonly score: number }> = []
    let total = 0
    let afterId = 0
    for (;;) {
      const batch = yield* repository.listAfter({ ...request, afterId, limit: batchKeysMax })
      if (batch.length === 0) break
      afterId = batch.at(-1)?.id ?? 0
      const found = batch.map((key) => ({ key, score: scoreKey(key) })).filter(({ score }) => score > 0)
      total += found.length
      // The sort is stable: equal scores stay in the order of ids.
      best = [...best, ...found].sort((left, right) => right.score - left.score).slice(0, end)
    }
    return { keys: best.slice(request.offset).map(({ key }) => key), total }
  })
})

/** Renders the body of a response: keys by their names, with their texts in some languages. Leaves out unknown keys. */
export const getKeyInfo = Effect.fn("getKeyInfo")(function* (
  access: ProjectAccess<"keys.view" | "translations.view">,
  body: KeyInfoBody,
  branch: string | undefined,
  links: ImageLinks
) {
  const names = body.keys ?? []
  const languageTags = [...new Set(body.languageTags)]
  if (languageTags.length === 0) return yield* Effect.fail(fieldErrors({ languageTags: "must not be empty" }))
  const namesMessage = sizeBetween(0, keyLimits.namesAskedMax, names)
  if (namesMessage !== null) return yield* Effect.fail(fieldErrors({ keys: namesMessage }))
  const place = yield* readPlace(access, branch)
  const reading = yield* ReadingThread
  return yield* reading.read(
    renderKeyInfo,
    { access, place, names, languageTags, links },
    names.length * languageTags.length
  )
})

/** The names of the keys, and the access of the caller. */
const KeyInfoRequest = Schema.Struct({
  access: sentAccess(),
  place: SentPlace,
  names: Schema.Array(Schema.Struct({ name: Schema.String, namespace: Schema.optional(Schema.NullOr(Schema.String)) })),
  languageTags: Schema.Array(Schema.String),
  links: ImageLinks
})

/** Renders the body with the keys of these names. The number of statements does not depend on theirs. */
export const renderKeyInfo = makeReading("renderKeyInfo", {
  input: KeyInfoRequest,
  result: SentBytes,
  run: Effect.fn("renderKeyInfo")(function* (request) {
    const { access, place, names, languageTags, links } = request
    const keys = yield* KeyRepository
    const languageRepository = yield* LanguageRepository
    const found = (yield* keys.findByName(
      place,
      names.map(({ name, namespace }) => ({ name, namespace: toNamespaceName(namespace) }))
    )).toSorted(byNamespaceAndName)
    const all = yield* languageRepository.listOfProject(access.projectId)
    const wanted = all.filter(({ tag }) => languageTags.includes(tag))
    const models = (yield* listKeyData(access, wanted, found)).map((key) => keyWithDataToModel(key, links))
    return new TextEncoder().encode(JSON.stringify({ _embedded: { keys: models } }))
  })
})

/** Orders namespaces, the default one first. */
const byNamespaceAndName = (left: KeyRow, right: KeyRow): number =>
  compare(left.namespace ?? "", right.namespace ?? "") || compare(left.name, right.name)

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
