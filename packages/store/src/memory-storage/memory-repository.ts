import type { MemoryContent, MemoryType, StoredAssignment } from "@dragoman/domain/memory"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { contains, jsonIds, type PagedRows } from "../database/sql-fragments.ts"
import { computed, pick, type Selected, select } from "../database/table.ts"
import { seesProject } from "../project/project-visibility.ts"
import { memoryAssignmentTable, memoryTable } from "../table/memory-tables.ts"

const own = memoryTable.as("m")

const memoryColumns = {
  ...pick(own, "id", "projectId", "defaultPenalty", "writeOnlyReviewed"),
  name: computed(Schema.String, "COALESCE(m.name, p.name)"),
  sourceLanguageTag: computed(Schema.String, "COALESCE(m.source_language_tag, l.tag, '')"),
  type: computed(
    Schema.Literals(["PROJECT", "SHARED"]),
    "CASE WHEN m.project_id IS NULL THEN 'SHARED' ELSE 'PROJECT' END"
  )
}

const memory = select(memoryColumns)

export interface MemoryRow extends Selected<typeof memory> {}

/** How one project uses one memory, its own one too. */
export interface MemoryOfProjectRow extends MemoryRow, Omit<StoredAssignment, "projectId"> {}

export interface ProjectOfMemoryRow extends StoredAssignment {
  readonly memoryId: number
  readonly projectName: string
}

export interface AssignableProjectRow {
  readonly projectId: number
  readonly baseLanguageTag: string | null
  /** Comes after all assignments of the project. */
  readonly nextPriority: number
}

/** A reader who sees projects, and their own memories, that the reader may enter; null: one who sees all. */
export type MemoryViewer = number | null

const from = `memory m LEFT JOIN project p ON p.id = m.project_id LEFT JOIN language l ON l.id = p.base_language_id`

const assignment = {
  readAccess: computed(memoryAssignmentTable.as().readAccess.schema, "COALESCE(a.read_access, 1)"),
  writeAccess: computed(memoryAssignmentTable.as().writeAccess.schema, "COALESCE(a.write_access, 1)"),
  priority: computed(Schema.Number, "COALESCE(a.priority, 0)"),
  penalty: computed(Schema.NullOr(Schema.Number), "a.penalty")
}

const memoryOfProject = select({ ...memoryColumns, ...assignment })

const projectOfMemory = select({
  memoryId: computed(Schema.Number, "m.id"),
  projectId: computed(Schema.Number, "q.id"),
  projectName: computed(Schema.String, "q.name"),
  ...assignment
})

const assignableProject = select({
  projectId: computed(Schema.Number, "p.id"),
  baseLanguageTag: computed(Schema.NullOr(Schema.String), "l.tag"),
  nextPriority: computed(
    Schema.Number,
    "(SELECT CAST(COALESCE(max(a.priority), 0) + 1 AS INTEGER) FROM memory_assignment a WHERE a.project_id = p.id)"
  )
})

