import type { StoredAssignment } from "@dragoman/domain/memory"
import {
  type MemoryEntryContent,
  MemoryEntryRepository,
  MemoryRepository,
  MovedRowRepository,
  TolgeeMoveRepository,
  type TolgeeTakenRow
} from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep, StepReport } from "./move.ts"
import { checkPage, itemsOf, readAllowed } from "./read-pages.ts"
import { AssignedProjectModel, MemoryModel, MemoryRowModel, pageOf, type SourceAssignment } from "./source-models.ts"
import { SourceRefused } from "./source-server.ts"
import { readOrganizations } from "./take-organizations.ts"
import type { TakenProject } from "./take-projects.ts"

/** Number of sources on a page: one transaction. */
const sourcesPerPage = 1_000

/** A memory of either kind at the source, with the projects that use it. */
interface ReadMemory {
  readonly id: number
  readonly content: {
    readonly name: string
    readonly sourceLanguageTag: string
    readonly defaultPenalty: number
    readonly writeOnlyReviewed: boolean
  }
  readonly isShared: boolean
  readonly assigned: ReadonlyArray<SourceAssignment>
}

/** Takes translation memories with their stored entries; the projects that use them were taken before. */
export const takeMemories = Effect.fnUntraced(function* (move: Move, projects: ReadonlyArray<TakenProject>) {
  const moves = yield* TolgeeMoveRepository
  for (const { id: sourceId } of yield* readOrganizations(move)) {
    const organization = (yield* moves.listTaken(move.sourceId, "organization", [sourceId])).get(sourceId)
    if (organization === undefined) continue
    const path = `/v2/organizations/${sourceId}/translation-memories`
    // Servers without the feature reject the list.
    for (const { id } of (yield* readAllowed(move.server, path, MemoryModel)) ?? []) {
      yield* takeMemory(move, organization.ourId, projects, `${path}/${id}`, id)
    }
  }
})

const takeMemory = (
  move: Move,
  organizationId: number,
  projects: ReadonlyArray<TakenProject>,
  path: string,
  id: number
) =>
  runStep(
    move,
    `memory ${id}`,
    Effect.fnUntraced(function* (step) {
      const memory = yield* readMemory(move, path, id)
      const isBegun = step.cursor !== null
      // A move that continues has counted the memory before.
      const ourId = yield* step.commit(step.cursor ?? "0", (report) =>
        writeMemory(move, organizationId, projects, memory, isBegun ? new StepReport() : report)
      )
      if (ourId === null) return
      let tookEntries = false
      for (let page = Number(step.cursor ?? 0); ; page++) {
        yield* checkPage(move.server, path, page)
        const read = yield* readEntries(move, path, page)
        yield* step.commit(
          String(page + 1),
          Effect.fnUntraced(function* (report) {
            if (read === null)
              return report.find("adminOnly", `entries of the translation memory ${memory.content.name}`)
            tookEntries ||= yield* writeEntries(move, ourId, read.entries, report)
            if (tookEntries && !move.withDatabase) report.find("memoryUnits", memory.content.name)
          })
        )
        if (read === null || page + 1 >= read.pages) return
      }
    })
  )

const readMemory = Effect.fnUntraced(function* (move: Move, path: string, id: number) {
  const { name, sourceLanguageTag, type, defaultPenalty, writeOnlyReviewed } = yield* move.server.get(path, MemoryModel)
  const assigned = yield* readAllowed(move.server, `${path}/assigned-projects`, AssignedProjectModel)
  return {
    id,
    content: {
      name,
      sourceLanguageTag,
      defaultPenalty: defaultPenalty ?? 0,
      writeOnlyReviewed: writeOnlyReviewed ?? false
    },
    isShared: type !== "PROJECT",
    assigned: assigned ?? []
  } satisfies ReadMemory
})

/** Reads a page of contents and leaves out live texts of projects; null: the server rejects it for this token. */
const readEntries = Effect.fnUntraced(function* (move: Move, path: string, page: number) {
  const read = yield* move.server
    .get(`${path}/entries?size=${sourcesPerPage}&page=${page}`, pageOf(MemoryRowModel))
    .pipe(
      Effect.catchIf(
        (error) => error instanceof SourceRefused,
        () => Effect.succeed(null)
      )
    )
  if (read === null) return null
  const entries = itemsOf(read).flatMap(({ sourceText, cells }) =>
    (cells ?? []).flatMap(({ entryId, targetText, targetLanguageTag }) =>
      entryId == null || !sourceText || !targetText || !targetLanguageTag
        ? []
        : [{ id: entryId, content: { sourceText, targetText, targetLanguageTag } }]
    )
  )
  return { entries, pages: read.page?.totalPages ?? 0 }
})

/** Writes a memory and its assignments, when they are new or have changed. Returns its id here, null: it is not taken. */
const writeMemory = Effect.fnUntraced(function* (
  move: Move,
  organizationId: number,
  projects: ReadonlyArray<TakenProject>,
  memory: ReadMemory,
  report: StepReport
) {
  const moves = yield* TolgeeMoveRepository
  const taken = (yield* moves.listTaken(move.sourceId, "memory", [memory.id])).get(memory.id) ?? null
  const digest = digestOf([memory.content, memory.assigned])
  const ourId = memory.isShared
    ? yield* writeShared(move, organizationId, memory, { taken, digest }, report)
    : yield* findOwn(projects, memory)
  if (ourId === null) return null
  report.count("memory", taken === null ? "added" : taken.digest === digest ? "unchanged" : "changed")
  if (taken?.digest === digest) return ourId
  const repository = yield* MemoryRepository
  if (memory.isShared) yield* writeAssignments(projects, organizationId, ourId, memory, report)
  else yield* repository.setWriteOnlyReviewed(ourId, memory.content.writeOnlyReviewed)
  yield* moves.take(move.sourceId, "memory", [{ takenId: memory.id, ourId, digest }])
  return ourId
})

