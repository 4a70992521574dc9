import { Api } from "@dragoman/api"
import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { idListBodies } from "../platform/id-list/decode-id-list.ts"
import { receiveIdList } from "../platform/id-list/id-list-thread.ts"
import { type ProjectAccess, withAccess } from "../service/access/access.ts"
import {
  type CountedTask,
  showsUsernames,
  taskToModel,
  taskWithProjectToModel,
  userToModel,
  workToModel
} from "../service/task/task-shapes.ts"
import {
  cancelTask,
  createTask,
  createTasks,
  finishTask,
  reopenTask,
  updateTask,
  updateTaskKey,
  updateTaskKeys
} from "./change-tasks.ts"
import {
  calculateTaskScope,
  getTask,
  listBlockingTasks,
  listPossibleAssignees,
  listTaskKeys,
  listTasks,
  listUserTasks,
  reportTaskByUser
} from "./task-queries.ts"
import { reportTaskAsFile } from "./task-report.ts"

const toModel = (access: ProjectAccess, task: CountedTask) => taskToModel(task, showsUsernames(access))

const TaskHandlers = HttpApiBuilder.group(Api, "task", (handlers) =>
  handlers
    .handle(
      "list",
      withAccess(function* (access, { query }) {
        const { rows, page } = yield* listTasks(access, query)
        return { _embedded: { tasks: rows.map((task) => toModel(access, task)) }, page }
      })
    )
    .handleRaw(
      "create",
      withAccess(function* (access, { query, request }) {
        const body = yield* receiveIdList(idListBodies.task, request)
        const task = yield* createTask(access, body, query)
        return { ...toModel(access, task), skippedKeys: task.skipped }
      })
    )
    .handleRaw(
      "createSeveral",
      withAccess(function* (access, { query, request }) {
        yield* createTasks(access, yield* receiveIdList(idListBodies.tasks, request), query)
      })
    )
    .handleRaw(
      "calculateScope",
      withAccess(function* (access, { query, request }) {
        return yield* calculateTaskScope(access, yield* receiveIdList(idListBodies.taskScope, request), query)
      })
    )
    .handle(
      "listPossibleAssignees",
      withAccess(function* (access, { query }) {
        const { rows, page } = yield* listPossibleAssignees(access, query)
        const users = rows.map((row) =>
          userToModel({ ...row, id: row.userId, deletedAt: null }, showsUsernames(access))
        )
        return { _embedded: { users }, page }
      })
    )
    .handle(
      "get",
      withAccess(function* (access, { params }) {
        return toModel(access, yield* getTask(access, params.taskNumber))
      })
    )
    .handle(
      "update",
      withAccess(function* (access, { params, payload }) {
        return toModel(access, yield* updateTask(access, params.taskNumber, payload))
      })
    )
    .handle(
      "finish",
      withAccess(function* (access, { params }) {
        return toModel(access, yield* finishTask(access, params.taskNumber))
      })
    )
    .handle(
      "cancel",
      withAccess(function* (access, { params }) {
        return toModel(access, yield* cancelTask(access, params.taskNumber))
      })
    )
    .handle(
      "close",
      withAccess(function* (access, { params }) {
        return toModel(access, yield* cancelTask(access, params.taskNumber))
      })
    )
    .handle(
      "reopen",
      withAccess(function* (access, { params }) {
        return toModel(access, yield* reopenTask(access, params.taskNumber))
      })
    )
    .handle(
      "listKeys",
      withAccess(function* (access, { params }) {
        return { keys: yield* listTaskKeys(access, params.taskNumber) }
      })
    )
    .handleRaw(
      "updateKeys",
      withAccess(function* (access, { params, request }) {
        yield* updateTaskKeys(access, params.taskNumber, yield* receiveIdList(idListBodies.taskKeys, request))
      })
    )
    .handle(
      "updateKey",
      withAccess((access, { params, payload }) => updateTaskKey(access, params, payload))
    )
    .handle(
      "listBlocking",
      withAccess((access, { params }) => listBlockingTasks(access, params.taskNumber))
    )
    .handle(
      "reportByUser",
      withAccess(function* (access, { params }) {
        return (yield* reportTaskByUser(access, params.taskNumber)).map((row) => workToModel(access, row))
      })
    )
    .handleRaw(
      "reportAsFile",
      withAccess((access, { params }) => reportTaskAsFile(access, params.taskNumber))
    )
)

const UserTaskHandlers = HttpApiBuilder.group(Api, "userTask", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listUserTasks(access, query)
      return { _embedded: { tasks: rows.map(taskWithProjectToModel) }, page }
    })
  })
)

export const layerTaskHandlers = Layer.mergeAll(TaskHandlers, UserTaskHandlers)
