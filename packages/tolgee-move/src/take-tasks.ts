import { isOpenTask, taskStates, taskTypes } from "@dragoman/domain/task"
import { TaskRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { readAllowed, readKnown } from "./read-pages.ts"
import { KeySelectionModel, type SourceTask, TaskKeysModel, TaskModel, TaskWorkModel } from "./source-models.ts"
import { listOf, type TakenBranch } from "./take-branches.ts"
import type { TakenProject } from "./take-projects.ts"
import { ensureUsers, type People } from "./take-users.ts"

/** Takes the tasks of a branch whose keys were taken, one in each transaction, by number. */
export const takeTasks = (move: Move, people: People, project: TakenProject, branch: TakenBranch) =>
  runStep(
    move,
    `${branch.steps} tasks`,
    Effect.fnUntraced(function* (step) {
      // Servers without the feature reject the list.
      const listed =
        (yield* readAllowed(move.server, `${listOf(project, branch, "tasks")}sort=number,asc`, TaskModel)) ?? []
      const highest = Math.max(0, ...listed.map(({ number }) => number))
      const after = Number(step.cursor ?? 0)
      for (const task of listed
        .filter(({ number }) => number > after)
        .toSorted((one, other) => one.number - other.number)) {
        const work = { ...(yield* readWork(move, project, branch, task)), highest }
        yield* step.commit(String(task.number), (report) =>
          writeTask(move, people, project, branch, task, work, report)
        )
      }
    })
  )

/** Keys of a task at the source. `doneIds` null: the server does not say which of them are done. */
interface SourceWork {
  readonly keyIds: ReadonlyArray<number>
  readonly doneIds: ReadonlyArray<number> | null
  /** The user who has done them; null: several users, or not known. */
  readonly doneBy: number | null
}

const readWork = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  branch: TakenBranch,
  { number, doneItems }: SourceTask
) {
  const path = `/v2/projects/${project.sourceId}/tasks/${number}`
  const keyIds = (yield* readKnown(move.server, `${path}/keys`, TaskKeysModel))?.keys ?? []
  const done = doneItems ?? 0
  if (done === 0) return { keyIds, doneIds: [], doneBy: null } satisfies SourceWork
  const workers = (yield* readKnown(move.server, `${path}/per-user-report`, TaskWorkModel)) ?? []
  const doneBy = workers.length === 1 ? (workers[0]?.user.id ?? null) : null
  if (done >= keyIds.length) return { keyIds, doneIds: keyIds, doneBy } satisfies SourceWork
  const filter = `filterTaskNumber=${number}&filterTaskKeysDone=true`
  const selected = yield* readKnown(
    move.server,
    `${listOf(project, branch, "keys/select")}${filter}`,
    KeySelectionModel
  )
  const ids = new Set(selected?.ids)
  const doneIds = keyIds.filter((id) => ids.has(id))
  // Servers that ignore the filter select all keys.
  return {
    keyIds,
    doneIds: doneIds.length > done || doneIds.length === 0 ? null : doneIds,
    doneBy
  } satisfies SourceWork
})

const writeTask = Effect.fnUntraced(function* (
  move: Move,
  people: People,
  project: TakenProject,
  { place }: TakenBranch,
  task: SourceTask,
  { keyIds, doneIds, doneBy, highest }: SourceWork & { readonly highest: number },
  report: StepReport
) {
  const tasks = yield* TaskRepository
  const moves = yield* TolgeeMoveRepository
  const where = `${project.name}: #${task.number}`
  const languageId = project.languages.get(task.language.id)
  if (languageId === undefined) return report.find("taskLanguage", where)
  if (doneIds === null) report.find("taskProgress", where, String(task.doneItems ?? 0))
  const assignees = (task.assignees ?? []).filter(({ deleted }) => deleted !== true)
  yield* ensureUsers(move, people, task.author == null ? assignees : [...assignees, task.author], report)
  const state = taskStates.find((name) => name === task.state) ?? "NEW"
  const createdAt = task.createdAt ?? move.now
  const content = {
    name: task.name ?? null,
    description: task.description ?? "",
    dueAt: task.dueDate ?? null,
    state,
    closedAt: isOpenTask(state) ? null : (task.closedAt ?? createdAt)
  }
  const assigneeIds = assignees.flatMap(({ id }) => people.get(id) ?? [])
  const digest = digestOf([content, assigneeIds, keyIds, doneIds])
  const takenId = project.sourceId * numbersMax + task.number
  const known = (yield* moves.listTaken(move.sourceId, "task", [takenId])).get(takenId)
  const found = known === undefined ? [] : yield* tasks.findAll([known.ourId])
  // A task that is gone here went with its language or branch.
  if (known !== undefined && (known.digest === digest || found.length === 0)) return report.count("task", "unchanged")
  let id = known?.ourId ?? 0
  if (known === undefined) {
    const number = yield* numberFor(project.id, task.number, highest)
    if (number !== task.number) report.find("taskRenumbered", where, `#${number}`)
    id = yield* tasks.insert({
      ...place,
      ...content,
      languageId,
      number,
      type: taskTypes.find((name) => name === task.type) ?? "TRANSLATE",
      authorId: task.author == null ? null : (people.get(task.author.id) ?? null),
      createdAt
    })
  } else {
    yield* tasks.update({ id, ...content })
  }
  const keys = yield* moves.listTaken(move.sourceId, "key", keyIds)
  const ours = (ids: ReadonlyArray<number>) => ids.flatMap((sourceId) => keys.get(sourceId)?.ourId ?? [])
  // Keys may be erased here, or be on another branch.
  const wanted = (yield* tasks.listCandidates(place, { languageId, type: "TRANSLATE" }, ours(keyIds))).map(
    ({ keyId }) => keyId
  )
  const kept = new Set(wanted)
  yield* tasks.removeKeys(
    id,
    (yield* tasks.listKeys(id)).filter((keyId) => !kept.has(keyId))
  )
  yield* tasks.addKeys(project.id, id, wanted)
  const done = new Set(ours(doneIds ?? []))
  yield* tasks.setDone(
    id,
    wanted.filter((keyId) => !done.has(keyId)),
    null
  )
  const by = doneBy === null ? null : (people.get(doneBy) ?? null)
  yield* tasks.setDone(id, [...done], { by, at: content.closedAt ?? move.now })
  yield* tasks.setAssignees(id, assigneeIds)
  yield* moves.take(move.sourceId, "task", [{ takenId, ourId: id, digest }])
  report.count("task", known === undefined ? "added" : "changed")
})

/**
 * Chooses the number of a new task: that of the source, unless a task here has it. Other tasks get numbers above all those of
 * the source.
 */
const numberFor = Effect.fnUntraced(function* (projectId: number, wanted: number, highest: number) {
  const tasks = yield* TaskRepository
  const last = yield* tasks.takeNumbers(projectId, 0)
  yield* tasks.takeNumbers(projectId, Math.max(0, highest - last))
  if (Option.isNone(yield* tasks.find(projectId, wanted))) return wanted
  return (yield* tasks.takeNumbers(projectId, 1)) + 1
})

/** Tasks have no ids in the API: the id of the project and the number name them. */
const numbersMax = 1_000_000
