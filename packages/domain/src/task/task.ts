import { type DomainError, domainError } from "../error/domain-error.ts"
import {
  type FieldMessages,
  notNull,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

export const taskTypes = ["TRANSLATE", "REVIEW"] as const

export type TaskType = (typeof taskTypes)[number]

export const taskStates = ["NEW", "IN_PROGRESS", "FINISHED", "CANCELED"] as const

export type TaskState = (typeof taskStates)[number]

/** States of tasks that are worked on. */
export const openTaskStates = ["NEW", "IN_PROGRESS"] as const satisfies ReadonlyArray<TaskState>

export const isOpenTask = (state: TaskState): boolean => (openTaskStates as ReadonlyArray<TaskState>).includes(state)

/** Keys of a task that are not in the trash, and how many of them are done. */
export interface TaskProgress {
  readonly totalItems: number
  readonly doneItems: number
}

/** The state of an open task after a key was done or undone, and of a closed one that is reopened. */
export const workingState = ({ doneItems }: Pick<TaskProgress, "doneItems">): TaskState =>
  doneItems === 0 ? "NEW" : "IN_PROGRESS"

/** Fails when keys are left to do; a task without keys can be finished. */
export const checkFinished = ({ totalItems, doneItems }: TaskProgress): DomainError | null =>
  doneItems < totalItems ? domainError("task_not_finished") : null

/** Fails for a closed task, which can only be read, finished, canceled or reopened. */
export const checkTaskOpen = (state: TaskState): DomainError | null =>
  isOpenTask(state) ? null : domainError("task_not_open")

/** Numbers for new tasks of a project, whose highest number so far is `last`. A number is never used again. */
export const taskNumbers = (last: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => last + 1 + index)

/** Sizes of texts in UTF-16 units. Source: docs/tasks.md#fields. */
const nameMinUtf16Units = 3
const nameMaxUtf16Units = 255
const descriptionMaxUtf16Units = 2_000

/** Fields of a task that can be edited. */
export interface TaskContent {
  readonly name: string | null
  readonly description: string
  /** Epoch milliseconds; null: no due date. */
  readonly dueDate: number | null
  /** Ids of users, each once. */
  readonly assignees: ReadonlyArray<number>
}

type ContentInput = { readonly [Field in keyof TaskContent]?: Optional<TaskContent[Field]> }

/** A new task as a client asks for it. */
export interface TaskInput extends ContentInput {
  readonly type?: Optional<TaskType>
  readonly languageId?: Optional<number>
  readonly keys?: Optional<ReadonlyArray<number>>
}

interface NewTask extends TaskContent {
  readonly type: TaskType
  readonly languageId: number
  /** Candidates, each once. */
  readonly keys: ReadonlyArray<number>
}

/** Checks an edit, which replaces all fields: an absent one becomes empty. */
export const validateTaskEdit = (input: ContentInput): Validated<TaskContent> =>
  validateFields(contentMessages(input), contentOf(input))

/** Checks a new task. The lists of keys and assignees are required, and may be empty. */
export const validateTaskInput = (input: TaskInput): Validated<NewTask> =>
  validateFields(
    {
      ...contentMessages(input),
      type: notNull(input.type),
      languageId: notNull(input.languageId),
      keys: notNull(input.keys),
      assignees: notNull(input.assignees)
    },
    {
      ...contentOf(input),
      type: input.type ?? "TRANSLATE",
      languageId: input.languageId ?? 0,
      keys: [...new Set(input.keys)]
    }
  )

/** Checks that a request lists new tasks. */
export const validateTaskList = <Input>(tasks: Optional<ReadonlyArray<Input>>): Validated<ReadonlyArray<Input>> =>
  validateFields({ tasks: notNull(tasks) }, tasks ?? [])

/** Checks that a request says whether a key is done. */
export const validateDone = (done: Optional<boolean>): Validated<boolean> =>
  validateFields({ done: notNull(done) }, done ?? false)

const contentMessages = ({ name, description }: ContentInput): FieldMessages => ({
  name: sizeBetween(nameMinUtf16Units, nameMaxUtf16Units, name),
  description: sizeBetween(0, descriptionMaxUtf16Units, description)
})

const contentOf = ({ name, description, dueDate, assignees }: ContentInput): TaskContent => ({
  name: name ?? null,
  description: description ?? "",
  dueDate: dueDate ?? null,
  assignees: [...new Set(assignees)]
})
