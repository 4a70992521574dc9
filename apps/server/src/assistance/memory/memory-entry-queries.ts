import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { MemoryEntryRepository, MemoryRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { getMemory } from "./memory-queries.ts"
import { readViewableTexts } from "./viewable-texts.ts"

export interface MemorySourceQuery extends PageQuery {
  readonly search?: string | undefined
  readonly targetLanguageTag?: string | undefined
}

/** An estimate: a page reads all texts of the memory, and their number is not known before. */
const manyTexts = Number.POSITIVE_INFINITY

/**
 * Reads a page of the sources of a memory with their translations. Keys and translations that the caller may not view are
 * left out. The languages choose translations, not sources.
 */
export const listSources = Effect.fn("listSources")(function* (
  access: OrganizationAccess<"MEMBER">,
  memoryId: number,
  query: MemorySourceQuery
) {
  yield* getMemory(access, memoryId)
  const request = pageNumbers(query)
  const reading = yield* ReadingThread
  const input = {
    memoryId,
    viewable: yield* readViewableTexts(access, [memoryId]),
    search: query.search ?? "",
    targetLanguageTags: (query.targetLanguageTag ?? "")
      .toLowerCase()
      .split(",")
      .filter((tag) => tag !== ""),
    limit: request.size,
    offset: pageOffset(request)
  }
  const { rows, total } = yield* reading.read(findMemorySources, input, manyTexts)
  return { rows, page: pageMetadata(request, total) }
})

export const SentViewableTexts = Schema.Struct({
  projectIds: Schema.Array(Schema.Finite),
  languageIds: Schema.Array(Schema.Finite)
})

const FindSources = Schema.Struct({
  memoryId: Schema.Finite,
  viewable: SentViewableTexts,
  search: Schema.String,
  /** In lower case. Empty: all. */
  targetLanguageTags: Schema.Array(Schema.String),
  limit: Schema.Finite,
  offset: Schema.Finite
})

const FoundSources = Schema.Struct({
  rows: Schema.Array(
    Schema.Struct({
      sourceText: Schema.String,
      editable: Schema.Boolean,
      cells: Schema.Array(
        Schema.Struct({
          targetText: Schema.String,
          targetLanguageTag: Schema.String,
          entryId: Schema.NullOr(Schema.Finite)
        })
      ),
      keyName: Schema.NullOr(Schema.String),
      projectId: Schema.NullOr(Schema.Finite),
      projectName: Schema.NullOr(Schema.String)
    })
  ),
  total: Schema.Finite
})

/** Finds a page of sources. Orders all texts of the memory, so it runs in a reading thread. */
export const findMemorySources = makeReading("findMemorySources", {
  input: FindSources,
  result: FoundSources,
  run: Effect.fn("findMemorySources")(function* ({ targetLanguageTags, ...request }) {
    const repository = yield* MemoryEntryRepository
    const { memoryId, viewable } = request
    const { rows, total } = yield* repository.listSources(request)
    const idsOf = (kind: "ENTRY" | "KEY") => rows.filter((row) => row.kind === kind).map(({ id }) => id)
    const entries = Map.groupBy(yield* repository.listGroups(memoryId, idsOf("ENTRY")), groupOf)
    const keyCells = Map.groupBy(yield* repository.listKeyCells(memoryId, idsOf("KEY"), viewable), ({ keyId }) => keyId)
    const isWanted = (tag: string) => targetLanguageTags.length === 0 || targetLanguageTags.includes(tag.toLowerCase())
    const sources = rows.map((row) => {
      const cells =
        row.kind === "ENTRY"
          ? (entries.get(groupOf(row)) ?? []).map(({ id, ...cell }) => ({ ...cell, entryId: id }))
          : (keyCells.get(row.id) ?? []).map((cell) => ({ ...cell, entryId: null }))
      return {
        sourceText: row.sourceText,
        editable: row.kind === "ENTRY",
        cells: cells
          .filter(({ targetLanguageTag }) => isWanted(targetLanguageTag))
          .map(({ targetText, targetLanguageTag, entryId }) => ({ targetText, targetLanguageTag, entryId })),
        keyName: row.keyName,
        projectId: row.projectId,
        projectName: row.projectName
      }
    })
    return { rows: sources, total }
  })
})

/** Identifies the row that shows an entry. */
const groupOf = ({ sourceText, tuid }: { readonly sourceText: string; readonly tuid: string | null }): string =>
  JSON.stringify([sourceText, tuid])

/** Counts the rows of memories by their ids, as `listSources` lists them. Ids of memories that the caller does not see are left out. */
export const countEntries = Effect.fn("countEntries")(function* (
  access: OrganizationAccess<"MEMBER">,
  ids: ReadonlyArray<number>
) {
  const memoryIds = yield* (yield* MemoryRepository).filterIds(access.organizationId, ids, access.caller.userId)
  if (memoryIds.length === 0) return {}
  const reading = yield* ReadingThread
  const viewable = yield* readViewableTexts(access, memoryIds)
  const counts = yield* reading.read(countMemorySources, { memoryIds, viewable }, manyTexts)
  const totals = new Map(counts.map(({ memoryId, total }) => [memoryId, total]))
  return Object.fromEntries(memoryIds.map((id) => [String(id), totals.get(id) ?? 0]))
})

/** Counts the rows of memories. Reads all of their texts, so it runs in a reading thread. */
export const countMemorySources = makeReading("countMemorySources", {
  input: Schema.Struct({ memoryIds: Schema.Array(Schema.Finite), viewable: SentViewableTexts }),
  result: Schema.Array(Schema.Struct({ memoryId: Schema.Finite, total: Schema.Finite })),
  run: Effect.fn("countMemorySources")(function* ({ memoryIds, viewable }) {
    const repository = yield* MemoryEntryRepository
    const counts = yield* repository.countSources(memoryIds, viewable)
    return [...counts].map(([memoryId, total]) => ({ memoryId, total }))
  })
})

/** Lists the id of one entry for each stored source. */
export const listEntryIds = Effect.fn("listEntryIds")(function* (
  access: OrganizationAccess<"MEMBER">,
  memoryId: number,
  search: string
) {
  const repository = yield* MemoryEntryRepository
  yield* getMemory(access, memoryId)
  return yield* repository.listIds(memoryId, search)
})
