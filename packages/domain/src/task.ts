export { type AssigneeFilter, matchesAssigneeFilter } from "./permission/assignee-filter.ts"
export {
  checkFinished,
  checkTaskOpen,
  isOpenTask,
  openTaskStates,
  type TaskContent,
  type TaskInput,
  type TaskState,
  type TaskType,
  taskNumbers,
  taskStates,
  taskTypes,
  validateDone,
  validateTaskEdit,
  validateTaskInput,
  validateTaskList,
  workingState
} from "./task/task.ts"
export { changedTaskWork, isBlockedBy, isTaskWorkDone } from "./task/task-order.ts"
export {
  type ScopedKeys,
  type SkipReason,
  scopeOfTask,
  skipReasons,
  type TaskCandidate,
  type TaskFilter
} from "./task/task-scope.ts"
