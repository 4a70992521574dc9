import type { TranslationMemoryEntriesBody, TranslationMemoryEntryBody } from "@dragoman/api"
import { validateEntry, validateEntryGroup } from "@dragoman/domain/memory"
import { type MemoryEntryContent, MemoryEntryRepository, type MemoryEntryRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { managerOf } from "../manager/manage-shared.ts"
import { inMemory } from "./manage-memory.ts"
import { findMemory, getMemory } from "./memory-queries.ts"
import { memoryObject } from "./memory-shapes.ts"

/** Finds a stored entry of a memory of the organization. */
const findEntry = Effect.fn("findEntry")(function* (organizationId: number, memoryId: number, entryId: number) {
  const repository = yield* MemoryEntryRepository
  yield* findMemory(organizationId, memoryId)
  const found = yield* repository.find(memoryId, entryId)
  return Option.isSome(found) ? found.value : yield* failWith("translation_memory_entry_not_found")
})

/** Reads a stored entry of a memory that the caller sees. */
export const getEntry = Effect.fn("getEntry")(function* (
  access: OrganizationAccess<"MEMBER">,
  memoryId: number,
  entryId: number
) {
  yield* getMemory(access, memoryId)
  return yield* findEntry(access.organizationId, memoryId, entryId)
})

/** Adds an entry. */
export const createEntry = Effect.fn("createEntry")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  body: TranslationMemoryEntryBody
) {
  const [created] = yield* insertEntries(access, memoryId, [yield* orFail(validateEntry(body))])
  return created ?? (yield* failWith("translation_memory_entry_exists"))
})

/** Adds translations of one source, all or none. */
export const createEntries = Effect.fn("createEntries")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  body: TranslationMemoryEntriesBody
) {
  return yield* insertEntries(access, memoryId, yield* orFail(validateEntryGroup(body)))
})

const insertEntries = Effect.fnUntraced(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  contents: ReadonlyArray<MemoryEntryContent>
) {
  const repository = yield* MemoryEntryRepository
  const { caller, organizationId } = access
  const now = yield* Clock.currentTimeMillis
  return yield* inMemory(managerOf(access), memoryId, (memory) =>
    Effect.gen(function* () {
      const object = memoryObject(memory)
      const made = contents.map((content) => ({ ...content, tuid: null, createdAt: now, updatedAt: now }))
      const created = yield* repository.insert(memoryId, made)
      if (created.length < contents.length) return yield* failWith("translation_memory_entry_exists")
      const event = { action: "TRANSLATION_MEMORY_ENTRY_CREATED", object, organizationId } as const
      for (const entry of created) yield* recordAudit(caller, { ...event, after: auditedEntry(entry) })
      return created
    })
  )
})

/** Replaces a stored entry. */
export const editEntry = Effect.fn("editEntry")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  entryId: number,
  body: TranslationMemoryEntryBody
) {
  const repository = yield* MemoryEntryRepository
  const content = yield* orFail(validateEntry(body))
  const { caller, organizationId } = access
  const now = yield* Clock.currentTimeMillis
  return yield* inMemory(managerOf(access), memoryId, (memory) =>
    Effect.gen(function* () {
      const object = memoryObject(memory)
      const before = yield* findEntry(organizationId, memoryId, entryId)
      const isOnlyOne = yield* repository.update(memoryId, entryId, content, now)
      if (!isOnlyOne) return yield* failWith("translation_memory_entry_exists")
      const after = yield* findEntry(organizationId, memoryId, entryId)
      const event = { action: "TRANSLATION_MEMORY_ENTRY_EDITED", object, organizationId } as const
      yield* recordChange(caller, event, auditedEntry(before), auditedEntry(after))
      return after
    })
  )
})

/** Deletes one entry. */
export const deleteEntry = (access: OrganizationAccess<"EDITOR">, memoryId: number, entryId: number) =>
  removeEntries(access, memoryId, findEntry(access.organizationId, memoryId, entryId).pipe(Effect.as([entryId])))

/** Deletes the entries of the row that shows this one. */
export const deleteGroup = Effect.fn("deleteGroup")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  entryId: number
) {
  const repository = yield* MemoryEntryRepository
  const shown = Effect.andThen(
    findEntry(access.organizationId, memoryId, entryId),
    Effect.map(repository.listGroups(memoryId, [entryId]), (rows) => rows.map(({ id }) => id))
  )
  yield* removeEntries(access, memoryId, shown)
})

/** Deletes the entries of the rows that show these. Ids of other memories are skipped. */
export const deleteEntries = Effect.fn("deleteEntries")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  entryIds: ReadonlyArray<number>
) {
  const repository = yield* MemoryEntryRepository
  const shown = Effect.map(repository.listGroups(memoryId, entryIds), (rows) => rows.map(({ id }) => id))
  yield* removeEntries(access, memoryId, shown)
})

const removeEntries = Effect.fnUntraced(function* <E, R>(
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  find: Effect.Effect<ReadonlyArray<number>, E, R>
) {
  const repository = yield* MemoryEntryRepository
  const { caller, organizationId } = access
  yield* inMemory(managerOf(access), memoryId, (memory) =>
    Effect.gen(function* () {
      const object = memoryObject(memory)
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
