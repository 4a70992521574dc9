import { pseudoLocales, requestedPseudoLocales } from "@dragoman/domain/language"
import { printTextTree } from "@dragoman/domain/translation-list"
import { pseudoText } from "@dragoman/formats"
import {
  type ContentPlace,
  LanguageRepository,
  NamespaceRepository,
  ProjectRepository,
  TranslationListRepository
} from "@dragoman/store"
import { Effect, Option, Schema } from "effect"
import { RateLimiter, translationReadLimit } from "../../platform/http/rate-limiter.ts"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { SentPlace } from "../../platform/worker/sent-place.ts"
import { SentBytes } from "../../platform/worker/worker-messages.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { KeySelections } from "./key-selections.ts"
import { languagesWithTags } from "./translation-list-queries.ts"

export interface TranslationMapQuery {
  readonly ns?: string | undefined
  readonly structureDelimiter?: string | undefined
  readonly filterTag?: ReadonlyArray<string> | undefined
}

/** Renders the body of all texts of some languages of a branch for an SDK, at a revision of the project. */
export const readTranslationMap = Effect.fn("readTranslationMap")(function* (
  access: ProjectAccess<"translations.view">,
  place: ContentPlace,
  tags: ReadonlyArray<string>,
  query: TranslationMapQuery,
  revisionId: number
) {
  const limiter = yield* RateLimiter
  yield* limiter.consume(translationReadLimit, access.caller.userId)
  const selections = yield* KeySelections
  const reading = yield* ReadingThread
  const languages = yield* mapLanguages(access, tags)
  const tagNames = (query.filterTag ?? []).filter((name) => name !== "")
  const delimiter = query.structureDelimiter ?? "."
  const input = {
    place,
    namespace: query.ns === undefined || query.ns === "" ? null : query.ns,
    tagNames: tagNames.length === 0 ? null : tagNames,
    languages,
    isIcu: languages.some(({ pseudo }) => pseudo !== null) ? yield* hasIcuPlaceholders(access) : false,
    delimiter: [...delimiter][0] ?? null
  }
  const keys = yield* selections.count(place, false, revisionId)
  return yield* reading.read(renderTranslationMap, input, keys * languages.length)
})

/** Lists the languages of the map: those with the tags, then pseudo-locales of the base language. */
const mapLanguages = Effect.fnUntraced(function* (
  access: ProjectAccess<"translations.view">,
  tags: ReadonlyArray<string>
) {
  const languages = yield* (yield* LanguageRepository).listOfProject(access.projectId)
  const viewable = viewableLanguages(access, languages)
  const base = viewable.find((language) => language.base)
  const pseudo = base === undefined ? [] : requestedPseudoLocales(tags, languages)
  return [
    ...languagesWithTags(viewable, tags).map(({ id, tag }) => ({ id, tag, pseudo: null })),
    ...pseudo.map((locale) => ({ id: base?.id ?? 0, tag: locale, pseudo: locale }))
  ]
})

const hasIcuPlaceholders = Effect.fnUntraced(function* ({ projectId, caller }: ProjectAccess<"translations.view">) {
  const found = yield* (yield* ProjectRepository).find(projectId, caller.userId)
  return Option.isSome(found) && found.value.icuPlaceholders
})

/** The texts that an SDK requests. */
const TranslationMap = Schema.Struct({
  place: SentPlace,
  /** Name of the namespace; null: the default one. */
  namespace: Schema.NullOr(Schema.String),
  /** Tags, one of which a key must have; null: all keys. */
  tagNames: Schema.NullOr(Schema.Array(Schema.String)),
  languages: Schema.Array(
    Schema.Struct({ id: Schema.Finite, tag: Schema.String, pseudo: Schema.NullOr(Schema.Literals(pseudoLocales)) })
  ),
  /** Whether braces are ICU placeholders, for pseudo-locales. */
  isIcu: Schema.Boolean,
  /** Delimiter of one character; null: flat. */
  delimiter: Schema.NullOr(Schema.String)
})

/**
 * Renders the body of the SDK map, without languages that have no row. Reads one language at a time, so that memory
 * holds the rows of one only.
 */
export const renderTranslationMap = makeReading("renderTranslationMap", {
  input: TranslationMap,
  result: SentBytes,
  run: Effect.fn("renderTranslationMap")(function* (input) {
    const repository = yield* TranslationListRepository
    const namespaces = yield* NamespaceRepository
    const { place, namespace, tagNames, delimiter } = input
    const found = namespace === null ? [] : yield* namespaces.findByName(place.projectId, [namespace])
    const namespaceId = found[0]?.id ?? null
    const isEmpty = namespace !== null && namespaceId === null
    const parts: Array<Uint8Array> = []
    for (const { id, tag, pseudo } of isEmpty ? [] : input.languages) {
      const stored = yield* repository.listNamedTexts({ place, namespaceId, tagNames, languageId: id })
      if (stored.length === 0) continue
      const texts =
        pseudo === null
          ? stored
          : stored.map((row) => ({ ...row, text: row.text && pseudoText(row.text, pseudo, input.isIcu) }))
      const isFirst = parts.length === 0
      // Bytes take less memory than the text, and none of the heap.
      parts.push(encode(`${isFirst ? "{" : ","}${JSON.stringify(tag)}:${printTextTree(texts, delimiter)}`))
    }
    return concatenate(parts.length === 0 ? [encode("{}")] : [...parts, encode("}")])
  })
})

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const concatenate = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let position = 0
  for (const part of parts) {
    bytes.set(part, position)
    position += part.length
  }
  return bytes
}
