import { detectPlural, parsePluralMessage } from "@dragoman/formats"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { applyImport } from "../applying/apply-import.ts"
import {
  type ApplyOptions,
  type ImportAuthority,
  type ImportKey,
  type ImportSource,
  importPieceKeysMax
} from "../applying/import-source.ts"
import { importScreenshots, type KeyScreenshots } from "./import-screenshots.ts"

/** Keys out of the body of a request. */
export interface ImportOfKeys {
  readonly authority: ImportAuthority
  readonly options: ApplyOptions
  readonly keys: ReadonlyArray<ImportKey>
  readonly screenshots: ReadonlyArray<KeyScreenshots>
}

/** Imports keys that a request brought, in one transaction. */
export const importKeysAtOnce = Effect.fn("importKeysAtOnce")(function* ({
  authority,
  options,
  keys,
  screenshots
}: ImportOfKeys) {
  const database = yield* Database
  // A source is walked through once, and a transaction may run again.
  const apply = Effect.suspend(() =>
    applyImport(
      authority,
      options,
      inPieces(keys, { namespaces: [], mentionedKeys: [] }, detectPluralTexts),
      () => Effect.void,
      (revision) => importScreenshots(authority, screenshots, revision)
    )
  )
  return yield* database.transaction(apply)
})

/** Keys that lie in memory, piece by piece, once. `prepare`: asked for each key when its turn has come. */
export const inPieces = (
  keys: Iterable<ImportKey>,
  { namespaces, mentionedKeys }: Pick<ImportSource, "namespaces" | "mentionedKeys">,
  prepare: (key: ImportKey) => ImportKey = (key) => key
): ImportSource => {
  const iterator = keys[Symbol.iterator]()
  return {
    namespaces,
    mentionedKeys,
    next: Effect.sync(() => {
      const piece: Array<ImportKey> = []
      while (piece.length < importPieceKeysMax) {
        const { done, value } = iterator.next()
        if (done) break
        piece.push(prepare(value))
      }
      return piece
    })
  }
}

/** In a body a text is a plural when it reads as one. */
const detectPluralTexts = (key: ImportKey): ImportKey => {
  if (!key.texts.some(({ text }) => text.includes("plural"))) return key
  const plural = detectPlural(new Map(key.texts.map(({ text }, index) => [index, text])))
  if (plural === null) return key
  return {
    ...key,
    pluralArgumentName: plural.argumentName,
    texts: key.texts.map((text) => ({ ...text, isPlural: parsePluralMessage(text.text) !== null }))
  }
}
