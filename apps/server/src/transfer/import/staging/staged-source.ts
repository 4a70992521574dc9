import type { JsonObject } from "@dragoman/domain/activity"
import type { CodeReference } from "@dragoman/formats"
import { StagedKeyRepository, type StagedKeyRow, type StagedTextRow } from "@dragoman/store"
import { Effect } from "effect"
import { type ImportKey, type ImportSource, type ImportText, importPieceKeysMax } from "../applying/import-source.ts"

/**
 * The keys of a staged import, file by file in the order of their upload. A key that several files name comes with the
 * first of them, and with what all of them say about it.
 */
export const stagedSource = Effect.fn("stagedSource")(function* (importId: number) {
  const staged = yield* StagedKeyRepository
  const ranges = yield* staged.listRanges(importId)
  let rangeIndex = 0
  let nextKeyId = ranges[0]?.firstKeyId ?? 0

  /** Of the next piece of ids; null: there are none left. It may hold no key of the import. */
  const nextPiece = Effect.gen(function* () {
    const range = ranges[rangeIndex]
    if (range === undefined) return null
    const lastKeyId = Math.min(range.lastKeyId, nextKeyId + importPieceKeysMax - 1)
    const first = yield* staged.listFirst(importId, { ...range, firstKeyId: nextKeyId, lastKeyId })
    if (lastKeyId < range.lastKeyId) nextKeyId = lastKeyId + 1
    else nextKeyId = ranges[++rangeIndex]?.firstKeyId ?? 0
    const names = first.map(({ name }) => name)
    const rows = names.length === 0 ? [] : yield* staged.listAll(importId, range.namespace, names)
    const texts = yield* staged.listTexts(rows.map(({ id }) => id))
    return toImportKeys(range.namespace, names, rows, texts)
  })

  const source: ImportSource = {
    // Only for removing others, which a staged import does not.
    namespaces: [],
    mentionedKeys: [],
    next: Effect.gen(function* () {
      for (;;) {
        const keys = yield* nextPiece
        if (keys === null) return []
        if (keys.length > 0) return keys
      }
    })
  }
  return source
})

const toImportKeys = (
  namespace: string | null,
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<StagedKeyRow>,
  texts: ReadonlyArray<StagedTextRow>
): ReadonlyArray<ImportKey> => {
  const rowsByName = Map.groupBy(rows, ({ name }) => name)
  const textsByKeyId = Map.groupBy(texts, ({ keyId }) => keyId)
  return names.map((name): ImportKey => {
    const named = rowsByName.get(name) ?? []
    return {
      namespace,
      name,
      description: firstOf(named, ({ description }) => description),
      customValues: mergedCustomValues(named),
      codeReferences: named.flatMap(
        ({ codeReferences }): ReadonlyArray<CodeReference> =>
          codeReferences === null ? [] : JSON.parse(codeReferences)
      ),
      pluralArgumentName: firstOf(named, (row) => row.pluralArgumentName),
      tags: [],
      texts: firstOfEachLanguage(named.flatMap(({ id }) => textsByKeyId.get(id) ?? []).map(toImportText))
    }
  })
}

const firstOf = <A>(rows: ReadonlyArray<StagedKeyRow>, select: (row: StagedKeyRow) => A | null): A | null => {
  for (const row of rows) {
    const value = select(row)
    if (value !== null) return value
  }
  return null
}

/** Of the last file, where several have a value. */
const mergedCustomValues = (rows: ReadonlyArray<StagedKeyRow>): JsonObject | null => {
  const given = rows.flatMap(
    ({ customValues }): ReadonlyArray<JsonObject> => (customValues === null ? [] : [JSON.parse(customValues)])
  )
  return given.length === 0 ? null : Object.assign({}, ...given)
}

const toImportText = (row: StagedTextRow): ImportText => ({
  languageId: row.languageId,
  text: row.value ?? "",
  isPlural: row.isPlural,
  mode:
    row.resolvedTextHash === null
      ? { kind: "force" }
      : { kind: row.isOverride ? "override" : "keep", existingTextHash: row.resolvedTextHash }
})

/** Two servers may have staged the same key for one import at the same time. */
const firstOfEachLanguage = (texts: ReadonlyArray<ImportText>): ReadonlyArray<ImportText> =>
  texts.length === 1
    ? texts
    : texts.filter(
        ({ languageId }, at) => languageId === null || texts.findIndex((one) => one.languageId === languageId) === at
      )
