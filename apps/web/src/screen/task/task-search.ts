import { openTaskStates, type TaskState, taskTypes } from "@dragoman/domain/task"
import type { LanguageModel, Request } from "../../base/api/contract.ts"
import { dueFirst } from "../../feature/task/task-progress.ts"

/** The filters and the order of a list of tasks as they stand in the address. Absent: no such filter; of `state`: open tasks. */
export interface TaskListSearch {
  readonly branch?: string | undefined
  /** A part of the name, or the number. */
  readonly q?: string | undefined
  /** `closed` or `all`. */
  readonly state?: string | undefined
  /** `TRANSLATE` or `REVIEW`. */
  readonly type?: string | undefined
  /** Tag of a language. */
  readonly language?: string | undefined
  /** Id of a user. */
  readonly assignee?: string | undefined
  /** `due` or `name`; absent: the newest first. */
  readonly sort?: string | undefined
}

const valid: Readonly<Record<keyof TaskListSearch, (value: string) => boolean>> = {
  branch: () => true,
  q: () => true,
  state: (value) => value === "closed" || value === "all",
  type: (value) => (taskTypes as ReadonlyArray<string>).includes(value),
  language: () => true,
  assignee: (value) => /^[1-9]\d{0,14}$/.test(value),
  sort: (value) => value === "due" || value === "name"
}

/** Parses the search parameters; unknown ones are dropped without an error. */
export const parseTaskListSearch = (raw: Readonly<Record<string, unknown>>): TaskListSearch =>
  Object.fromEntries(
    Object.entries(valid).flatMap(([name, isValid]) => {
      const value = raw[name]
      return typeof value === "string" && value !== "" && isValid(value) ? [[name, value]] : []
    })
  )

/** Returns whether filters leave tasks out, besides that open ones are shown first. */
export const isFilteredTaskList = ({ q, state, type, language, assignee }: TaskListSearch): boolean =>
  [q, state, type, language, assignee].some((value) => value !== undefined && value !== "")

/** Removes every filter, and keeps the order. */
export const clearedTaskFilters: TaskListSearch = {
  q: undefined,
  state: undefined,
  type: undefined,
  language: undefined,
  assignee: undefined
}

const closedStates: ReadonlyArray<TaskState> = ["FINISHED", "CANCELED"]

const orders = { due: dueFirst, name: [{ property: "name", direction: "asc" }] } as const

/** The filters as the API takes them. A language that the project does not have finds nothing. */
export const toTaskQuery = (
  search: TaskListSearch,
  languages: ReadonlyArray<Pick<LanguageModel, "id" | "tag">>
): Omit<Request<"userTask", "list">["query"], "page" | "size"> => {
  const { q, state, type, language, assignee, sort } = search
  return {
    ...(q && { search: q }),
    ...(state === "all" ? {} : { filterState: state === "closed" ? closedStates : openTaskStates }),
    ...(type && { filterType: taskTypes.filter((one) => one === type) }),
    ...(language && { filterLanguage: [languages.find(({ tag }) => tag === language)?.id ?? 0] }),
    ...(assignee && { filterAssignee: [Number(assignee)] }),
    ...(sort === "due" || sort === "name" ? { sort: orders[sort] } : {})
  }
}