/** Finds the own memory of the project that it belongs to; null: the project is not here. */
const findOwn = Effect.fnUntraced(function* (projects: ReadonlyArray<TakenProject>, { assigned }: ReadMemory) {
  const project = projects.find(({ sourceId }) => sourceId === assigned[0]?.projectId)
  if (project === undefined) return null
  const repository = yield* MemoryRepository
  return (yield* repository.listOfProject(project.id)).find(({ type }) => type === "PROJECT")?.id ?? null
})

/** Writes the row of a shared memory; returns its id here, null: it was deleted here. */
const writeShared = Effect.fnUntraced(function* (
  move: Move,
  organizationId: number,
  { id: sourceId, content }: ReadMemory,
  { taken, digest }: { readonly taken: TolgeeTakenRow | null; readonly digest: string },
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const repository = yield* MemoryRepository
  if (taken !== null && !(yield* rows.existing("memory", [taken.ourId])).has(taken.ourId)) {
    report.find("memoryDeletedHere", content.name)
    return null
  }
  if (taken?.digest === digest) return taken.ourId
  const isTaken = yield* repository.isNameTaken(organizationId, content.name, taken?.ourId ?? 0)
  const name = isTaken ? `${content.name.slice(0, nameMaxUtf16Units)} (${sourceId})` : content.name
  if (isTaken) report.find("memoryRenamed", content.name, name)
  if (taken !== null) {
    yield* repository.update(taken.ourId, { ...content, name })
    return taken.ourId
  }
  const [id = 0] = yield* rows.chooseIds("memory", [sourceId])
  yield* rows.insert("memory", [{ id, organizationId, ...content, name, createdAt: move.now }])
  return id
})

/** Length of a name to which an id is added, so that both together are no longer than names may be. */
const nameMaxUtf16Units = 75

/** Assigns the memory to projects of its organization that have its language; others are reported. */
const writeAssignments = Effect.fnUntraced(function* (
  projects: ReadonlyArray<TakenProject>,
  organizationId: number,
  memoryId: number,
  { content, assigned }: ReadMemory,
  report: StepReport
) {
  const repository = yield* MemoryRepository
  const ids = new Map(projects.map(({ sourceId, id }) => [sourceId, id]))
  const assignable = new Map(
    (yield* repository.findAssignable(organizationId, [...ids.values()])).map((row) => [row.projectId, row])
  )
  const assignments = assigned.flatMap((one): ReadonlyArray<StoredAssignment> => {
    const found = assignable.get(ids.get(one.projectId) ?? 0)
    if (found?.baseLanguageTag !== content.sourceLanguageTag) {
      report.find("memoryAssignment", content.name, one.projectName ?? `project ${one.projectId}`)
      return []
    }
    return [
      {
        projectId: found.projectId,
        readAccess: one.readAccess ?? true,
        writeAccess: one.writeAccess ?? true,
        priority: one.priority ?? found.nextPriority,
        penalty: one.penalty ?? null
      }
    ]
  })
  yield* repository.assign(memoryId, assignments)
})

/** Writes entries that are new or have changed; says whether there were some. */
const writeEntries = Effect.fnUntraced(function* (
  move: Move,
  memoryId: number,
  entries: ReadonlyArray<{ readonly id: number; readonly content: MemoryEntryContent }>,
  report: StepReport
) {
  const moves = yield* TolgeeMoveRepository
  const repository = yield* MemoryEntryRepository
  const rows = yield* MovedRowRepository
  const taken = yield* moves.listTaken(
    move.sourceId,
    "memoryEntry",
    entries.map(({ id }) => id)
  )
  const fresh = entries.filter(({ id }) => !taken.has(id))
  const contents = new Map(fresh.map(({ content }) => [nameOf(content), content]))
  // Only the database at the source knows units and times: they are taken after the entries.
  const added = { tuid: null, createdAt: move.now, updatedAt: move.now }
  const inserted = yield* repository.insert(
    memoryId,
    [...contents.values()].map((content) => ({ ...content, ...added }))
  )
  const made = new Map(inserted.map((row) => [nameOf(row), row.id]))
  // An entry that is there already, also twice at the source, is the same one: it gets no second row.
  const recorded = fresh.flatMap(({ id, content }) => {
    const ourId = made.get(nameOf(content))
    return ourId === undefined ? [] : [{ takenId: id, ourId, digest: digestOf(content) }]
  })
  const changed = entries.filter(({ id, content }) => taken.has(id) && taken.get(id)?.digest !== digestOf(content))
  const alive = yield* rows.existing(
    "memoryEntry",
    changed.flatMap(({ id }) => taken.get(id)?.ourId ?? [])
  )
  for (const { id, content } of changed) {
    const ourId = taken.get(id)?.ourId ?? 0
    if (alive.has(ourId) && !(yield* repository.update(memoryId, ourId, content, move.now))) {
      yield* repository.remove(memoryId, [ourId])
    }
    recorded.push({ takenId: id, ourId, digest: digestOf(content) })
  }
  yield* moves.take(move.sourceId, "memoryEntry", recorded)
  report.count("memoryEntry", "added", inserted.length)
  report.count("memoryEntry", "changed", changed.length)
  report.count("memoryEntry", "unchanged", entries.length - inserted.length - changed.length)
  return entries.length > 0
})

/** Names an entry as the memory tells entries apart: case counts in texts, and not in language tags. */
const nameOf = ({ sourceText, targetText, targetLanguageTag }: MemoryEntryContent): string =>
  JSON.stringify([sourceText, targetLanguageTag.toLowerCase(), targetText])
