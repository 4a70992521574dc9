import { AuditLogModel } from "@dragoman/api"
import {
  type AuditAction,
  type AuditObjectKind,
  type AuditOutcome,
  auditActions,
  auditObjectKinds,
  auditOutcomes
} from "@dragoman/domain/audit"
import { defaultPageSize } from "@dragoman/domain/page"
import { type AuditEntryRow, type AuditFilter, type AuditPlace, AuditRepository } from "@dragoman/store"
import { Effect, Schema, Stream } from "effect"
import { failWith } from "../../platform/fail.ts"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import type { AdministratorAccess, OrganizationAccess } from "../../service/access/access.ts"
import { type AuditReader, auditEntryToModel } from "./audit-log-shapes.ts"

/** The filters of a request. */
export interface AuditQuery {
  readonly filterAction?: ReadonlyArray<AuditAction> | undefined
  readonly filterUserId?: number | undefined
  readonly filterActingUserId?: number | undefined
  readonly filterAddress?: string | undefined
  readonly filterOrganizationId?: number | undefined
  readonly filterProjectId?: number | undefined
  readonly filterObjectKind?: AuditObjectKind | undefined
  readonly filterObjectId?: number | undefined
  readonly filterOutcome?: AuditOutcome | undefined
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  readonly search?: string | undefined
}

export interface AuditListQuery extends AuditQuery {
  readonly size?: number | undefined
  readonly cursor?: string | undefined
}

/** Reads a page of the whole log, the newest entry first. */
export const listAuditLog = Effect.fn("listAuditLog")((_access: AdministratorAccess, query: AuditListQuery) =>
  list(toFilter(query), query, "administrator")
)

/** Reads a page of the entries of an organization and its projects, the newest one first. */
export const listOrganizationAuditLog = Effect.fn("listOrganizationAuditLog")(
  ({ organizationId }: OrganizationAccess<"OWNER">, query: AuditListQuery) =>
    list({ ...toFilter(query), organizationId }, query, "owner")
)

/** Exports the whole log as lines of JSON, the oldest entry first. */
export const exportAuditLog = Effect.fn("exportAuditLog")((_access: AdministratorAccess, query: AuditQuery) =>
  streamLines(toFilter(query), "administrator")
)

/** Exports the entries of an organization and its projects as lines of JSON, the oldest one first. */
export const exportOrganizationAuditLog = Effect.fn("exportOrganizationAuditLog")(
  ({ organizationId }: OrganizationAccess<"OWNER">, query: AuditQuery) =>
    streamLines({ ...toFilter(query), organizationId }, "owner")
)

const toFilter = (query: AuditQuery): AuditFilter => ({
  actions: query.filterAction,
  userId: query.filterUserId,
  actingUserId: query.filterActingUserId,
  address: query.filterAddress,
  organizationId: query.filterOrganizationId,
  projectId: query.filterProjectId,
  objectKind: query.filterObjectKind,
  objectId: query.filterObjectId,
  outcome: query.filterOutcome,
  createdAfter: query.createdAfter,
  createdBefore: query.createdBefore,
  username: query.search
})

const list = Effect.fnUntraced(function* (filter: AuditFilter, query: AuditListQuery, reader: AuditReader) {
  const { size = defaultPageSize, cursor } = query
  const repository = yield* AuditRepository
  const reading = yield* ReadingThread
  const after = cursor === undefined || cursor === "" ? null : yield* parseCursor(cursor)
  // A page that an index finds is read at once. Others may read every entry.
  const looked = isFoundByIndex(filter) ? size : yield* repository.newestId
  return yield* reading.read(renderAuditPage, { filter, after, size, reader }, looked)
})

/** Whether no more entries are read than shown: with one filter at most, or two that share an index. */
const isFoundByIndex = ({ createdAfter: _, createdBefore: __, ...filter }: AuditFilter): boolean => {
  const { username, actions, outcome, objectKind, objectId, ...single } = filter
  if ((username ?? "") !== "" || (actions?.length ?? 1) !== 1 || outcome === "SUCCESS") return false
  const alone = [...Object.values(single), actions, outcome].filter((value) => value !== undefined).length
  if (objectKind === undefined && objectId === undefined) return alone <= 1
  return objectKind !== undefined && objectId !== undefined && alone === 0
}

