import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { createMemory, deleteMemory, editMemory, setWriteOnlyReviewed } from "./change-memories.ts"
import { assignMemory, editAssignment, setOwnWriteOnlyReviewed, unassignMemory } from "./change-memories-of-project.ts"
import { countEntries } from "./memory-entry-queries.ts"
import {
  getMemory,
  listAssignedProjects,
  listMemories,
  listMemoriesOfProject,
  listMemoriesWithStats
} from "./memory-queries.ts"
import { memoryOfProjectToModel, memoryToModel, simpleMemoryToModel } from "./memory-shapes.ts"

export const TranslationMemoryHandlers = HttpApiBuilder.group(Api, "translationMemory", (handlers) =>
  handlers.handleAll({
    create: withAccess(function* (access, { payload }) {
      return memoryToModel(yield* createMemory(access, payload), access.organization)
    }),
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listMemories(access, query)
      return { _embedded: { translationMemories: rows.map(simpleMemoryToModel) }, page }
    }),
    listWithStats: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listMemoriesWithStats(access, query)
      const translationMemories = rows.map((row) => ({
        ...simpleMemoryToModel(row),
        defaultPenalty: row.defaultPenalty,
        writeOnlyReviewed: row.writeOnlyReviewed,
        assignedProjectNames: row.assignedProjectNames
      }))
      return { _embedded: { translationMemories }, page }
    }),
    get: withAccess(function* (access, { params }) {
      return memoryToModel(yield* getMemory(access, params.translationMemoryId), access.organization)
    }),
    edit: withAccess(function* (access, { params, payload }) {
      return memoryToModel(yield* editMemory(access, params.translationMemoryId, payload), access.organization)
    }),
    delete: withAccess((access, { params }) => deleteMemory(access, params.translationMemoryId)),
    setWriteOnlyReviewed: withAccess(function* (access, { params, payload }) {
      const memory = yield* setWriteOnlyReviewed(access, params.translationMemoryId, payload.writeOnlyReviewed)
      return memoryToModel(memory, access.organization)
    }),
    countEntries: withAccess((access, { query }) =>
      Effect.map(countEntries(access, query.ids ?? []), (counts) => ({ counts }))
    ),
    listAssignedProjects: withAccess(function* (access, { params }) {
      const rows = yield* listAssignedProjects(access, params.translationMemoryId)
      return { _embedded: { assignedProjects: rows.map(({ memoryId: _, ...row }) => row) } }
    }),
    listOfProject: withAccess((access) =>
      Effect.map(listMemoriesOfProject(access), (rows) => ({
        _embedded: { translationMemoryAssignments: rows.map(memoryOfProjectToModel) }
      }))
    ),
    setOwnWriteOnlyReviewed: withAccess((access, { payload }) =>
      setOwnWriteOnlyReviewed(access, payload.writeOnlyReviewed)
    ),
    assign: withAccess(function* (access, { params, payload }) {
      return memoryOfProjectToModel(yield* assignMemory(access, params.translationMemoryId, payload))
    }),
    editAssignment: withAccess(function* (access, { params, payload }) {
      return memoryOfProjectToModel(yield* editAssignment(access, params.translationMemoryId, payload))
    }),
    unassign: withAccess((access, { params }) => unassignMemory(access, params.translationMemoryId))
  })
)
