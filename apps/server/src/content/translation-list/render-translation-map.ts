import { printTextTree } from "@dragoman/domain/translation-list"
import { NamespaceRepository, TranslationListRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { SentBytes } from "../../platform/worker/worker-messages.ts"

/** The texts that an SDK requests. */
const TranslationMap = Schema.Struct({
  projectId: Schema.Finite,
  /** null: the default namespace. */
  namespace: Schema.NullOr(Schema.String),
  /** Keys with any of these tags; null: all keys. */
  tagNames: Schema.NullOr(Schema.Array(Schema.String)),
  languages: Schema.Array(Schema.Struct({ id: Schema.Finite, tag: Schema.String })),
  /** One character; null: flat. */
  delimiter: Schema.NullOr(Schema.String)
})

/**
 * The body of the SDK map, without languages that have no row. Reads one language at a time, so that memory holds the rows
 * of one only.
 */
export const renderTranslationMap = makeReading("renderTranslationMap", {
  input: TranslationMap,
  result: SentBytes,
  run: Effect.fn("renderTranslationMap")(function* (input) {
    const repository = yield* TranslationListRepository
    const namespaces = yield* NamespaceRepository
    const { projectId, namespace, tagNames, delimiter } = input
    const found = namespace === null ? [] : yield* namespaces.findByName(projectId, [namespace])
    const namespaceId = found[0]?.id ?? null
    const isEmpty = namespace !== null && namespaceId === null
    const parts: Array<Uint8Array> = []
    for (const { id, tag } of isEmpty ? [] : input.languages) {
      const texts = yield* repository.listNamedTexts({ projectId, namespaceId, tagNames, languageId: id })
      if (texts.length === 0) continue
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