/** Parses the cursor: the place of the last entry of the previous page. */
const parseCursor = Effect.fnUntraced(function* (cursor: string) {
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined) return yield* failWith("wrong_param_type", ["cursor"])
  return { at: Number(at), id: Number(id) } satisfies AuditPlace
})

const Filter = Schema.Struct({
  actions: Schema.optional(Schema.Array(Schema.Literals(auditActions))),
  userId: Schema.optional(Schema.Number),
  actingUserId: Schema.optional(Schema.Number),
  address: Schema.optional(Schema.String),
  organizationId: Schema.optional(Schema.Number),
  projectId: Schema.optional(Schema.Number),
  objectKind: Schema.optional(Schema.Literals(auditObjectKinds)),
  objectId: Schema.optional(Schema.Number),
  outcome: Schema.optional(Schema.Literals(auditOutcomes)),
  createdAfter: Schema.optional(Schema.Number),
  createdBefore: Schema.optional(Schema.Number),
  username: Schema.optional(Schema.String)
})

const Place = Schema.NullOr(Schema.Struct({ at: Schema.Number, id: Schema.Number }))

const Reader = Schema.Literals(["administrator", "owner"])

const placeOf = ({ at, id }: AuditEntryRow): AuditPlace => ({ at, id })

/** The organization whose people and projects get their present names; null: all get them. */
const scopeOf = ({ organizationId = 0 }: AuditFilter, reader: AuditReader): number | null =>
  reader === "owner" ? organizationId : null

/** Reads a page of the list. */
export const renderAuditPage = makeReading("renderAuditPage", {
  input: Schema.Struct({ filter: Filter, after: Place, size: Schema.Number, reader: Reader }),
  result: AuditLogModel,
  run: Effect.fnUntraced(function* ({ filter, after, size, reader }) {
    const repository = yield* AuditRepository
    // One row more tells whether there is a next page.
    const rows = yield* repository.list(filter, { order: "newest", after, limit: size + 1 }, scopeOf(filter, reader))
    const shown = rows.slice(0, size)
    const last = shown.at(-1)
    return {
      _embedded: { auditEntries: shown.map((row) => auditEntryToModel(row, reader)) },
      nextCursor: last === undefined || rows.length <= size ? null : `${last.at}.${last.id}`
    }
  })
})

/** Number of entries in one chunk of the export: about half a megabyte. */
const entriesPerChunk = 1_000

/** A chunk of the export, and the start of the next one; null: it is the last one. */
export const renderAuditLines = makeReading("renderAuditLines", {
  input: Schema.Struct({ filter: Filter, after: Place, reader: Reader }),
  result: Schema.Struct({ lines: Schema.String, next: Place }),
  run: Effect.fnUntraced(function* ({ filter, after, reader }) {
    const repository = yield* AuditRepository
    const page = { order: "oldest", after, limit: entriesPerChunk } as const
    const rows = yield* repository.list(filter, page, scopeOf(filter, reader))
    const last = rows.at(-1)
    return {
      lines: rows.map((row) => `${JSON.stringify(auditEntryToModel(row, reader))}\n`).join(""),
      next: last === undefined || rows.length < entriesPerChunk ? null : placeOf(last)
    }
  })
})

/**
 * A thread reads each chunk when the client has taken the previous one: neither the memory nor the database waits for a
 * slow client (ADR 27).
 */
const streamLines = Effect.fnUntraced(function* (filter: AuditFilter, reader: AuditReader) {
  const repository = yield* AuditRepository
  const reading = yield* ReadingThread
  const entries = yield* repository.newestId
  const context = yield* Effect.context<AuditRepository>()
  const begin: { readonly after: AuditPlace | null } = { after: null }
  return Stream.unfold(begin as typeof begin | null, (state) =>
    Effect.gen(function* () {
      if (state === null) return undefined
      const { lines, next } = yield* reading.read(renderAuditLines, { filter, after: state.after, reader }, entries)
      return [lines, next === null ? null : { after: next }] as const
    })
  ).pipe(Stream.encodeText, Stream.provideContext(context))
})
