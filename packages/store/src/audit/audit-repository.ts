import type { AuditAction, AuditObjectKind, AuditOutcome } from "@dragoman/domain/audit"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { contains, isFindable, jsonTexts } from "../database/sql-fragments.ts"
import { computed, optional, type RowOf, type Selected, select } from "../database/table.ts"
import { auditEntryTable, auditRetentionTable } from "../table/audit-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

export interface NewAuditEntry extends Omit<RowOf<typeof auditEntryTable>, "id"> {}

const e = auditEntryTable.as("e")
const u = optional(userAccountTable.as("u"))
const a = optional(userAccountTable.as("a"))
const text = Schema.NullOr(Schema.String)

/** Says whether a live project belongs to the organization whose log it is; `scope.id` null: the log is that of the server. */
const isProjectInScope = (project: string) =>
  `${project}.deleted_at IS NULL AND (scope.id IS NULL OR ${project}.organization_id = scope.id)`

/** Says whether a live user has access to that organization now: a role, a permission in a project of it, or all of the server. */
const isUserInScope = (user: string) => `${user}.deleted_at IS NULL AND (
  scope.id IS NULL
  OR ${user}.server_role = 'ADMIN'
  OR EXISTS (SELECT 1 FROM organization_role m WHERE m.organization_id = scope.id AND m.user_id = ${user}.id)
  OR EXISTS (
    SELECT 1 FROM direct_permission d JOIN project dp ON dp.id = d.project_id AND dp.deleted_at IS NULL
    WHERE d.user_id = ${user}.id AND dp.organization_id = scope.id AND d.type IS DISTINCT FROM 'NONE'))`

/** The name of a row with the id of the object. */
const nameToday = (table: string, column: string, condition: string) =>
  `(SELECT x.${column} FROM ${table} x WHERE x.id = e.object_id AND ${condition})`

/** An entry that belongs to a project is in the scope with it. */
const hasProjectInScope = "(e.project_id IS NULL OR p.id IS NOT NULL)"

/**
 * SQL for the present name of an object by its kind; a kind without a row does not compile. A webhook and an invitation
 * keep the recorded name: that of a webhook is encrypted, an invitation never changes.
 */
const namesToday: Readonly<Record<AuditObjectKind, string>> = {
  USER: nameToday("user_account", "username", isUserInScope("x")),
  SESSION: "NULL",
  ACCESS_TOKEN: nameToday("personal_access_token", "description", "scope.id IS NULL"),
  API_KEY: nameToday("project_api_key", "description", hasProjectInScope),
  GLOSSARY: nameToday("glossary", "name", "(scope.id IS NULL OR x.organization_id = scope.id)"),
  INVITATION: `(SELECT e.object_name FROM invitation x WHERE x.id = e.object_id AND ${hasProjectInScope})`,
  LLM_PROVIDER: nameToday("llm_provider", "name", "(scope.id IS NULL OR x.organization_id = scope.id)"),
  ORGANIZATION: nameToday("organization", "name", "x.deleted_at IS NULL AND (scope.id IS NULL OR x.id = scope.id)"),
  PROJECT: nameToday("project", "name", isProjectInScope("x")),
  TRANSLATION_MEMORY: nameToday("memory", "name", "(scope.id IS NULL OR x.organization_id = scope.id)"),
  WEBHOOK: `(
    SELECT e.object_name FROM webhook_configuration x
    WHERE x.id = e.object_id AND x.deleted_at IS NULL AND ${hasProjectInScope})`
}

const objectNameToday = `CASE e.object_kind
  ${Object.entries(namesToday)
    .map(([kind, name]) => `WHEN '${kind}' THEN ${name}`)
    .join("\n  ")}
END`

const auditEntry = select({
  ...e,
  userUsername: u.username,
  userName: u.name,
  actingUsername: a.username,
  actingName: a.name,
  objectNameToday: computed(text, objectNameToday),
  organizationName: computed(text, "o.name"),
  projectName: computed(text, "p.name")
})

/** An entry with the names of today beside those of then. Names are null where the row is deleted, or not in the scope. */
export interface AuditEntryRow extends Selected<typeof auditEntry> {}

/** A filter of entries; absent fields let all of them pass. */
export interface AuditFilter {
  readonly actions?: ReadonlyArray<AuditAction> | undefined
  readonly userId?: number | undefined
  readonly actingUserId?: number | undefined
  /** Exactly this one. */
  readonly address?: string | undefined
  readonly organizationId?: number | undefined
  readonly projectId?: number | undefined
  readonly objectKind?: AuditObjectKind | undefined
  readonly objectId?: number | undefined
  readonly outcome?: AuditOutcome | undefined
  /** Epoch milliseconds, inclusive. */
  readonly createdAfter?: number | undefined
  /** Epoch milliseconds, exclusive. */
  readonly createdBefore?: number | undefined
  /** Contained in the user name of then. */
  readonly username?: string | undefined
}

/** The place of an entry in lists. */
export interface AuditPlace {
  readonly at: number
  readonly id: number
}

export interface AuditPage {
  readonly order: "newest" | "oldest"
  /** The entry before the first one of the page; null: the page is the first one. */
  readonly after: AuditPlace | null
  readonly limit: number
}

