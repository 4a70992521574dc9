import { open } from "node:fs/promises"
import { type MemoryText, type MemoryUnit, memoryEnd, printMemoryStart, printMemoryUnits } from "@dragoman/formats"
import { Database, MemoryEntryRepository, type MemoryEntryRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ExportMemory } from "./memory-file-messages.ts"

/** Entries or keys that are in memory at once. */
const rowsPerChunk = 500

/** Writes a memory into a file, as one state of the database has it. Runs in a thread. */
export const exportMemory = Effect.fn("exportMemory")(function* (job: ExportMemory) {
  const database = yield* Database
  yield* Effect.acquireUseRelease(
    Effect.promise(() => open(job.path, "wx", 0o600)),
    (file) => {
      const write = (text: string) => Effect.promise(() => file.appendFile(text))
      const writeUnits = (units: ReadonlyArray<MemoryUnit>) => write(printMemoryUnits(units))
      return write(printMemoryStart(job.sourceLanguageTag)).pipe(
        Effect.andThen(database.snapshot(Effect.andThen(writeEntries(job, writeUnits), writeKeys(job, writeUnits)))),
        Effect.andThen(write(memoryEnd))
      )
    },
    (file) => Effect.promise(() => file.close())
  )
})

type WriteUnits = (units: ReadonlyArray<MemoryUnit>) => Effect.Effect<void>

const writeEntries = Effect.fnUntraced(function* ({ memoryId, sourceLanguageTag }: ExportMemory, write: WriteUnits) {
  const repository = yield* MemoryEntryRepository
  const entryIds = yield* repository.listEntryIds(memoryId)
  const units = startUnits(sourceLanguageTag)
  for (let offset = 0; offset < entryIds.length; offset += rowsPerChunk) {
    const ids = entryIds.slice(offset, offset + rowsPerChunk)
    const byId = new Map((yield* repository.list(memoryId, ids)).map((entry) => [entry.id, entry]))
    for (const id of ids) {
      const entry = byId.get(id)
      if (entry !== undefined) units.add(entry)
    }
    yield* write(units.takeComplete())
  }
  yield* write(units.takeAll())
})

interface UnitInProgress extends MemoryUnit {
  readonly sourceText: string
  readonly texts: Array<MemoryText>
}

/** Joins entries that come one after the other to units with each language once. */
const startUnits = (sourceLanguageTag: string) => {
  let units: Array<UnitInProgress> = []
  const add = ({ sourceText, targetText, targetLanguageTag, tuid, createdAt, updatedAt }: MemoryEntryRow) => {
    const last = units.at(-1)
    const isSame =
      last !== undefined &&
      last.sourceText === sourceText &&
      last.id === tuid &&
      last.texts.every(({ languageTag }) => languageTag !== targetLanguageTag)
    const unit = isSame ? last : { id: tuid, sourceText, texts: [textOf(sourceLanguageTag, sourceText)] }
    unit.texts.push({ languageTag: targetLanguageTag, text: targetText, createdAt, changedAt: updatedAt })
    if (!isSame) units.push(unit)
  }
  const take = (count: number) => {
    const taken = units.slice(0, count)
    units = units.slice(count)
    return taken
  }
  return { add, takeComplete: () => take(Math.max(0, units.length - 1)), takeAll: () => take(units.length) }
}

const writeKeys = Effect.fnUntraced(function* (
  { memoryId, sourceLanguageTag, viewable }: ExportMemory,
  write: WriteUnits
) {
  const repository = yield* MemoryEntryRepository
  const keyIds = yield* repository.listKeyIds(memoryId, viewable)
  for (let offset = 0; offset < keyIds.length; offset += rowsPerChunk) {
    const ids = keyIds.slice(offset, offset + rowsPerChunk)
    const keys = yield* repository.listKeys(memoryId, ids, viewable)
    const cells = Map.groupBy(yield* repository.listKeyCells(memoryId, ids, viewable), ({ keyId }) => keyId)
    yield* write(
      keys.map(({ id, sourceText }) => ({
        id: null,
        texts: [
          textOf(sourceLanguageTag, sourceText),
          ...(cells.get(id) ?? []).map(({ targetLanguageTag, targetText }) => textOf(targetLanguageTag, targetText))
        ]
      }))
    )
  }
})

/** A text without dates: sources and translations of projects have none. */
const textOf = (languageTag: string, text: string): MemoryText => ({
  languageTag,
  text,
  createdAt: null,
  changedAt: null
})
