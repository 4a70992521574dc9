import { Api } from "@dragoman/api"
import type { MemoryEntryRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import {
  createEntries,
  createEntry,
  deleteEntries,
  deleteEntry,
  deleteGroup,
  editEntry,
  getEntry
} from "./memory-entries.ts"
import { listEntryIds, listSources } from "./memory-entry-queries.ts"

export const TranslationMemoryEntryHandlers = HttpApiBuilder.group(Api, "translationMemoryEntry", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listSources(access, params.translationMemoryId, query)
      return { _embedded: { translationMemoryRows: rows }, page }
    }),
    listIds: withAccess(function* (access, { params, query }) {
      const entryIds = yield* listEntryIds(access, params.translationMemoryId, query.search ?? "")
      return { _embedded: { entryIds } }
    }),
    get: withAccess((access, { params }) =>
      Effect.map(getEntry(access, params.translationMemoryId, params.translationMemoryEntryId), entryToModel)
    ),
    create: withAccess((access, { params, payload }) =>
      Effect.map(createEntry(access, params.translationMemoryId, payload), entryToModel)
    ),
    createMultiple: withAccess(function* (access, { params, payload }) {
      const rows = yield* createEntries(access, params.translationMemoryId, payload)
      return { _embedded: { translationMemoryEntries: rows.map(entryToModel) } }
    }),
    edit: withAccess((access, { params, payload }) =>
      Effect.map(editEntry(access, params.translationMemoryId, params.translationMemoryEntryId, payload), entryToModel)
    ),
    delete: withAccess((access, { params }) =>
      deleteEntry(access, params.translationMemoryId, params.translationMemoryEntryId)
    ),
    deleteGroup: withAccess((access, { params }) =>
      deleteGroup(access, params.translationMemoryId, params.translationMemoryEntryId)
    ),
    deleteMultiple: withAccess((access, { params, payload }) =>
      deleteEntries(access, params.translationMemoryId, payload.entryIds)
    )
  })
)

const entryToModel = ({ tuid: _, ...row }: MemoryEntryRow) => row
