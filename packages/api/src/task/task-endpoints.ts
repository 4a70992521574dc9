import { taskStates, taskTypes } from "@dragoman/domain/task"
import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { anyOf, project, requires, user } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { keyId, projectId, taskNumber } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { QueryTime } from "../identifier/query-time.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { SimpleUserModel } from "../user/user-model.ts"
import {
  CreatedTaskModel,
  TaskBody,
  TaskEditBody,
  TaskKeyBody,
  TaskKeyModel,
  TaskKeysBody,
  TaskKeysModel,
  TaskModel,
  TaskScopeBody,
  TaskScopeModel,
  TasksBody,
  TaskWithProjectModel,
  TaskWorkModel
} from "./task-model.ts"

const tasksPath = "/v2/projects/:projectId/tasks"
const taskPath = `${tasksPath}/:taskNumber` as const
const one = { projectId, taskNumber }
const viewing = requires(project(["tasks.view"], { shortPath: true }))
const editing = requires(project(["tasks.edit"], { shortPath: true }))
const viewingOwn = requires(anyOf(["tasks.view", null], { shortPath: true }))
const workingOnOwn = requires(anyOf(["tasks.edit", null], { shortPath: true }))

const ids = Schema.optional(IdList)
const states = Schema.optional(Schema.Array(Schema.Literals(taskStates)))

const listFilters = {
  ...listQuery("tasks"),
  search: field(Schema.optional(Schema.String), "Only tasks whose name contains this text, or that have this number."),
  filterState: field(states, "Only tasks in one of these states."),
  filterNotState: field(states, "Only tasks in none of these states."),
  filterAssignee: field(ids, "Only tasks of one of these users."),
  filterType: field(Schema.optional(Schema.Array(Schema.Literals(taskTypes))), "Only tasks of one of these types."),
  filterId: field(ids, "Only tasks with one of these numbers."),
  filterNotId: field(ids, "Only tasks with none of these numbers."),
  filterProject: field(ids, "Only tasks of one of these projects."),
  filterNotProject: field(ids, "Only tasks of none of these projects."),
  filterLanguage: field(ids, "Only tasks in one of these languages."),
  filterKey: field(ids, "Only tasks with one of these keys."),
  filterAgency: field(ids, "Ignored: the server has no orders of agencies."),
  filterNotClosedBefore: field(
    Schema.optional(QueryTime),
    "Leaves out tasks that were closed before this time, in epoch milliseconds."
  )
}

const keyFilters = {
  filterState: field(
    Schema.optional(Schema.Array(Schema.Literals(translationStates))),
    "Only keys whose text in the language is in one of these states."
  ),
  filterOutdated: field(QueryFlag, "Whether to take keys with outdated texts, besides those by state; absent: false.")
}

const ofProject = { params: { projectId } }

