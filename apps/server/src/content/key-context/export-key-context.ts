import {
  type KeyCodeReferences,
  KeyNeighbourRepository,
  KeyRepository,
  type KeyRow,
  LanguageRepository,
  TranslationRepository
} from "@dragoman/store"
import { Effect, Stream } from "effect"
import { readPlace } from "../../change/branch-place.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import type { BranchQuery } from "../key/key-queries.ts"

interface KeyContextQuery extends BranchQuery {
  readonly filterHasNoDescription?: boolean | undefined
}

/** Number of keys in one batch of statements: a few milliseconds. */
const batchKeysMax = 500

const neighboursShownMax = 5

/**
 * Streams the keys of a branch with what explains them, by id, one line of JSON each. A batch is read when the client has taken the
 * one before, so that neither memory nor database waits for a slow client.
 */
export const streamKeyContext = Effect.fn("streamKeyContext")(function* (
  access: ProjectAccess<"keys.view">,
  query: KeyContextQuery
) {
  const place = yield* readPlace(access, query.branch)
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(place.projectId))
  const baseIds = viewableLanguages(access, languages).flatMap(({ id, base }) => (base ? [id] : []))
  const keys = yield* KeyRepository
  const context = yield* Effect.context<KeyRepository | KeyNeighbourRepository | TranslationRepository>()
  const begin: { readonly afterId: number } = { afterId: 0 }
  return Stream.unfold(begin as typeof begin | null, (state) =>
    Effect.gen(function* () {
      if (state === null) return undefined
      const batch = yield* keys.listAfter(place, state.afterId, batchKeysMax)
      const described = batch.filter(({ description }) => (description ?? "").trim() !== "")
      const shown = query.filterHasNoDescription === true ? batch.filter((key) => !described.includes(key)) : batch
      const lines = yield* printKeys(place.projectId, shown, baseIds)
      const last = batch.length < batchKeysMax ? undefined : batch.at(-1)
      return [lines, last === undefined ? null : { afterId: last.id }] as const
    })
  ).pipe(Stream.encodeText, Stream.provideContext(context))
})

const printKeys = Effect.fnUntraced(function* (
  projectId: number,
  keys: ReadonlyArray<KeyRow>,
  baseIds: ReadonlyArray<number>
) {
  const ids = keys.map(({ id }) => id)
  const repository = yield* KeyRepository
  const translations = yield* TranslationRepository
  const neighbours = yield* KeyNeighbourRepository
  const textById = new Map((yield* translations.list(projectId, ids, baseIds)).map(({ keyId, text }) => [keyId, text]))
  const references = new Map(
    (yield* repository.listCodeReferences(projectId, ids)).map(({ id, codeReferences }) => [id, codeReferences])
  )
  const names = yield* neighbours.listNames(projectId, ids, neighboursShownMax)
  const neighboursById = Map.groupBy(names, ({ keyId }) => keyId)
  return keys
    .map((key) => {
      const line = {
        id: key.id,
        name: key.name,
        namespace: key.namespace,
        description: key.description,
        maxCharLimit: key.maxCharLimit,
        baseText: textById.get(key.id) ?? null,
        codeReferences: (references.get(key.id) ?? []).map(printReference),
        neighbours: (neighboursById.get(key.id) ?? []).map(({ name }) => name)
      }
      return `${JSON.stringify(line)}\n`
    })
    .join("")
})

const printReference = ({ path, line }: KeyCodeReferences["codeReferences"][number]): string =>
  line === null ? path : `${path}:${line}`
