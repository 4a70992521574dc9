import { translationOfSource } from "@dragoman/domain/tolgee"
import { MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { Move } from "./move.ts"
import type { SourceKey } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"

interface WrittenKeys {
  readonly fresh: ReadonlyArray<SourceKey>
  readonly changed: ReadonlyArray<SourceKey>
  /** Id of the key here. */
  readonly idOf: (key: SourceKey) => number
}

/** Writes the translations of keys. Where their ids are free, they keep them; other ids are recorded. */
export const writeTranslations = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  { fresh, changed, idOf }: WrittenKeys
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const here = yield* rows.findTranslations(changed.map(idOf))
  const ids = new Map(here.map(({ id, keyId, languageId }) => [`${keyId} ${languageId}`, id]))
  const found = [...fresh, ...changed].flatMap((key) =>
    Object.entries(key.translations).flatMap(([tag, translation]) => {
      const languageId = project.languageIdByTag.get(tag)
      const keyId = idOf(key)
      const id = ids.get(`${keyId} ${languageId}`)
      // Without an id there is no translation, or none any more.
      const exists = translation.id != null || id !== undefined
      return languageId === undefined || !exists
        ? []
        : [
            {
              sourceId: translation.id ?? null,
              id,
              keyId,
              languageId,
              projectId: project.id,
              ...contentOf(translation)
            }
          ]
    })
  )
  const added = found.filter((row) => row.id === undefined)
  const wanted = added.map(({ sourceId }) => sourceId ?? 0)
  const chosen = yield* rows.chooseIds("translation", wanted)
  yield* rows.insert(
    "translation",
    added.map(({ sourceId: _, ...row }, index) => ({ ...row, id: chosen[index] ?? 0 }))
  )
  yield* rows.update(
    "translation",
    found.flatMap(({ sourceId: _, id, ...row }) => (id === undefined ? [] : [{ ...row, id, wordCount: null }]))
  )
  yield* moves.take(
    move.sourceId,
    "translation",
    wanted.flatMap((takenId, index) => {
      const ourId = chosen[index] ?? 0
      return ourId === takenId ? [] : [{ takenId, ourId, digest: null }]
    })
  )
})

/** Returns the ids here by the ids at the source; those that are not recorded are the same. */
export const translationIds = Effect.fnUntraced(function* (move: Move, ids: ReadonlyArray<number>) {
  const moves = yield* TolgeeMoveRepository
  const other = yield* moves.listTaken(move.sourceId, "translation", ids)
  return (id: number): number => other.get(id)?.ourId ?? id
})

/** Converts a translation for storage. */
export const translationOf = (translation: SourceKey["translations"][string]) =>
  translationOfSource({
    text: translation.text ?? null,
    state: translation.state ?? null,
    outdated: translation.outdated ?? false,
    auto: translation.auto ?? false,
    mtProvider: translation.mtProvider ?? null
  })

const contentOf = (translation: SourceKey["translations"][string]) => {
  const { text, state, outdated, auto, mtProvider, promptId } = translationOf(translation)
  return { text, state, isOutdated: outdated, isAuto: auto, machineTranslationProvider: mtProvider, promptId }
}
