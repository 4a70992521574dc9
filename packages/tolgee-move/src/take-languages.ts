import { MovedRowRepository, NamespaceRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, type StepReport } from "./move.ts"
import type { NamespaceModel, SourceLanguage } from "./source-models.ts"

/** Returns the ids here by the ids at the source. */
export const takeLanguages = Effect.fnUntraced(function* (
  move: Move,
  projectId: number,
  languages: ReadonlyArray<SourceLanguage>,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  // Lists follow the order of the ids.
  const sorted = languages.toSorted((left, right) => left.id - right.id)
  const taken = yield* moves.listTaken(
    move.sourceId,
    "language",
    sorted.map(({ id }) => id)
  )
  const fresh = sorted.filter(({ id }) => !taken.has(id))
  const changed = sorted.filter(
    (language) => taken.has(language.id) && taken.get(language.id)?.digest !== digestOf(contentOf(language))
  )
  const ids = yield* rows.chooseIds(
    "language",
    fresh.map(({ id }) => id)
  )
  yield* rows.insert(
    "language",
    fresh.map((language, index) => ({
      id: ids[index] ?? 0,
      projectId,
      ...contentOf(language),
      translationsUpdatedAt: null,
      createdAt: move.now
    }))
  )
  const idOf = new Map([
    ...[...taken.values()].map(({ takenId, ourId }) => [takenId, ourId] as const),
    ...fresh.map(({ id }, index) => [id, ids[index] ?? 0] as const)
  ])
  yield* rows.update(
    "language",
    changed.map((language) => ({ id: idOf.get(language.id) ?? 0, ...contentOf(language) }))
  )
  yield* moves.take(
    move.sourceId,
    "language",
    [...fresh, ...changed].map((language) => ({
      takenId: language.id,
      ourId: idOf.get(language.id) ?? 0,
      digest: digestOf(contentOf(language))
    }))
  )
  report.count("language", "added", fresh.length)
  report.count("language", "changed", changed.length)
  report.count("language", "unchanged", sorted.length - fresh.length - changed.length)
  return idOf
})

const contentOf = (language: SourceLanguage) => ({
  name: language.name,
  originalName: language.originalName ?? null,
  tag: language.tag,
  flagEmoji: language.flagEmoji ?? null
})

/** Takes namespaces, which keep their ids, because the history names these. The default namespace has no row. */
export const takeNamespaces = Effect.fnUntraced(function* (
  move: Move,
  projectId: number,
  namespaces: ReadonlyArray<typeof NamespaceModel.Type>,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const repository = yield* NamespaceRepository
  const named = namespaces.flatMap(({ id, name }) => (id == null || !name ? [] : [{ id, name }]))
  const taken = yield* moves.listTaken(
    move.sourceId,
    "namespace",
    named.map(({ id }) => id)
  )
  const here = yield* repository.findByName(
    projectId,
    named.map(({ name }) => name)
  )
  const present = new Map(here.map(({ id, name }) => [name, id]))
  const fresh = named.filter(({ id, name }) => !taken.has(id) && !present.has(name))
  const ids = yield* rows.chooseIds(
    "namespace",
    fresh.map(({ id }) => id)
  )
  yield* rows.insert(
    "namespace",
    fresh.map(({ name }, index) => ({ id: ids[index] ?? 0, projectId, name }))
  )
  yield* moves.take(
    move.sourceId,
    "namespace",
    fresh.map(({ id }, index) => ({ takenId: id, ourId: ids[index] ?? 0, digest: null }))
  )
  report.count("namespace", "added", fresh.length)
  report.count("namespace", "unchanged", named.length - fresh.length)
})