/** Tasks of a project. */
export const TaskEndpoints = endpointGroup(
  "task",
  HttpApiEndpoint.get("list", tasksPath, {
    ...ofProject,
    query: { ...listFilters, branch: branchParameter },
    success: pageOf("tasks", TaskModel)
  }).pipe(viewing, described("Lists the tasks of a branch.")),
  HttpApiEndpoint.post("create", tasksPath, {
    ...ofProject,
    query: keyFilters,
    payload: TaskBody,
    success: CreatedTaskModel
  }).pipe(editing, described("Creates a task; the response also lists the keys that it did not take.")),
  HttpApiEndpoint.post("createSeveral", `${tasksPath}/create-multiple-tasks`, {
    ...ofProject,
    query: keyFilters,
    payload: TasksBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(editing, described("Creates several tasks: all of them, or none if one is rejected.")),
  HttpApiEndpoint.post("calculateScope", `${tasksPath}/calculate-scope`, {
    ...ofProject,
    query: keyFilters,
    payload: TaskScopeBody,
    success: TaskScopeModel
  }).pipe(viewing, described("Counts the keys that a new task would have; changes nothing.")),
  HttpApiEndpoint.get("listPossibleAssignees", `${tasksPath}/possible-assignees`, {
    ...ofProject,
    query: {
      ...listQuery("members"),
      search: field(Schema.optional(Schema.String), "Only users whose name or user name contains this text."),
      filterId: field(ids, "Only users with these ids."),
      filterMinimalScope: field(
        Schema.optional(Schema.String),
        "Only users with this scope, by its name in capitals or as it is elsewhere in the API.",
        "TRANSLATIONS_VIEW"
      ),
      filterViewLanguageId: field(Schema.optional(PathId), "Only users who may view texts in this language."),
      filterEditLanguageId: field(Schema.optional(PathId), "Only users who may translate texts into this language."),
      filterStateLanguageId: field(Schema.optional(PathId), "Only users who may change states in this language.")
    },
    success: pageOf("users", SimpleUserModel)
  }).pipe(editing, described("Lists the users of a project who can be assigned to tasks.")),
  HttpApiEndpoint.get("get", taskPath, { params: one, success: TaskModel }).pipe(
    viewingOwn,
    described("Returns a task of any branch.")
  ),
  HttpApiEndpoint.put("update", taskPath, { params: one, payload: TaskEditBody, success: TaskModel }).pipe(
    editing,
    described("Replaces name, description, due date and assignees of an open task.")
  ),
  HttpApiEndpoint.put("finish", `${taskPath}/finish`, { params: one, success: TaskModel }).pipe(
    workingOnOwn,
    described("Finishes a task whose keys are all done.")
  ),
  HttpApiEndpoint.put("cancel", `${taskPath}/cancel`, { params: one, success: TaskModel }).pipe(
    editing,
    described("Cancels a task.")
  ),
  HttpApiEndpoint.put("close", `${taskPath}/close`, { params: one, success: TaskModel }).pipe(
    editing,
    described("Cancels a task, under the name that older clients use.")
  ),
  HttpApiEndpoint.put("reopen", `${taskPath}/reopen`, { params: one, success: TaskModel }).pipe(
    editing,
    described("Opens a closed task again.")
  ),
  HttpApiEndpoint.get("listKeys", `${taskPath}/keys`, { params: one, success: TaskKeysModel }).pipe(
    viewingOwn,
    described("Lists the keys of a task.")
  ),
  HttpApiEndpoint.put("updateKeys", `${taskPath}/keys`, {
    params: one,
    payload: TaskKeysBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(editing, described("Adds keys to an open task, also those of other tasks, and removes keys from it.")),
  HttpApiEndpoint.put("updateKey", `${taskPath}/keys/:keyId`, {
    params: { ...one, keyId },
    payload: TaskKeyBody,
    success: TaskKeyModel
  }).pipe(workingOnOwn, described("Marks a key of an open task as done, or as not done.")),
  HttpApiEndpoint.get("listBlocking", `${taskPath}/blocking-tasks`, {
    params: one,
    success: Schema.Array(Schema.Int)
  }).pipe(viewingOwn, described("Lists the numbers of the tasks that are to be done before this one.")),
  HttpApiEndpoint.get("reportByUser", `${taskPath}/per-user-report`, {
    params: one,
    success: Schema.Array(TaskWorkModel)
  }).pipe(viewingOwn, described("Counts the keys of a task by the user who has done them.")),
  HttpApiEndpoint.get("reportAsFile", `${taskPath}/xlsx-report`, {
    params: one,
    success: HttpApiSchema.StreamUint8Array({
      contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    })
  }).pipe(
    viewingOwn,
    described("Returns the work on a task as an Excel workbook: its keys in total, and by the user who has done them.")
  )
)

/** Tasks of the caller. */
export const UserTaskEndpoints = endpointGroup(
  "userTask",
  HttpApiEndpoint.get("list", "/v2/user-tasks", {
    query: listFilters,
    success: pageOf("tasks", TaskWithProjectModel)
  }).pipe(
    requires(user({ credentials: ["JWT", "PAT"] })),
    described("Lists the tasks that are assigned to the caller, in all projects and on all branches.")
  )
)
