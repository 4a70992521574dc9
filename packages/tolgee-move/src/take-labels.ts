import { LabelRepository, MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { LabelModel, type SourceKey, type SourceLabel } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"

/** Takes the labels of a project; the translations that have them come with the keys. */
export const takeLabels = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} labels`,
    Effect.fnUntraced(function* (step) {
      // Servers without the feature reject the list.
      const labels = yield* readAllowed(move.server, `/v2/projects/${project.sourceId}/labels`, LabelModel)
      yield* step.commit(null, (report) => writeLabels(move, project, labels ?? [], report))
    })
  )

const writeLabels = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  labels: ReadonlyArray<SourceLabel>,
  report: StepReport
) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const repository = yield* LabelRepository
  const taken = yield* moves.listTaken(
    move.sourceId,
    "label",
    labels.map(({ id }) => id)
  )
  const differing = labels.filter((label) => taken.get(label.id)?.digest !== digestOf(contentOf(label)))
  const alive = yield* rows.existing(
    "label",
    [...taken.values()].map(({ ourId }) => ourId)
  )
  const changed = differing.flatMap((label) => {
    const ourId = taken.get(label.id)?.ourId ?? 0
    return alive.has(ourId) ? [{ label, ourId }] : []
  })
  for (const { id, name } of differing) {
    if (taken.has(id) && !alive.has(taken.get(id)?.ourId ?? 0))
      report.find("labelDeletedHere", `${project.name}: ${name}`)
  }
  // Labels may exchange their names. Names that people give have no space at their beginning.
  for (const { label, ourId } of changed) {
    yield* repository.update({ id: ourId, ...contentOf(label), name: ` ${ourId}` })
  }
  for (const { label, ourId } of changed) {
    const isHeld = Option.isSome(yield* repository.findByName(project.id, label.name))
    const name = isHeld ? `${label.name.slice(0, nameMaxUtf16Units)} (${label.id})` : label.name
    if (isHeld) report.find("labelRenamed", `${project.name}: ${label.name}`, name)
    yield* repository.update({ id: ourId, ...contentOf(label), name })
  }
  const fresh = labels.filter(({ id }) => !taken.has(id))
  const wanted = yield* rows.chooseIds(
    "label",
    fresh.map(({ id }) => id)
  )
  const made: Array<{ readonly label: SourceLabel; readonly ourId: number }> = []
  for (const [index, label] of fresh.entries()) {
    // A label of that name is the same one.
    const here = Option.getOrNull(yield* repository.findByName(project.id, label.name))
    const ourId = here?.id ?? wanted[index] ?? 0
    if (here === null) yield* rows.insert("label", [{ id: ourId, projectId: project.id, ...contentOf(label) }])
    else yield* repository.update({ id: ourId, ...contentOf(label) })
    made.push({ label, ourId })
  }
  yield* moves.take(
    move.sourceId,
    "label",
    [...changed, ...made].map(({ label, ourId }) => ({
      takenId: label.id,
      ourId,
      digest: digestOf(contentOf(label))
    }))
  )
  report.count("label", "added", made.length)
  report.count("label", "changed", changed.length)
  report.count("label", "unchanged", labels.length - made.length - changed.length)
})

/** Length of a name to which an id is added, so that both together are no longer than names may be. */
const nameMaxUtf16Units = 75

/** Colour of a label whose source names none. */
const defaultColor = "#808080"

const contentOf = ({ name, color, description }: SourceLabel) => ({
  name,
  color: (color ?? defaultColor).toUpperCase(),
  description: description ?? null
})

/** Lists the ids of the labels at the source that translations of a key have, by language tag. */
export const assignedLabelsOf = (key: SourceKey) =>
  Object.entries(key.translations)
    .flatMap(([tag, { labels }]) => (labels ?? []).map(({ id }) => ({ tag, id })))
    .toSorted((left, right) => (left.tag === right.tag ? left.id - right.id : left.tag < right.tag ? -1 : 1))

/** Gives the translations of keys that were just written the labels that they have at the source, and no others. */
export const assignLabels = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  keys: ReadonlyArray<SourceKey>,
  idOf: (key: SourceKey) => number
) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const repository = yield* LabelRepository
  const assigned = keys.flatMap((key) => assignedLabelsOf(key).map(({ tag, id }) => ({ key, tag, id })))
  const taken = yield* moves.listTaken(move.sourceId, "label", [...new Set(assigned.map(({ id }) => id))])
  const alive = yield* rows.existing(
    "label",
    [...taken.values()].map(({ ourId }) => ourId)
  )
  const translations = yield* rows.findTranslations(keys.map(idOf))
  const ids = new Map(translations.map(({ id, keyId, languageId }) => [`${keyId} ${languageId}`, id]))
  const wanted = assigned.flatMap(({ key, tag, id }) => {
    const translationId = ids.get(`${idOf(key)} ${project.languageIdByTag.get(tag)}`)
    const labelId = taken.get(id)?.ourId
    return translationId === undefined || labelId === undefined || !alive.has(labelId)
      ? []
      : [{ translationId, labelId }]
  })
  const present = (yield* repository.listOfTranslations([...ids.values()])).map(({ translationId, id }) => ({
    translationId,
    labelId: id
  }))
  const isIn = (some: typeof wanted) => {
    const names = new Set(some.map(({ translationId, labelId }) => `${translationId} ${labelId}`))
    return ({ translationId, labelId }: (typeof wanted)[number]) => names.has(`${translationId} ${labelId}`)
  }
  const isWanted = isIn(wanted)
  yield* repository.unassign(present.filter((one) => !isWanted(one)))
  yield* repository.assign(project.id, wanted)
})
