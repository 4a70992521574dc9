import type { TranslationMemoryEntriesBody, TranslationMemoryEntryBody } from "@dragoman/api"
import { validateEntry, validateEntryGroup } from "@dragoman/domain/memory"
import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { type MemoryEntryContent, MemoryEntryRepository, type MemoryEntryRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { changeOrganization } from "../../organization/change-organization.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { getMemory } from "./memory-queries.ts"
import { memoryObject } from "./memory-shapes.ts"

export interface MemorySourceQuery extends PageQuery {
  readonly search?: string | undefined
  readonly targetLanguageTag?: string | undefined
}

/** Reads a page of the sources of a memory with their translations. The languages choose translations, not sources. */
export const listSources = Effect.fn("listSources")(function* (
  { organizationId }: OrganizationAccess<"OWNER">,
  memoryId: number,
  query: MemorySourceQuery
) {
  const repository = yield* MemoryEntryRepository
  yield* getMemory(organizationId, memoryId)
  const request = pageNumbers(query)
  const { rows, total } = yield* repository.listSources({
    memoryId,
    search: query.search ?? "",
    limit: request.size,
    offset: pageOffset(request)
  })
  const idsOf = (kind: "ENTRY" | "KEY") => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const entries = Map.groupBy(yield* repository.listGroups(memoryId, idsOf("ENTRY")), groupOf)
  const keyCells = Map.groupBy(yield* repository.listKeyCells(memoryId, idsOf("KEY")), ({ keyId }) => keyId)
  const tags = (query.targetLanguageTag ?? "")
    .toLowerCase()
    .split(",")
    .filter((tag) => tag !== "")
  const isWanted = (tag: string) => tags.length === 0 || tags.includes(tag.toLowerCase())
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
  return { rows: sources, page: pageMetadata(request, total) }
})

/** Identifies the row that shows an entry. */
const groupOf = ({ sourceText, tuid }: { readonly sourceText: string; readonly tuid: string | null }): string =>
  JSON.stringify([sourceText, tuid])

/** Lists the id of one entry for each stored source. */
export const listEntryIds = Effect.fn("listEntryIds")(function* (
  { organizationId }: OrganizationAccess<"MEMBER">,
  memoryId: number,
  search: string
) {
  const repository = yield* MemoryEntryRepository
  yield* getMemory(organizationId, memoryId)
  return yield* repository.listIds(memoryId, search)
})

/** Finds a stored entry of a memory of the organization. */
export const getEntry = Effect.fn("getEntry")(function* (organizationId: number, memoryId: number, entryId: number) {
  const repository = yield* MemoryEntryRepository
  yield* getMemory(organizationId, memoryId)
  const found = yield* repository.find(memoryId, entryId)
  return Option.isSome(found) ? found.value : yield* failWith("translation_memory_entry_not_found")
})

/** Adds an entry. */
export const createEntry = Effect.fn("createEntry")(function* (
  access: OrganizationAccess<"OWNER">,
  memoryId: number,
  body: TranslationMemoryEntryBody
) {
  const [created] = yield* insertEntries(access, memoryId, [yield* orFail(validateEntry(body))])
  return created ?? (yield* failWith("translation_memory_entry_exists"))
})

/** Adds translations of one source, all or none. */
export const createEntries = Effect.fn("createEntries")(function* (
  access: OrganizationAccess<"OWNER">,
  memoryId: number,
  body: TranslationMemoryEntriesBody
) {
  return yield* insertEntries(access, memoryId, yield* orFail(validateEntryGroup(body)))
})

const insertEntries = Effect.fnUntraced(function* (
  access: OrganizationAccess<"OWNER">,
  memoryId: number,
  contents: ReadonlyArray<MemoryEntryContent>
) {
  const repository = yield* MemoryEntryRepository
  const { caller, organizationId } = access
  const now = yield* Clock.currentTimeMillis
  return yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const object = memoryObject(yield* getMemory(organizationId, memoryId))
      const created = yield* repository.insert(memoryId, contents, now)
      if (created.length < contents.length) return yield* failWith("translation_memory_entry_exists")
      const event = { action: "TRANSLATION_MEMORY_ENTRY_CREATED", object, organizationId } as const
      for (const entry of created) yield* recordAudit(caller, { ...event, after: auditedEntry(entry) })
      return created
    })
  )
})

/** Replaces a stored entry. */
export const editEntry = Effect.fn("editEntry")(function* (
  access: OrganizationAccess<"OWNER">,
  memoryId: number,
  entryId: number,
  body: TranslationMemoryEntryBody
) {
  const repository = yield* MemoryEntryRepository
  const content = yield* orFail(validateEntry(body))
  const { caller, organizationId } = access
  const now = yield* Clock.currentTimeMillis
  return yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const object = memoryObject(yield* getMemory(organizationId, memoryId))
      const before = yield* getEntry(organizationId, memoryId, entryId)
      const isOnlyOne = yield* repository.update(memoryId, entryId, content, now)
      if (!isOnlyOne) return yield* failWith("translation_memory_entry_exists")
      const after = yield* getEntry(organizationId, memoryId, entryId)
      const event = { action: "TRANSLATION_MEMORY_ENTRY_EDITED", object, organizationId } as const
      yield* recordChange(caller, event, auditedEntry(before), auditedEntry(after))
      return after
    })
  )
})

/** Deletes one entry. */
export const deleteEntry = (access: OrganizationAccess<"OWNER">, memoryId: number, entryId: number) =>
  removeEntries(access, memoryId, getEntry(access.organizationId, memoryId, entryId).pipe(Effect.as([entryId])))

/** Deletes the entries of the row that shows this one. */
export const deleteGroup = Effect.fn("deleteGroup")(function* (
  access: OrganizationAccess<"OWNER">,
  memoryId: number,
  entryId: number
) {
  yield* getEntry(access.organizationId, memoryId, entryId)
  yield* deleteEntries(access, memoryId, [entryId])
})

/** Deletes the entries of the rows that show these. Ids of other memories are skipped. */
export const deleteEntries = Effect.fn("deleteEntries")(function* (
  access: OrganizationAccess<"OWNER">,
  memoryId: number,
  entryIds: ReadonlyArray<number>
) {
  const repository = yield* MemoryEntryRepository
  const shown = Effect.map(repository.listGroups(memoryId, entryIds), (rows) => rows.map(({ id }) => id))
  yield* removeEntries(access, memoryId, shown)
})

const removeEntries = Effect.fnUntraced(function* <E, R>(
  access: OrganizationAccess<"OWNER">,
  memoryId: number,
  find: Effect.Effect<ReadonlyArray<number>, E, R>
) {
  const repository = yield* MemoryEntryRepository
  const { caller, organizationId } = access
  yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const object = memoryObject(yield* getMemory(organizationId, memoryId))
      const count = yield* repository.remove(memoryId, yield* find)
      if (count === 0) return
      const event = { action: "TRANSLATION_MEMORY_ENTRY_DELETED", object, organizationId } as const
      yield* recordAudit(caller, { ...event, before: { entries: count } })
    })
  )
})

const auditedEntry = ({ id, sourceText, targetText, targetLanguageTag }: MemoryEntryRow) => ({
  entryId: id,
  sourceText,
  targetText,
  targetLanguageTag
})
