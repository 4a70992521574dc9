import { taskStates, taskTypes } from "@dragoman/domain/task"
import { Schema } from "effect"
import { Id, Millis, table } from "../database/table.ts"

/** Work on keys in one language. */
export const taskTable = table("task", {
  id: Id,
  projectId: Schema.Number,
  /** null: the default branch. */
  branchId: Schema.NullOr(Schema.Number),
  /** Name of the branch that it was created on, if a merge has moved it from there. */
  originBranchName: Schema.NullOr(Schema.String),
  languageId: Schema.Number,
  /** Unique in the project, from 1, never used again. */
  number: Schema.Number,
  type: Schema.Literals(taskTypes),
  state: Schema.Literals(taskStates),
  name: Schema.NullOr(Schema.String),
  description: Schema.String,
  dueAt: Schema.NullOr(Millis),
  /** null: the server itself. */
  authorId: Schema.NullOr(Schema.Number),
  createdAt: Millis,
  /** When the task was finished or canceled; null: it is open. */
  closedAt: Schema.NullOr(Millis),
  /** The due date that the assignees were reminded of; null: none yet. */
  announcedDueAt: Schema.NullOr(Millis)
})

/** A user who works on a task. */
export const taskAssigneeTable = table("task_assignee", { taskId: Schema.Number, userId: Schema.Number })

/** A key of a task. */
export const taskKeyTable = table("task_key", {
  taskId: Schema.Number,
  keyId: Schema.Number,
  projectId: Schema.Number,
  /** null: not done. */
  doneAt: Schema.NullOr(Millis),
  /** The user whose work it was; null: not done, or not known. */
  doneBy: Schema.NullOr(Schema.Number)
})
