import type { ActivityType, DescribedEntity } from "@dragoman/domain/activity"
import type { TaskAssigneeRow, TaskKeyRow, TaskRow } from "@dragoman/store"
import { type EntityChange, recordActivity } from "../change/activity/record-activity.ts"
import { describedLanguage } from "../project/language/language-shapes.ts"
import type { ProjectAccess } from "../service/access/access.ts"

/** A task as the activity records it. */
export interface RecordedTask {
  readonly task: TaskRow
  readonly assignees: ReadonlyArray<TaskAssigneeRow>
}

/** Activity of keys of a task. */
export interface TaskKeyChanges {
  readonly entities: ReadonlyArray<EntityChange>
  readonly described: ReadonlyArray<DescribedEntity>
}

/** The activity of a change that concerns no key. */
export const noKeyChanges: TaskKeyChanges = { entities: [], described: [] }

/** Records the changes of tasks as one revision; `before` null: the task is new. */
export const recordTasks = (
  { projectId, caller }: ProjectAccess,
  type: ActivityType,
  changes: ReadonlyArray<{ readonly before: RecordedTask | null; readonly after: RecordedTask }>,
  keys: TaskKeyChanges = noKeyChanges
) => {
  const languages = new Map(changes.map(({ after: { task } }) => [task.languageId, task]))
  return recordActivity({
    projectId,
    branchId: changes[0]?.after.task.branchId ?? null,
    authorId: caller.userId,
    type,
    entities: [...changes.map(({ before, after }) => taskEntity(before, after)), ...keys.entities],
    described: [
      ...changes.map(({ after: { task } }) => describedTask(task)),
      ...[...languages.values()].map(describedLanguageOf),
      ...keys.described
    ]
  })
}

/** The changes of keys of a task: added, removed, done or not done any more. */
export const taskKeyEntities = (
  taskId: number,
  before: ReadonlyArray<TaskKeyRow>,
  after: ReadonlyArray<TaskKeyRow>
): ReadonlyArray<EntityChange> => {
  const beforeById = new Map(before.map((row) => [row.keyId, row]))
  const afterById = new Map(after.map((row) => [row.keyId, row]))
  return [...new Set([...beforeById.keys(), ...afterById.keys()])].map((keyId) => ({
    entityClass: "TaskKey",
    entityId: keyId,
    before: keyToLogged(beforeById.get(keyId)),
    after: keyToLogged(afterById.get(keyId)),
    relations: {
      task: { entityClass: "Task", entityId: taskId },
      key: { entityClass: "Key", entityId: keyId }
    }
  }))
}

const keyToLogged = (row: TaskKeyRow | undefined) =>
  row === undefined ? null : { done: row.doneAt !== null, author: row.doneAt === null ? null : row.authorName }

const taskEntity = (before: RecordedTask | null, after: RecordedTask): EntityChange => ({
  entityClass: "Task",
  entityId: after.task.id,
  before: before && toLogged(before),
  after: toLogged(after),
  relations: languageRelation(after.task)
})

const toLogged = ({ task, assignees }: RecordedTask) => ({
  number: task.number,
  name: task.name,
  description: task.description,
  type: task.type,
  state: task.state,
  dueDate: task.dueAt,
  assignees: assignees.map(({ name }) => name)
})

const languageRelation = ({ languageId }: TaskRow) =>
  ({ language: { entityClass: "Language", entityId: languageId } }) as const

const describedTask = (task: TaskRow): DescribedEntity => ({
  entityClass: "Task",
  entityId: task.id,
  data: { number: task.number, name: task.name },
  relations: languageRelation(task)
})

const describedLanguageOf = ({ languageId, languageTag, languageName, languageFlagEmoji }: TaskRow) =>
  describedLanguage({ id: languageId, tag: languageTag, name: languageName, flagEmoji: languageFlagEmoji })
