import type { ListQuery } from "@dragoman/domain/page"
import {
  KeyRepository,
  type KeyRow,
  type LanguageRow,
  ScreenshotRepository,
  type ScreenshotRow,
  TagRepository,
  TranslationRepository
} from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { paged } from "../../platform/paged.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import { screenshotsByKey } from "../screenshot/screenshot-queries.ts"
import type { KeyWithData } from "./key-shapes.ts"

/** A page of the keys of the project, by id. */
export const listKeys = Effect.fn("listKeys")(function* (
  { projectId }: ProjectAccess<"keys.view">,
  query: ListQuery<"keys">
) {
  const repository = yield* KeyRepository
  return yield* paged("keys", query, (slice) => repository.list({ projectId, ...slice }))
})

/** Keys of one statement: a few milliseconds. */
const batchKeysMax = 1_000

/**
 * All keys of the project by id, each through `map`. A large project has a hundred thousand keys: between batches other
 * requests run.
 */
export const mapAllKeys = Effect.fn("mapAllKeys")(function* <A>(
  { projectId }: ProjectAccess<"translations.view">,
  map: (key: KeyRow) => A
) {
  const repository = yield* KeyRepository
  const mapped: Array<A> = []
  let afterId = 0
  for (;;) {
    const batch: ReadonlyArray<KeyRow> = yield* repository.listAfter(projectId, afterId, batchKeysMax)
    for (const key of batch) mapped.push(map(key))
    if (batch.length < batchKeysMax) return mapped as ReadonlyArray<A>
    afterId = batch.at(-1)?.id ?? afterId
    yield* Effect.yieldNow
  }
})

/** Adds to keys what the caller may view: texts in these languages of the project, tags, screenshots. */
export const listKeyData = Effect.fn("listKeyData")(function* <Key extends KeyRow>(
  access: ProjectAccess,
  languages: ReadonlyArray<LanguageRow>,
  keys: ReadonlyArray<Key>
) {
  const tags = yield* TagRepository
  const translations = yield* TranslationRepository
  const screenshots = yield* ScreenshotRepository
  const viewable = viewableLanguages(access, languages)
  const ids = keys.map(({ id }) => id)
  const rows = yield* translations.list(
    ids,
    viewable.map(({ id }) => id)
  )
  const textsByKey = Map.groupBy(rows, ({ keyId }) => keyId)
  const tagsByKey = Map.groupBy(yield* tags.listOfKeys(ids), ({ keyId }) => keyId)
  const images: ReadonlyArray<ScreenshotRow> = access.effectiveScopes.includes("screenshots.view")
    ? yield* screenshots.listOfKeys(ids)
    : []
  const imagesByKey = screenshotsByKey(images)
  return keys.map(
    (key): KeyWithData<Key> => ({
      key,
      languages: viewable,
      translations: textsByKey.get(key.id) ?? [],
      tags: tagsByKey.get(key.id) ?? [],
      screenshots: imagesByKey.get(key.id) ?? []
    })
  )
})

/** `listKeyData` of one key. */
export const getKeyData = Effect.fnUntraced(function* <Key extends KeyRow>(
  access: ProjectAccess,
  languages: ReadonlyArray<LanguageRow>,
  key: Key
) {
  const [data] = yield* listKeyData(access, languages, [key])
  return data as KeyWithData<Key>
})
