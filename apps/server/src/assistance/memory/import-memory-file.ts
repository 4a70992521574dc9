import { open } from "node:fs/promises"
import { entriesOfUnit, entryTextMaxUtf16Units } from "@dragoman/domain/memory"
import { type MemoryUnit, type ParseFailure, printParseFailure, readMemoryBlocks } from "@dragoman/formats"
import { MemoryEntryRepository, type NewMemoryEntry } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import { inMemory } from "./manage-memory.ts"
import type { CheckMemoryFile, ImportMemoryFile } from "./memory-file-messages.ts"

const blockBytes = 64 * 1024

/** Units that one transaction stores; those of the last block come on top. Other writers wait for some tens of milliseconds. */
const unitsPerTransaction = 500

/** Counts the units of a file; fails when it cannot be read to its end. Runs in a thread. */
export const checkMemoryFile = Effect.fn("checkMemoryFile")(function* ({ path, name }: CheckMemoryFile) {
  let unitCount = 0
  const failure = yield* readUnits(path, (units) =>
    Effect.sync(() => {
      unitCount += units.length
    })
  )
  return failure === null ? unitCount : yield* failWith("file_processing_failed", [name, printParseFailure(failure)])
})

/**
 * Stores the entries of a file that was checked, some units in each transaction. Storing them again changes nothing, so an
 * import that was interrupted can be repeated. Runs in a thread.
 */
export const importMemoryFile = Effect.fn("importMemoryFile")(function* (job: ImportMemoryFile) {
  const total = { created: 0, updated: 0, skipped: 0 }
  yield* readUnits(job.path, (units) =>
    Effect.map(storeUnits(job, units), (counts) => {
      total.created += counts.created
      total.updated += counts.updated
      total.skipped += counts.skipped
    })
  )
  return total
})

/** Reads a file in blocks, and hands on its units in groups. Returns why it cannot be read; null: all of it was. */
const readUnits = <E, R>(path: string, visit: (units: ReadonlyArray<MemoryUnit>) => Effect.Effect<void, E, R>) =>
  Effect.acquireUseRelease(
    Effect.promise(() => open(path)),
    Effect.fnUntraced(function* (file): Effect.fn.Return<ParseFailure | null, E, R> {
      const block = new Uint8Array(blockBytes)
      let units: Array<MemoryUnit> = []
      const walk = readMemoryBlocks((unit) => units.push(unit), entryTextMaxUtf16Units)
      for (;;) {
        const { bytesRead } = yield* Effect.promise(() => file.read(block, 0, blockBytes))
        if (bytesRead === 0) break
        walk.write(block.subarray(0, bytesRead))
        if (units.length < unitsPerTransaction) continue
        yield* visit(units)
        units = []
      }
      const failure = walk.end()
      if (units.length > 0) yield* visit(units)
      return failure
    }),
    (file) => Effect.promise(() => file.close())
  )

const storeUnits = (
  { organizationId, memoryId, userId, overrideExisting, now }: ImportMemoryFile,
  units: ReadonlyArray<MemoryUnit>
) =>
  inMemory({ organizationId, userId }, memoryId, (memory) =>
    Effect.gen(function* () {
      const repository = yield* MemoryEntryRepository
      const entriesByUnit = units.map((unit) => entriesOfUnit(unit, memory.sourceLanguageTag, now))
      const entries = overrideExisting ? lastOfEachUnit(entriesByUnit.flat()) : entriesByUnit.flat()
      const wanted = new Set(entries.map(textKey))
      const stored = overrideExisting ? yield* repository.listOfUnits(memoryId, entries) : []
      const replaced = stored.filter((entry) => !wanted.has(textKey(entry)))
      yield* repository.remove(
        memoryId,
        replaced.map(({ id }) => id)
      )
      const inserted = new Set((yield* repository.insert(memoryId, entries)).map(textKey))
      const replacedKeys = new Set(replaced.map(unitKey))
      const counts = { created: 0, updated: 0, skipped: 0 }
      for (const ofUnit of entriesByUnit) {
        // A text that comes twice in the file counts for the first unit.
        const added = ofUnit.filter((entry) => inserted.delete(textKey(entry)))
        if (added.some((entry) => replacedKeys.has(unitKey(entry)))) counts.updated++
        else if (added.length > 0) counts.created++
        else counts.skipped++
      }
      return counts
    })
  )

type Identified = Pick<NewMemoryEntry, "sourceText" | "targetText" | "targetLanguageTag" | "tuid">

/** Two entries with the same key are the same one in a memory. */
const textKey = ({ sourceText, targetText, targetLanguageTag }: Identified): string =>
  JSON.stringify([sourceText, targetLanguageTag.toLowerCase(), targetText])

const unitKey = ({ tuid, sourceText, targetLanguageTag }: Identified): string =>
  JSON.stringify([tuid, sourceText, targetLanguageTag.toLowerCase()])

/** Leaves the last one of entries that would replace each other. */
const lastOfEachUnit = (entries: ReadonlyArray<NewMemoryEntry>): ReadonlyArray<NewMemoryEntry> => {
  const last = new Map(entries.map((entry) => [entry.tuid === null ? textKey(entry) : unitKey(entry), entry]))
  return [...last.values()]
}