/** The audit log: append-only. */
export class AuditRepository extends Context.Service<
  AuditRepository,
  {
    /** Belongs into the transaction of what it records. */
    readonly insert: (entry: NewAuditEntry) => Effect.Effect<void>
    /** The organization of a project, deleted ones too; null: there is no such project. */
    readonly findOrganizationOf: (projectId: number) => Effect.Effect<number | null>
    /**
     * `scope`: of who and what is in this organization now, names of today are read (ADR 79); null: of all.
     */
    readonly list: (
      filter: AuditFilter,
      page: AuditPage,
      scope: number | null
    ) => Effect.Effect<ReadonlyArray<AuditEntryRow>>
    /** An upper limit of the number of entries, at once. */
    readonly newestId: Effect.Effect<number>
    /** Erases so many entries older than the time, in a transaction of its own; how many there were. */
    readonly eraseSome: (before: number, limit: number) => Effect.Effect<number>
  }
>()("@dragoman/store/audit/AuditRepository") {
  static readonly layer = Layer.effect(
    AuditRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const names = sql.literal(
        `LEFT JOIN user_account u ON u.id = e.user_id AND ${isUserInScope("u")}
         LEFT JOIN user_account a ON a.id = e.acting_user_id AND ${isUserInScope("a")}
         LEFT JOIN organization o ON o.id = e.organization_id AND o.deleted_at IS NULL
         LEFT JOIN project p ON p.id = e.project_id AND ${isProjectInScope("p")}`
      )
      return AuditRepository.of({
        insert: Effect.fnUntraced(function* (entry) {
          yield* auditEntryTable.insert(sql, [entry])
        }, Effect.orDie),

        findOrganizationOf: Effect.fnUntraced(function* (projectId) {
          const rows = yield* sql<{ id: number }>`SELECT organization_id AS id FROM project WHERE id = ${projectId}`
          return rows[0]?.id ?? null
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (filter, { order, after, limit }, scope) {
          const [direction, compared] = order === "newest" ? (["DESC", "<"] as const) : (["ASC", ">"] as const)
          const place = after === null ? [] : [sql`(e.at, e.id) ${sql.literal(compared)} (${after.at}, ${after.id})`]
          const conditions = [...conditionsOf(sql, filter), ...place]
          const sorted = sql.literal(`ORDER BY e.at ${direction}, e.id ${direction}`)
          // Limited before it is joined, so that names are looked up for the entries of the page only.
          return yield* auditEntry.all(sql`
            SELECT ${auditEntry.columns} FROM (
              SELECT * FROM audit_entry e ${conditions.length === 0 ? sql.literal("") : sql`WHERE ${sql.and(conditions)}`}
              ${sorted} LIMIT ${limit}
            ) e
            CROSS JOIN (SELECT CAST(${scope} AS BIGINT) AS id) scope
            ${names}
            ${sorted}`)
        }, Effect.orDie),

        newestId: sql<{ id: number }>`SELECT id FROM audit_entry ORDER BY id DESC LIMIT 1`.pipe(
          Effect.map((rows) => rows[0]?.id ?? 0),
          Effect.orDie
        ),

        eraseSome: Effect.fnUntraced(function* (before, limit) {
          // The triggers let the deletion pass while the row says so; no other transaction sees it.
          const setErasable = (erasableBefore: number) =>
            sql`UPDATE audit_retention SET ${sql.update(auditRetentionTable.encode({ erasableBefore }))}`
          yield* setErasable(before)
          const erased = yield* sql`
            DELETE FROM audit_entry WHERE id IN (
              SELECT id FROM audit_entry WHERE at < ${before} ORDER BY at, id LIMIT ${limit}) RETURNING id`
          yield* setErasable(0)
          return erased.length
        }, Effect.orDie)
      })
    })
  )
}

const conditionsOf = (sql: SqlClient.SqlClient, filter: AuditFilter): ReadonlyArray<Statement.Fragment> => {
  const { actions, address, username } = filter
  const equal = (column: string, value: string | number | undefined) =>
    value === undefined ? [] : [sql`${sql.literal(`e.${column}`)} = ${value}`]
  return [
    ...(actions === undefined ? [] : [isAction(sql, actions)]),
    ...equal("user_id", filter.userId),
    ...equal("acting_user_id", filter.actingUserId),
    ...(address === undefined || isFindable(address) ? equal("address", address) : [sql`1 = 0`]),
    ...equal("organization_id", filter.organizationId),
    ...equal("project_id", filter.projectId),
    ...equal("object_kind", filter.objectKind),
    ...equal("object_id", filter.objectId),
    ...(filter.outcome === undefined
      ? []
      : [filter.outcome === "FAILURE" ? sql`e.failure IS NOT NULL` : sql`e.failure IS NULL`]),
    ...(filter.createdAfter === undefined ? [] : [sql`e.at >= ${filter.createdAfter}`]),
    ...(filter.createdBefore === undefined ? [] : [sql`e.at < ${filter.createdBefore}`]),
    ...(username === undefined || username === "" ? [] : [contains(sql, "e.username", username)])
  ]
}

/** Compares several actions by an expression, because their index is not in the order of the list, and sorting takes longer. */
const isAction = (sql: SqlClient.SqlClient, actions: ReadonlyArray<AuditAction>): Statement.Fragment => {
  const [only] = actions
  if (only === undefined) return sql`1 = 0`
  return actions.length === 1 ? sql`e.action = ${only}` : sql`(e.action || '') IN ${jsonTexts(sql, actions)}`
}
