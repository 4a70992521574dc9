import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { defaultBranch, isNamedIn, isOf } from "../database/content-place.ts"
import { contains, jsonIds, jsonTexts, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { pick, type Selected, select } from "../database/table.ts"
import { namespaceTable } from "../table/project-tables.ts"

const namespace = select(pick(namespaceTable.as("n"), "id", "name"))

export interface NamespaceRow extends Selected<typeof namespace> {}

/** Columns behind RETURNING, where the table has no alias. */
const writtenNamespace = select(pick(namespaceTable.as(), "id", "name"))

/** Sort expressions of namespaces. */
const namespaceOrder: Readonly<Record<SortableProperty<"namespaces">, string>> = { id: "n.id", name: "n.name" }

/** Namespaces of a project; the default one has no row. Writes belong into the transaction of the change. */
export class NamespaceRepository extends Context.Service<
  NamespaceRepository,
  {
    /** Finds the existing ones, by name. */
    readonly findByName: (projectId: number, names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<NamespaceRow>>
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<NamespaceRow>>
    /** Lists namespaces, also those that only keys in the trash have. */
    readonly list: (
      request: RowPage<SortableProperty<"namespaces">> & { readonly projectId: number; readonly search: string }
    ) => Effect.Effect<PagedRows<NamespaceRow>>
    /**
     * Lists the namespaces of live keys of any branch, by name, and the project's default namespace. `hasKeysInDefault`: on the
     * default branch.
     */
    readonly listUsed: (projectId: number) => Effect.Effect<{
      readonly hasKeysInDefault: boolean
      readonly namespaces: ReadonlyArray<NamespaceRow>
    }>
    /** The new name is taken by no other namespace. */
    readonly rename: (namespace: NamespaceRow) => Effect.Effect<void>
    /** The names are new and differ. */
    readonly insert: (projectId: number, names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<NamespaceRow>>
    /** Removes those of these (null: all) that no key has any more, neither a live one nor one in the trash; returns them. */
    readonly removeUnused: (
      projectId: number,
      ids: ReadonlyArray<number> | null
    ) => Effect.Effect<ReadonlyArray<NamespaceRow>>
  }
>()("@dragoman/store/namespace/NamespaceRepository") {
  static readonly layer = Layer.effect(
    NamespaceRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return NamespaceRepository.of({
        findByName: Effect.fnUntraced(function* (projectId, names) {
          if (names.length === 0) return []
          return yield* namespace.all(sql`
            SELECT ${namespace.columns} FROM ${jsonTexts(sql, names)} input
            JOIN namespace n ON n.project_id = ${projectId} AND n.name = input.text`)
        }, Effect.orDie),

        find: Effect.fn("NamespaceRepository.find")(
          (projectId, id) =>
            namespace.first(sql`
              SELECT ${namespace.columns} FROM namespace n WHERE n.project_id = ${projectId} AND n.id = ${id}`),
          Effect.orDie
        ),

        list: Effect.fnUntraced(function* ({ projectId, search, ...page }) {
          const condition = sql.and([
            sql`n.project_id = ${projectId}`,
            ...(search === "" ? [] : [contains(sql, "n.name", search)])
          ])
          const rows = yield* namespace.all(sql`
            SELECT ${namespace.columns} FROM namespace n WHERE ${condition} ${orderAndLimit(sql, namespaceOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM namespace n WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        listUsed: Effect.fnUntraced(function* (projectId) {
          const namespaces = yield* namespace.all(sql`
            SELECT ${namespace.columns} FROM namespace n JOIN project p ON p.id = n.project_id
            WHERE n.project_id = ${projectId} AND (n.id = p.default_namespace_id OR EXISTS (
              SELECT 1 FROM translation_key k WHERE k.namespace_id = n.id AND ${isOf(sql, projectId, "k")} AND k.deleted_at IS NULL))
            ORDER BY n.name, n.id`)
          const inDefault = yield* sql`
            SELECT 1 AS found FROM translation_key k
            WHERE ${isNamedIn(sql, defaultBranch(projectId), "k")} AND COALESCE(k.namespace_id, 0) = 0 AND k.deleted_at IS NULL LIMIT 1`
          return { hasKeysInDefault: inDefault.length > 0, namespaces }
        }, Effect.orDie),

        rename: Effect.fnUntraced(function* ({ id, name }) {
          yield* namespaceTable.update(sql, [{ id, name }])
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (projectId, names) {
          if (names.length === 0) return []
          const rows = names.map((name) => ({ name }))
          return yield* writtenNamespace.all(sql`
            ${namespaceTable.insert(sql, rows, { projectId })} RETURNING ${writtenNamespace.columns}`)
        }, Effect.orDie),

        removeUnused: Effect.fnUntraced(function* (projectId, ids) {
          if (ids?.length === 0) return []
          const wanted = ids === null ? sql`1 = 1` : sql`id IN ${jsonIds(sql, ids)}`
          // The project's default namespace stays even when it is empty: the project names it.
          return yield* writtenNamespace.all(sql`
            DELETE FROM namespace
            WHERE project_id = ${projectId} AND ${wanted}
              AND NOT EXISTS (SELECT 1 FROM translation_key k WHERE k.namespace_id = namespace.id
                AND ${isOf(sql, projectId, "k")})
              AND NOT EXISTS (SELECT 1 FROM project p WHERE p.default_namespace_id = namespace.id)
            RETURNING ${writtenNamespace.columns}`)
        }, Effect.orDie)
      })
    })
  )
}
