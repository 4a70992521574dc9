import {
  type ContentPlace,
  KeyRepository,
  MovedRowRepository,
  NamespaceRepository,
  TagRepository,
  TolgeeMoveRepository
} from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { checkPage, itemsOf } from "./read-pages.ts"
import { ListedKeyModel, pageOf, type SourceKey } from "./source-models.ts"
import { listOf, type TakenBranch } from "./take-branches.ts"
import { readComments, takeComments } from "./take-comments.ts"
import { ignoredIssuesOf, takeIgnoredIssues } from "./take-ignored-issues.ts"
import { assignedLabelsOf, assignLabels } from "./take-labels.ts"
import type { TakenProject } from "./take-projects.ts"
import { takeReferences, takeScreenshots } from "./take-screenshots.ts"
import { readSuggestions, takeSuggestions } from "./take-suggestions.ts"
import { translationOf, writeTranslations } from "./take-translations.ts"
import type { People } from "./take-users.ts"

/** Number of keys on a page: one transaction. */
const keysPerPage = 1_000

const KeyPage = pageOf(ListedKeyModel)

/** Takes the keys of a branch, page by page, with all that lists show of them. */
export const takeKeys = (move: Move, people: People, project: TakenProject, branch: TakenBranch) =>
  runStep(
    move,
    `${branch.steps} keys`,
    Effect.fnUntraced(function* (step) {
      const languages = [...project.languageIdByTag.keys()]
        .map((tag) => `&languages=${encodeURIComponent(tag)}`)
        .join("")
      const path = `${listOf(project, branch, "translations")}size=${keysPerPage}&includeQaIssues=true${languages}`
      let { cursor } = step
      let read = 0
      for (let number = 0; ; number++) {
        yield* checkPage(move.server, path, number)
        const next = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`
        const page = yield* move.server.get(`${path}${next}`, KeyPage)
        const keys = itemsOf(page)
        if (keys.length === 0) return
        const comments = yield* readComments(move, project, keys)
        const suggestions = yield* readSuggestions(move, project, keys)
        yield* takeScreenshots(move, project, step, keys)
        const reached = page.nextCursor ?? null
        yield* step.commit(
          reached,
          Effect.fnUntraced(function* (report) {
            const ids = yield* writeKeys(move, project, branch, keys, report)
            yield* takeComments(move, project, people, comments, report)
            yield* takeSuggestions(move, project, people, { suggestions, keyIds: ids }, report)
            yield* takeReferences(move, project, keys, ids)
          })
        )
        read += keys.length
        move.printLine(`${project.name}${branch.name === null ? "" : `, branch ${branch.name}`}: ${read} keys`)
        if (reached === null) return
        cursor = reached
      }
    })
  )

/** Writes the keys that are new or have changed; returns the ids here of those that exist here. */
const writeKeys = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  { place }: TakenBranch,
  listed: ReadonlyArray<SourceKey>,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const digests = new Map(listed.map((key) => [key.keyId, digestOf(factsOf(key))]))
  const taken = yield* moves.listTaken(move.sourceId, "key", [...digests.keys()])
  const namespaceIds = yield* ensureNamespaces(project.id, listed)
  const namespaceOf = (key: SourceKey) => (key.keyNamespace ? (namespaceIds.get(key.keyNamespace) ?? null) : null)

  const differing = listed.filter((key) => taken.get(key.keyId)?.digest !== digests.get(key.keyId))
  const alive = yield* rows.existing(
    "key",
    differing.flatMap(({ keyId }) => taken.get(keyId)?.ourId ?? [])
  )
  const erased = new Set(differing.filter(({ keyId }) => taken.has(keyId) && !alive.has(taken.get(keyId)?.ourId ?? 0)))
  for (const key of erased) report.find("keyDeletedHere", `${project.name}: ${key.keyName}`)
  const blocked = yield* makeRoom(
    move,
    project,
    place,
    differing.filter((key) => !erased.has(key)),
    (key) => ({ ourId: taken.get(key.keyId)?.ourId ?? null, namespaceId: namespaceOf(key) }),
    report
  )
  const written = differing.filter((key) => !erased.has(key) && !blocked.has(key))
  const fresh = written.filter(({ keyId }) => !taken.has(keyId))
  const changed = written.filter(({ keyId }) => taken.has(keyId))
  const freshIds = yield* rows.chooseIds(
    "key",
    fresh.map(({ keyId }) => keyId)
  )
  const ids = new Map<number, number>([
    ...[...taken.values()].map(({ takenId, ourId }) => [takenId, ourId] as const),
    ...fresh.map(({ keyId }, index) => [keyId, freshIds[index] ?? 0] as const)
  ])
  const idOf = ({ keyId }: SourceKey) => ids.get(keyId) ?? 0
  yield* rows.insert(
    "key",
    fresh.map((key) => ({
      id: idOf(key),
      ...place,
      ...contentOf(key, namespaceOf(key)),
      createdAt: key.createdAt ?? move.now
    }))
  )
  yield* rows.update(
    "key",
    changed.map((key) => ({ id: idOf(key), ...contentOf(key, namespaceOf(key)), deletedAt: null, deletedBy: null }))
  )
  yield* writeTags(project.id, fresh, changed, idOf)
  yield* writeTranslations(move, project, { fresh, changed, idOf })
  yield* assignLabels(move, project, written, idOf)
  yield* takeIgnoredIssues(move, project, written, report)
  yield* moves.take(
    move.sourceId,
    "key",
    written.map((key) => ({ takenId: key.keyId, ourId: idOf(key), digest: digests.get(key.keyId) ?? null }))
  )
  if (written.length > 0) yield* rows.touchLanguages(project.id, move.now)
  report.count("key", "added", fresh.length)
  report.count("key", "changed", changed.length)
  report.count("key", "unchanged", listed.length - differing.length)
  for (const key of erased) ids.delete(key.keyId)
  return ids
})

const ensureNamespaces = Effect.fnUntraced(function* (projectId: number, keys: ReadonlyArray<SourceKey>) {
  const namespaces = yield* NamespaceRepository
  const names = [...new Set(keys.flatMap(({ keyNamespace }) => keyNamespace || []))]
  const found = yield* namespaces.findByName(projectId, names)
  const known = new Set(found.map(({ name }) => name))
  const made = yield* namespaces.insert(
    projectId,
    names.filter((name) => !known.has(name))
  )
  return new Map([...found, ...made].map(({ id, name }) => [name, id]))
})

/**
 * Puts keys into the trash whose names others have now: at the source they were deleted, or have new names, with which
 * they come back. Returns those whose name a key has that was made here.
 */
const makeRoom = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  place: ContentPlace,
  keys: ReadonlyArray<SourceKey>,
  placeOf: (key: SourceKey) => { readonly ourId: number | null; readonly namespaceId: number | null },
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const repository = yield* KeyRepository
  const here = yield* rows.findKeys(
    place,
    keys.map(({ keyName }) => keyName)
  )
  const holders = new Map(here.map((row) => [`${row.namespaceId ?? 0} ${row.name}`, row.id]))
  const held = keys.flatMap((key) => {
    const { ourId, namespaceId } = placeOf(key)
    const holder = holders.get(`${namespaceId ?? 0} ${key.keyName}`)
    return holder === undefined || holder === ourId ? [] : [{ key, holder }]
  })
  if (held.length === 0) return new Set<SourceKey>()
  const taken = yield* moves.listTakenHere(
    move.sourceId,
    "key",
    held.map(({ holder }) => holder)
  )
  const takenIds = new Set(taken.map(({ ourId }) => ourId))
  yield* repository.remove(place.projectId, [...takenIds], null, move.now)
  yield* moves.take(
    move.sourceId,
    "key",
    taken.map((row) => ({ ...row, digest: null }))
  )
  const blocked = held.filter(({ holder }) => !takenIds.has(holder)).map(({ key }) => key)
  for (const key of blocked) report.find("keyNameTaken", `${project.name}: ${key.keyName}`)
  return new Set(blocked)
})

const writeTags = Effect.fnUntraced(function* (
  projectId: number,
  fresh: ReadonlyArray<SourceKey>,
  changed: ReadonlyArray<SourceKey>,
  idOf: (key: SourceKey) => number
) {
  const tags = yield* TagRepository
  const rows = yield* MovedRowRepository
  const names = [...new Set([...fresh, ...changed].flatMap(({ keyTags }) => (keyTags ?? []).map(({ name }) => name)))]
  const ensured = yield* tags.ensure(projectId, names)
  const tagIds = new Map(ensured.map(({ id, name }) => [name, id]))
  const idsOf = (key: SourceKey) => (key.keyTags ?? []).flatMap(({ name }) => tagIds.get(name) ?? [])
  yield* rows.removeTagsExcept(changed.map((key) => ({ keyId: idOf(key), tagIds: idsOf(key) })))
  yield* tags.add(
    projectId,
    [...fresh, ...changed].flatMap((key) => idsOf(key).map((tagId) => ({ keyId: idOf(key), tagId })))
  )
})

const contentOf = (key: SourceKey, namespaceId: number | null) => ({
  namespaceId,
  name: key.keyName,
  description: key.keyDescription ?? null,
  isPlural: key.keyIsPlural ?? false,
  pluralArgumentName: key.keyPluralArgName ?? null,
  maxCharLimit: key.keyMaxCharLimit ?? null
})

/** All facts of a key that this step writes. Keys without ignored issues and labels keep the digest that earlier moves recorded. */
const factsOf = (key: SourceKey) => {
  const ignored = ignoredIssuesOf(key)
  const labels = assignedLabelsOf(key)
  return [...textFactsOf(key), ...(ignored.length === 0 ? [] : [ignored]), ...(labels.length === 0 ? [] : [{ labels }])]
}

const textFactsOf = (key: SourceKey) => [
  key.keyNamespace ?? null,
  contentOf(key, null),
  (key.keyTags ?? []).map(({ name }) => name).toSorted(),
  Object.entries(key.translations)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([tag, translation]) => [tag, translation.id ?? null, translationOf(translation)])
]
