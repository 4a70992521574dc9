import type { MemorySuggestionBody } from "@dragoman/api"
import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { adaptTarget, normalizeSource } from "@dragoman/formats"
import { isSuggested, makeSimilarityIndex, rankMatches, similarityOf } from "@dragoman/similarity"
import {
  KeyRepository,
  LanguageRepository,
  MemoryIndexRepository,
  type MemoryMatchRow,
  TranslationRepository
} from "@dragoman/store"
import { Effect, Option, Schema } from "effect"
import { requireAskAt, requireView } from "../../content/translation/require-languages.ts"
import { failWith, failWithStatus } from "../../platform/fail.ts"
import { memorySuggestionLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** The best matches by their trigrams are scored, which takes some milliseconds. */
const scoredMax = 50

/** A translation of a text that has changed since. */
const outdatedPenalty = 0.1

/**
 * Rank of a live translation by age: higher ids are newer. Translations have no time of their own, and the text that people see today
 * comes before a stored entry.
 */
const liveRank = (translationId: number): number => Number.MAX_SAFE_INTEGER / 2 + translationId

/** Suggests translations of similar texts from the memories that the project reads. */
export const suggestFromMemory = Effect.fn("suggestFromMemory")(function* (
  access: ProjectAccess,
  { keyId = null, baseText = null, isPlural = null, targetLanguageId = null }: MemorySuggestionBody,
  query: PageQuery
) {
  const { projectId, organizationId, caller } = access
  yield* (yield* RateLimiter).consume(memorySuggestionLimit, caller.userId)
  const languages = yield* (yield* LanguageRepository).listOfProject(projectId)
  const base = languages.find((language) => language.base)
  const target = languages.find(({ id }) => id === targetLanguageId)
  if (target === undefined) return yield* failWith("language_not_found")
  if (!access.effectiveScopes.includes("translations.edit")) {
    yield* requireAskAt(access, { languages }, target.id, keyId)
  }
  // Matches show texts of other keys, which no task gives.
  yield* requireView(access, { languages }, base === undefined ? [target.id] : [base.id, target.id])
  const key = keyId === null ? null : ((yield* (yield* KeyRepository).find(projectId, [keyId]))[0] ?? null)
  if (keyId !== null && key === null) return yield* failWith("key_not_found")
  if (key === null && baseText === null) return yield* failWithStatus(400, "key_not_found")
  const request = pageNumbers(query)
  const text = baseText ?? (key === null || base === undefined ? null : yield* readText(projectId, key.id, base.id))
  if (base === undefined || text === null || text === "") return { rows: [], page: pageMetadata(request, 0) }
  const reading = yield* ReadingThread
  const input = {
    organizationId,
    languageTag: base.tag,
    text,
    keyName: key?.name ?? null,
    namespace: key?.namespace ?? null,
    request: {
      projectId,
      targetLanguageTag: target.tag,
      isPlural: baseText === null ? (key?.isPlural ?? false) : (isPlural ?? false),
      excludedKeyId: key?.id ?? null
    }
  }
  // Always in a thread: the snapshot of a lookup would hide commits from other readers of its connection.
  const matches = yield* reading.read(findMemoryMatches, input, Number.POSITIVE_INFINITY)
  const offset = pageOffset(request)
  return { rows: matches.slice(offset, offset + request.size), page: pageMetadata(request, matches.length) }
})

const rounded = (similarity: number): number => Math.round(similarity * 10_000) / 10_000

const readText = Effect.fnUntraced(function* (projectId: number, keyId: number, languageId: number) {
  const [row] = yield* (yield* TranslationRepository).list(projectId, [keyId], [languageId])
  return row?.text ?? null
})

const FindMatches = Schema.Struct({
  organizationId: Schema.Finite,
  languageTag: Schema.String,
  text: Schema.String,
  keyName: Schema.NullOr(Schema.String),
  namespace: Schema.NullOr(Schema.String),
  request: Schema.Struct({
    projectId: Schema.Finite,
    targetLanguageTag: Schema.String,
    isPlural: Schema.Boolean,
    excludedKeyId: Schema.NullOr(Schema.Finite)
  })
})

const FoundMatches = Schema.Array(
  Schema.Struct({
    targetText: Schema.String,
    baseText: Schema.String,
    keyName: Schema.String,
    similarity: Schema.Finite,
    rawSimilarity: Schema.Finite,
    translationMemoryName: Schema.String,
    updatedAt: Schema.NullOr(Schema.Finite)
  })
)

/** Finds the matches of a text, the best first. Reads the index, so it runs in a reading thread. */
export const findMemoryMatches = makeReading("findMemoryMatches", {
  input: FindMatches,
  result: FoundMatches,
  run: Effect.fn("findMemoryMatches")(function* ({ organizationId, languageTag, request, ...text }) {
    const indexId = yield* MemoryIndexRepository.use((memory) => memory.findIndex(organizationId, languageTag))
    if (Option.isNone(indexId)) return []
    const { targetLanguageTag, ...asked } = request
    const matches = yield* rankMemoryMatches(indexId.value, {
      ...text,
      ...asked,
      targetLanguageTags: [targetLanguageTag]
    })
    return (matches.get(targetLanguageTag.toLowerCase()) ?? []).map((match) => ({
      targetText: match.adaptedText,
      baseText: match.sourceText,
      keyName: match.keyName,
      similarity: rounded(match.similarity),
      rawSimilarity: rounded(match.rawSimilarity),
      translationMemoryName: match.memoryName,
      updatedAt: match.time
    }))
  })
})

/** A text for which the memory is searched. */
interface SearchedText {
  readonly projectId: number
  readonly text: string
  readonly keyName: string | null
  readonly namespace: string | null
  readonly isPlural: boolean
  readonly excludedKeyId: number | null
  readonly targetLanguageTags: ReadonlyArray<string>
}

/** Finds the matches of a text in some languages, the best first; by language tag in lower case. */
export const rankMemoryMatches = Effect.fn("rankMemoryMatches")(function* (indexId: number, searched: SearchedText) {
  const memory = yield* MemoryIndexRepository
  const { projectId, text, keyName, namespace, isPlural, excludedKeyId, targetLanguageTags } = searched
  const similar = yield* makeSimilarityIndex(memory.storageOf(indexId), normalizeSource).find(text)
  const overlaps = new Map(similar.map(({ sourceId, overlap }) => [sourceId, overlap] as const))
  // The index leaves out texts that are very long, or that have nothing but spaces.
  const equal = yield* memory.findSource(indexId, text)
  if (Option.isSome(equal)) overlaps.set(equal.value, 1)
  const found = yield* memory.listMatches({
    projectId,
    sourceIds: [...overlaps.keys()],
    languageTags: targetLanguageTags
  })
  const rows = found.filter((row) => row.keyId === null || (row.keyId !== excludedKeyId && row.isPlural === isPlural))
  const overlapOf = (sourceId: number): number => overlaps.get(sourceId) ?? 0
  const asked = { text, normalized: normalizeSource(text) }
  const similarities = new Map<number, number>()
  const similarityTo = ({ sourceId, sourceText }: MemoryMatchRow): number => {
    const known = similarities.get(sourceId)
    if (known !== undefined) return known
    const similarity = similarityOf(asked, { text: sourceText, normalized: normalizeSource(sourceText) })
    similarities.set(sourceId, similarity)
    return similarity
  }
  const rank = (ofLanguage: ReadonlyArray<MemoryMatchRow>) => {
    const bestSources = new Set(
      [...new Set(ofLanguage.map(({ sourceId }) => sourceId))]
        .toSorted((one, other) => overlapOf(other) - overlapOf(one) || other - one)
        .slice(0, scoredMax)
    )
    const matches = ofLanguage.flatMap((row) => {
      if (!bestSources.has(row.sourceId)) return []
      const score = similarityTo(row)
      const penalty = row.penalty / 100 + (row.isOutdated ? outdatedPenalty : 0)
      const similarity = Math.max(0, score - penalty)
      if (!isSuggested(similarity, overlapOf(row.sourceId) - penalty)) return []
      return [
        {
          ...row,
          similarity,
          rawSimilarity: score,
          time: row.updatedAt,
          isNear:
            row.keyId !== null && (row.keyName === keyName || (namespace !== null && row.namespace === namespace)),
          updatedAt: row.updatedAt ?? liveRank(row.id)
        }
      ]
    })
    return rankMatches(matches)
      .slice(0, scoredMax)
      .map((match) => ({ ...match, adaptedText: adaptTarget(text, match.sourceText, match.targetText) }))
  }
  return new Map([...Map.groupBy(rows, (row) => row.languageTag)].map(([tag, ofTag]) => [tag, rank(ofTag)] as const))
})