/** Translation memories of organizations and projects, and which projects use them. */
export class MemoryRepository extends Context.Service<
  MemoryRepository,
  {
    readonly find: (
      organizationId: number,
      memoryId: number,
      viewer: MemoryViewer
    ) => Effect.Effect<Option.Option<MemoryRow>>
    /** Returns those of the ids that are memories of the organization or of its projects. */
    readonly filterIds: (
      organizationId: number,
      memoryIds: ReadonlyArray<number>,
      viewer: MemoryViewer
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Lists memories, shared ones first, then the newest first. */
    readonly list: (request: {
      readonly organizationId: number
      readonly viewer: MemoryViewer
      readonly search: string
      readonly type: MemoryType | null
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<PagedRows<MemoryRow>>
    /** Whether another memory of the organization has the name; case does not count. */
    readonly isNameTaken: (organizationId: number, name: string, exceptId: number) => Effect.Effect<boolean>
    readonly insert: (
      organizationId: number,
      content: Omit<MemoryContent, "assignedProjects">,
      at: number
    ) => Effect.Effect<number>
    readonly update: (memoryId: number, content: Omit<MemoryContent, "assignedProjects">) => Effect.Effect<void>
    readonly setWriteOnlyReviewed: (memoryId: number, writeOnlyReviewed: boolean) => Effect.Effect<void>
    readonly remove: (memoryId: number) => Effect.Effect<void>
    /** Lists the live projects that use the memories, by name. */
    readonly listProjects: (
      memoryIds: ReadonlyArray<number>,
      viewer: MemoryViewer
    ) => Effect.Effect<ReadonlyArray<ProjectOfMemoryRow>>
    /** Finds those of the projects that are live and belong to the organization. */
    readonly findAssignable: (
      organizationId: number,
      projectIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<AssignableProjectRow>>
    /** Lists the memories of a project by priority, its own one first. */
    readonly listOfProject: (projectId: number) => Effect.Effect<ReadonlyArray<MemoryOfProjectRow>>
    /** Adds or replaces assignments. */
    readonly assign: (memoryId: number, assignments: ReadonlyArray<StoredAssignment>) => Effect.Effect<void>
    readonly unassign: (
      assignments: ReadonlyArray<{ readonly projectId: number; readonly memoryId: number }>
    ) => Effect.Effect<void>
  }
>()("@dragoman/store/memory-storage/MemoryRepository") {
  static readonly layer = Layer.effect(
    MemoryRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const memories = sql.literal(from)
      const ofOrganization = (organizationId: number) => sql`(m.organization_id = ${organizationId} OR m.project_id IN (
        SELECT owned.id FROM project owned WHERE owned.organization_id = ${organizationId} AND owned.deleted_at IS NULL))`
      const seesOf = (viewer: MemoryViewer, projectId: string) =>
        viewer === null ? sql`1 = 1` : sql.literal(seesProject(String(viewer), projectId))
      const isSeen = (viewer: MemoryViewer) => sql`(m.project_id IS NULL OR ${seesOf(viewer, "m.project_id")})`
      return MemoryRepository.of({
        find: Effect.fnUntraced(function* (organizationId, memoryId, viewer) {
          return yield* memory.first(sql`
            SELECT ${memory.columns} FROM ${memories}
            WHERE ${ofOrganization(organizationId)} AND m.id = ${memoryId} AND ${isSeen(viewer)}`)
        }, Effect.orDie),

        filterIds: Effect.fnUntraced(function* (organizationId, memoryIds, viewer) {
          const rows = yield* sql<{ id: number }>`
            SELECT m.id FROM memory m
            WHERE ${ofOrganization(organizationId)} AND m.id IN ${jsonIds(sql, memoryIds)} AND ${isSeen(viewer)}
            ORDER BY m.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ organizationId, viewer, search, type, limit, offset }) {
          const condition = sql.and([
            ofOrganization(organizationId),
            isSeen(viewer),
            ...(search === "" ? [] : [contains(sql, "COALESCE(m.name, p.name)", search)]),
            ...(type === null ? [] : [type === "SHARED" ? sql`m.project_id IS NULL` : sql`m.project_id IS NOT NULL`])
          ])
          const rows = yield* memory.all(sql`
            SELECT ${memory.columns} FROM ${memories} WHERE ${condition}
            ORDER BY CASE WHEN m.project_id IS NULL THEN 0 ELSE 1 END, m.id DESC LIMIT ${limit} OFFSET ${offset}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${memories} WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        isNameTaken: Effect.fnUntraced(function* (organizationId, name, exceptId) {
          const rows = yield* sql`
            SELECT m.id FROM ${memories} WHERE ${ofOrganization(organizationId)} AND m.id <> ${exceptId}
              AND unicode_lower(COALESCE(m.name, p.name)) = unicode_lower(${name}) LIMIT 1`
          return rows.length > 0
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (organizationId, content, createdAt) {
          const [row] = yield* sql<{ id: number }>`
            ${memoryTable.insert(sql, [{ ...storedContent(content), organizationId, createdAt }])} RETURNING id`
          return row?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (id, content) {
          yield* memoryTable.update(sql, [{ ...storedContent(content), id }])
        }, Effect.orDie),

        setWriteOnlyReviewed: Effect.fnUntraced(function* (id, writeOnlyReviewed) {
          yield* memoryTable.update(sql, [{ id, writeOnlyReviewed }])
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (memoryId) {
          yield* sql`DELETE FROM memory WHERE id = ${memoryId}`
        }, Effect.orDie),

        listProjects: Effect.fnUntraced(function* (memoryIds, viewer) {
          if (memoryIds.length === 0) return []
          return yield* projectOfMemory.all(sql`
            SELECT ${projectOfMemory.columns} FROM memory m
            LEFT JOIN memory_assignment a ON a.memory_id = m.id
            JOIN project q ON q.id = COALESCE(a.project_id, m.project_id) AND q.deleted_at IS NULL
            WHERE m.id IN ${jsonIds(sql, memoryIds)} AND ${seesOf(viewer, "q.id")}
            ORDER BY unicode_lower(q.name), q.id`)
        }, Effect.orDie),

        findAssignable: Effect.fnUntraced(function* (organizationId, projectIds) {
          if (projectIds.length === 0) return []
          return yield* assignableProject.all(sql`
            SELECT ${assignableProject.columns} FROM project p LEFT JOIN language l ON l.id = p.base_language_id
            WHERE p.organization_id = ${organizationId} AND p.deleted_at IS NULL AND p.id IN ${jsonIds(sql, projectIds)}
            ORDER BY p.id`)
        }, Effect.orDie),

        listOfProject: Effect.fnUntraced(function* (projectId) {
          return yield* memoryOfProject.all(sql`
            SELECT ${memoryOfProject.columns} FROM ${memories}
            LEFT JOIN memory_assignment a ON a.memory_id = m.id AND a.project_id = ${projectId}
            WHERE m.id IN (
              SELECT assigned.memory_id FROM memory_assignment assigned WHERE assigned.project_id = ${projectId}
              UNION ALL SELECT made.id FROM memory made WHERE made.project_id = ${projectId})
            ORDER BY CASE WHEN m.project_id IS NULL THEN 1 ELSE 0 END, COALESCE(a.priority, 0), m.id`)
        }, Effect.orDie),

        assign: Effect.fnUntraced(function* (memoryId, assignments) {
          if (assignments.length === 0) return
          yield* memoryAssignmentTable.upsert(sql, ["projectId", "memoryId"], assignments, { memoryId })
        }, Effect.orDie),

        unassign: Effect.fnUntraced(function* (assignments) {
          if (assignments.length === 0) return
          yield* sql`DELETE FROM memory_assignment WHERE (project_id, memory_id) IN (
            SELECT input.project_id, input.memory_id FROM ${memoryAssignmentTable.values(sql, assignments)} input)`
        }, Effect.orDie)
      })
    })
  )
}

const storedContent = ({
  name,
  sourceLanguageTag,
  defaultPenalty,
  writeOnlyReviewed
}: Omit<MemoryContent, "assignedProjects">) => ({ name, sourceLanguageTag, defaultPenalty, writeOnlyReviewed })
