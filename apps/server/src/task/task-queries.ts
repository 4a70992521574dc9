import type { TaskScopeBody } from "@dragoman/api"
import { type ListQuery, pageMetadata, pageRequest, pageRows } from "@dragoman/domain/page"
import { computePermission, expandScopes, isScope } from "@dragoman/domain/permission"
import {
  type AssigneeFilter,
  isBlockedBy,
  matchesAssigneeFilter,
  scopeOfTask,
  type TaskFilter,
  type TaskState,
  type TaskType,
  validateTaskInput
} from "@dragoman/domain/task"
import { scopeOfDatabase } from "@dragoman/domain/tolgee"
import type { TranslationState } from "@dragoman/domain/translation"
import {
  AccessRepository,
  type ContentPlace,
  LanguageRepository,
  NotificationAudienceRepository,
  type TaskConditions,
  TaskRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { readPlace } from "../change/branch-place.ts"
import { failWith, orFail } from "../platform/fail.ts"
import { type IdFilters, paged } from "../platform/paged.ts"
import { countBaseWords } from "../project/stats/stats-queries.ts"
import type { ProjectAccess, UserAccess } from "../service/access/access.ts"
import { keyScopesOf } from "../service/access/task-rights.ts"
import { withCounts, withCountsOf } from "../service/task/count-tasks.ts"

type Ids = ReadonlyArray<number> | undefined

export interface TaskListQuery extends ListQuery<"tasks"> {
  readonly search?: string | undefined
  readonly filterState?: ReadonlyArray<TaskState> | undefined
  readonly filterNotState?: ReadonlyArray<TaskState> | undefined
  readonly filterAssignee?: Ids
  readonly filterType?: ReadonlyArray<TaskType> | undefined
  readonly filterId?: Ids
  readonly filterNotId?: Ids
  readonly filterProject?: Ids
  readonly filterNotProject?: Ids
  readonly filterLanguage?: Ids
  readonly filterKey?: Ids
  readonly filterNotClosedBefore?: number | undefined
}

/** Filters of the keys of a new task. */
export interface KeyFilterQuery {
  readonly filterState?: ReadonlyArray<TranslationState> | undefined
  readonly filterOutdated?: boolean | undefined
}

/** Reads a page of the tasks of a branch, the newest first. */
export const listTasks = Effect.fn("listTasks")(function* (
  access: ProjectAccess<"tasks.view">,
  query: TaskListQuery & { readonly branch?: string | undefined }
) {
  const tasks = yield* TaskRepository
  const owner = yield* readPlace(access, query.branch)
  yield* countWords(owner)
  const { rows, page } = yield* paged("tasks", query, (slice) =>
    tasks.list({ owner, conditions: toConditions(query), ...slice })
  )
  return { rows: yield* withCounts(rows), page }
})

/** Reads a page of the tasks of the caller in all projects, the newest first. */
export const listUserTasks = Effect.fn("listUserTasks")(function* ({ caller }: UserAccess, query: TaskListQuery) {
  const tasks = yield* TaskRepository
  const { rows, page } = yield* paged("tasks", query, (slice) =>
    tasks.list({ owner: { assigneeId: caller.userId }, conditions: toConditions(query), ...slice })
  )
  return { rows: yield* withCounts(rows), page }
})

const toConditions = (query: TaskListQuery): TaskConditions => ({
  search: query.search ?? "",
  states: query.filterState ?? null,
  exceptStates: query.filterNotState ?? [],
  types: query.filterType ?? null,
  numbers: query.filterId ?? null,
  exceptNumbers: query.filterNotId ?? [],
  assignees: query.filterAssignee ?? null,
  projects: query.filterProject ?? null,
  exceptProjects: query.filterNotProject ?? [],
  languages: query.filterLanguage ?? null,
  keys: query.filterKey ?? null,
  notClosedBefore: query.filterNotClosedBefore ?? null
})

/** Reads a task with its counts. */
export const getTask = Effect.fn("getTask")(function* (access: ProjectAccess, number: number) {
  const task = yield* findOwnTask(access, "tasks.view", number)
  yield* countWords(task)
  return yield* withCountsOf(task)
})

/**
 * Reads a task for a caller with the scope, or for one of its assignees, whose project API key needs the scope all the same. Other
 * callers do not learn whether there is such a task.
 */
export const findOwnTask = Effect.fn("findOwnTask")(function* (
  access: ProjectAccess,
  scope: "tasks.view" | "tasks.edit",
  number: number
) {
  if (access.effectiveScopes.includes(scope)) return yield* findTask(access.projectId, number)
  const tasks = yield* TaskRepository
  const found = yield* tasks.find(access.projectId, number)
  const keyScopes = keyScopesOf(access)
  const isOwn =
    Option.isSome(found) &&
    (keyScopes === null || expandScopes(keyScopes).includes(scope)) &&
    (yield* tasks.isAssignee(found.value.id, access.caller.userId))
  return isOwn ? found.value : yield* failWith("operation_not_permitted", [scope])
})

/** Reads a task; also in a transaction that changes it. */
export const findTask = Effect.fn("findTask")(function* (projectId: number, number: number) {
  const tasks = yield* TaskRepository
  const found = yield* tasks.find(projectId, number)
  return Option.isSome(found) ? found.value : yield* failWith("task_not_found")
})

/** Counts the words of base texts that were written since the last time. */
const countWords = Effect.fnUntraced(function* (place: ContentPlace) {
  const languages = yield* LanguageRepository
  const base = (yield* languages.listOfProject(place.projectId)).find((language) => language.base)
  if (base !== undefined) yield* countBaseWords(place, base.id)
})

export const listTaskKeys = Effect.fn("listTaskKeys")(function* (access: ProjectAccess, number: number) {
  const tasks = yield* TaskRepository
  return yield* tasks.listKeys((yield* findOwnTask(access, "tasks.view", number)).id)
})

/** Lists the numbers of the tasks that are to be done before this one. */
export const listBlockingTasks = Effect.fn("listBlockingTasks")(function* (access: ProjectAccess, number: number) {
  const tasks = yield* TaskRepository
  const task = yield* findOwnTask(access, "tasks.view", number)
  const sharing = yield* tasks.listSharing(task.id)
  return sharing.filter((other) => isBlockedBy(task, other)).map((other) => other.number)
})

/** Counts the keys of a task by the user who has done them. */
export const reportTaskByUser = Effect.fn("reportTaskByUser")(function* (access: ProjectAccess, number: number) {
  const tasks = yield* TaskRepository
  const task = yield* findOwnTask(access, "tasks.view", number)
  yield* countWords(task)
  return yield* tasks.countWork(task.id)
})

/** Counts the keys that a new task would have. */
export const calculateTaskScope = Effect.fn("calculateTaskScope")(function* (
  access: ProjectAccess<"tasks.view">,
  body: TaskScopeBody,
  query: KeyFilterQuery
) {
  const { languageId, type, keys } = yield* orFail(validateTaskInput({ ...body, assignees: [] }))
  const place = yield* readPlace(access, body.branch)
  yield* requireLanguage(place.projectId, languageId)
  yield* countWords(place)
  const scope = yield* chooseKeys(place, { languageId, type, keys }, toFilter(query))
  return {
    keyCount: scope.keyIds.length,
    wordCount: scope.words,
    characterCount: scope.characters,
    keyCountIncludingConflicts: scope.countWithConflicts
  }
})

export const toFilter = ({ filterState, filterOutdated }: KeyFilterQuery): TaskFilter => ({
  states: filterState ?? [],
  outdated: filterOutdated ?? false
})

/** Chooses the keys of a new task. */
export const chooseKeys = Effect.fnUntraced(function* (
  place: ContentPlace,
  {
    languageId,
    type,
    keys
  }: { readonly languageId: number; readonly type: TaskType; readonly keys: ReadonlyArray<number> },
  filter: TaskFilter
) {
  const tasks = yield* TaskRepository
  return scopeOfTask(keys, yield* tasks.listCandidates(place, { languageId, type }, keys), filter)
})

/** Fails for a language that the project does not have. */
export const requireLanguage = Effect.fnUntraced(function* (projectId: number, languageId: number) {
  const languages = yield* LanguageRepository
  const found = (yield* languages.listOfProject(projectId)).some(({ id }) => id === languageId)
  if (!found) return yield* failWith("language_not_from_project")
})

/** Fails for users who cannot enter the project, and names their ids. */
export const requireAssignees = Effect.fnUntraced(function* (projectId: number, userIds: ReadonlyArray<number>) {
  const allowed = new Set((yield* listEntering(projectId, userIds)).map(({ userId }) => userId))
  const others = userIds.filter((id) => !allowed.has(id))
  if (others.length > 0) return yield* failWith("user_has_no_project_access", others)
})

interface AssigneeListQuery extends ListQuery<"members">, IdFilters {
  readonly filterMinimalScope?: string | undefined
  readonly filterViewLanguageId?: number | undefined
  readonly filterEditLanguageId?: number | undefined
  readonly filterStateLanguageId?: number | undefined
}

/** Reads a page of the users who can be assigned, by name. */
export const listPossibleAssignees = Effect.fn("listPossibleAssignees")(function* (
  { projectId, effectiveScopes: scopes }: ProjectAccess<"tasks.edit">,
  query: AssigneeListQuery
) {
  const audience = yield* NotificationAudienceRepository
  const withUsernames = scopes.includes("members.view")
  const sought = (query.search ?? "").trim().toLowerCase()
  const filter = {
    minimalScope: yield* minimalScopeOf(query.filterMinimalScope),
    viewLanguageId: query.filterViewLanguageId,
    editLanguageId: query.filterEditLanguageId,
    stateLanguageId: query.filterStateLanguageId
  }
  const memberIds = yield* audience.listProjectUserIds(projectId)
  const named = query.filterId === undefined ? memberIds : memberIds.filter((id) => query.filterId?.includes(id))
  const found = (yield* listEntering(projectId, named, filter))
    .filter(
      ({ name, username }) =>
        name.toLowerCase().includes(sought) || (withUsernames && username.toLowerCase().includes(sought))
    )
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.userId - other.userId)
  const request = pageRequest("members", query)
  const { offset, limit } = pageRows(request)
  return { rows: found.slice(offset, offset + limit), page: pageMetadata(request, found.length) }
})

/** Clients of Tolgee send the name that scopes have in its database. */
const minimalScopeOf = Effect.fnUntraced(function* (name: string | undefined) {
  if (name === undefined || name === "") return undefined
  const scope = isScope(name) ? name : scopeOfDatabase(name)
  return scope ?? (yield* failWith("wrong_param_type", ["filterMinimalScope"]))
})

const listEntering = Effect.fnUntraced(function* (
  projectId: number,
  userIds: ReadonlyArray<number>,
  filter: AssigneeFilter = {}
) {
  const access = yield* AccessRepository
  const users = yield* access.listProjectUsers(projectId, userIds)
  return users.filter(
    (user) =>
      user.disabledAt === null && user.deletedAt === null && matchesAssigneeFilter(computePermission(user), filter)
  )
})
