import { skipReasons, taskStates, taskTypes } from "@dragoman/domain/task"
import { Schema } from "effect"
import { branchOfBody } from "../branch/branch-field.ts"
import { field } from "../field.ts"
import { LanguageModel } from "../language/language-model.ts"
import { SimpleProjectModel } from "../organization/organization-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const fields = {
  number: field(Schema.Int, "Number of the task, unique in the project and never used again.", 3),
  name: field(Schema.NullOr(Schema.String), "Name of the task; null: none.", "Release 2.4"),
  description: field(Schema.String, "What the assignees need to know; may be empty.", "Texts of the checkout."),
  type: field(Schema.Literals(taskTypes), "Whether texts are translated or reviewed."),
  state: field(
    Schema.Literals(taskStates),
    "NEW: no key is done. IN_PROGRESS: some are. FINISHED and CANCELED tasks are closed."
  ),
  language: field(LanguageModel, "The language of the texts."),
  assignees: field(Schema.Array(SimpleUserModel), "The users who work on it, by name."),
  author: field(Schema.NullOr(SimpleUserModel), "The user who created it; null: the server."),
  createdAt: field(Schema.Int, "Time of its creation in epoch milliseconds.", 1_767_225_600_000),
  closedAt: field(
    Schema.NullOr(Schema.Int),
    "Time when it was finished or canceled, in epoch milliseconds; null: it is open."
  ),
  dueDate: field(Schema.NullOr(Schema.Int), "Due date in epoch milliseconds; null: none.", 1_767_830_400_000),
  totalItems: field(Schema.Int, "Number of its keys, without those in the trash.", 189),
  doneItems: field(Schema.Int, "Number of these keys that are done.", 14),
  baseWordCount: field(Schema.Int, "Words of the base texts of its keys.", 1204),
  baseCharacterCount: field(Schema.Int, "Characters of the base texts of its keys.", 7110),
  agency: field(Schema.Null, "Always null: the server has no orders of agencies."),
  branchName: field(Schema.NullOr(Schema.String), "Name of its branch; null: the project uses no branches.", null),
  originBranchName: field(
    Schema.NullOr(Schema.String),
    "Name of the branch that it was created on, if a merge has moved it from there; null: it was not moved.",
    null
  )
}

/** Work on keys in a language. */
export const TaskModel = Schema.Struct(fields)
export type TaskModel = typeof TaskModel.Type

/** A task that was created, with the keys that it did not take. */
export const CreatedTaskModel = Schema.Struct({
  ...fields,
  skippedKeys: field(
    Schema.Array(
      Schema.Struct({
        keyId: field(Schema.Int, "Id of the key, as in the request.", 4023),
        reason: field(
          Schema.Literals(skipReasons),
          "NOT_FOUND: the branch has no such key. FILTERED: the filters leave it out. IN_OTHER_TASK: another open task of the type and language has it.",
          "IN_OTHER_TASK"
        )
      })
    ),
    "Keys of the request that the task does not have, and why. Not in Tolgee's API.",
    []
  )
})
export type CreatedTaskModel = typeof CreatedTaskModel.Type

export const TaskWithProjectModel = Schema.Struct({
  ...fields,
  project: field(SimpleProjectModel, "The project of the task.")
})
export type TaskWithProjectModel = typeof TaskWithProjectModel.Type

const optionalText = Schema.optional(Schema.NullOr(Schema.String))
const Ids = Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))

const contentFields = {
  name: field(optionalText, "Name; 3 to 255 characters. Null or absent: none.", "Release 2.4"),
  description: field(optionalText, "Description; up to 2000 characters. Null or absent: an empty one."),
  dueDate: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Due date in epoch milliseconds. Null or absent: none.",
    1_767_830_400_000
  )
}

/** Fields of a task that replace those of before. */
export const TaskEditBody = Schema.Struct({
  ...contentFields,
  assignees: field(Ids, "Ids of the users who work on it. Null or absent: none.", [12])
})
export type TaskEditBody = typeof TaskEditBody.Type

const workFields = {
  languageId: field(Schema.optional(Schema.NullOr(Schema.Int)), "Id of the language; required.", 102),
  type: field(
    Schema.optional(Schema.NullOr(Schema.Literals(taskTypes))),
    "Whether texts are translated or reviewed; required.",
    "TRANSLATE"
  ),
  keys: field(
    Ids,
    "Ids of keys; required, may be empty. Keys of other branches, those that the filters leave out, and those of another open task of the type and language are skipped.",
    [4021, 4022]
  ),
  branch: branchOfBody
}

export const TaskBody = Schema.Struct({
  ...contentFields,
  assignees: field(Ids, "Ids of the users who work on it; required, may be empty.", [12]),
  ...workFields
})
export type TaskBody = typeof TaskBody.Type

export const TasksBody = Schema.Struct({
  tasks: field(Schema.optional(Schema.NullOr(Schema.Array(TaskBody))), "The new tasks; required.")
})
export type TasksBody = typeof TasksBody.Type

export const TaskScopeBody = Schema.Struct(workFields)
export type TaskScopeBody = typeof TaskScopeBody.Type

export const TaskScopeModel = Schema.Struct({
  keyCount: field(Schema.Int, "Number of keys that the task would have.", 189),
  wordCount: field(Schema.Int, "Words of their base texts.", 1204),
  characterCount: field(Schema.Int, "Characters of their base texts.", 7110),
  keyCountIncludingConflicts: field(Schema.Int, "Number of keys, with those of other open tasks.", 201)
})
export type TaskScopeModel = typeof TaskScopeModel.Type

export const TaskKeysModel = Schema.Struct({
  keys: field(Schema.Array(Schema.Int), "Ids of the keys of the task, without those in the trash.", [4021, 4022])
})

export const TaskKeysBody = Schema.Struct({
  addKeys: field(Ids, "Ids of keys to add; those that the branch of the task does not have are skipped.", [4023]),
  removeKeys: field(Ids, "Ids of keys to remove; those that the task does not have are skipped.", [4021])
})
export type TaskKeysBody = typeof TaskKeysBody.Type

export const TaskKeyBody = Schema.Struct({
  done: field(Schema.optional(Schema.NullOr(Schema.Boolean)), "Whether the key is done; required.", true)
})
export type TaskKeyBody = typeof TaskKeyBody.Type

export const TaskKeyModel = Schema.Struct({
  done: field(Schema.Boolean, "Whether the key is done.", true),
  taskFinished: field(Schema.Boolean, "Whether all keys of the task are done, so that it can be finished.", false)
})

/** Work of one user on a task. */
export const TaskWorkModel = Schema.Struct({
  user: field(SimpleUserModel, "The user."),
  doneItems: field(Schema.Int, "Number of keys that the user has done.", 14),
  baseCharacterCount: field(Schema.Int, "Characters of the base texts of these keys.", 702),
  baseWordCount: field(Schema.Int, "Words of the base texts of these keys.", 118)
})
export type TaskWorkModel = typeof TaskWorkModel.Type
