import { printTextTree, type SelectedLanguage } from "@dragoman/domain/translation-list"
import { NamespaceRepository, TranslationListRepository } from "@dragoman/store"
import { Effect } from "effect"

/** Which texts the SDK asks for; plain data. */
export interface TranslationMap {
  readonly projectId: number
  /** null: the default namespace. */
  readonly namespace: string | null
  /** Keys with any of these tags; null: all keys. */
  readonly tagNames: ReadonlyArray<string> | null
  readonly languages: ReadonlyArray<SelectedLanguage>
  /** One character; null: flat. */
  readonly delimiter: string | null
}

/**
 * The body of the SDK map; a language without a row is not in it. One statement for each language: the rows of one
 * language at a time are held in memory. Source: reference "content-api" 3.7.
 */
export const renderTranslationMap = Effect.fn("renderTranslationMap")(function* (input: TranslationMap) {
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
    // Bytes at once: they take less memory than the text, and none of the heap.
    parts.push(encode(`${isFirst ? "{" : ","}${JSON.stringify(tag)}:${printTextTree(texts, delimiter)}`))
  }
  return concatenate(parts.length === 0 ? [encode("{}")] : [...parts, encode("}")])
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
