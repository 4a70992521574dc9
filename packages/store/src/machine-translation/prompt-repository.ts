import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { pick, type Selected, select } from "../database/table.ts"
import { promptTable } from "../table/machine-translation-tables.ts"

const p = promptTable.as("p")
const prompt = select(pick(p, "id", "name", "providerName", "template", "options"))
const promptId = select(pick(promptTable.as(), "id"))

export interface PromptRow extends Selected<typeof prompt> {}

const promptOrder: Readonly<Record<SortableProperty<"prompts">, string>> = { id: "p.id", name: "unicode_lower(p.name)" }

/** Prompts of projects. Writes need the lock of the project. */
export class PromptRepository extends Context.Service<
  PromptRepository,
  {
    readonly list: (
      request: RowPage<SortableProperty<"prompts">> & { readonly projectId: number; readonly search: string }
    ) => Effect.Effect<PagedRows<PromptRow>>
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<PromptRow>>
    /** Returns those of these ids that are prompts of the project. */
    readonly filterIds: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** Adds a prompt; returns its id. */
    readonly insert: (projectId: number, prompt: Omit<PromptRow, "id">) => Effect.Effect<number>
    readonly update: (prompt: PromptRow) => Effect.Effect<void>
    /** Removes the prompt; settings that chose it use the default one. */
    readonly remove: (projectId: number, id: number) => Effect.Effect<void>
  }
>()("@dragoman/store/machine-translation/PromptRepository") {
  static readonly layer = Layer.effect(
    PromptRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return PromptRepository.of({
        list: Effect.fnUntraced(function* ({ projectId, search, ...page }) {
          const condition = sql.and([
            sql`p.project_id = ${projectId}`,
            ...(search === "" ? [] : [contains(sql, "p.name", search)])
          ])
          const rows = yield* prompt.all(sql`
            SELECT ${prompt.columns} FROM prompt p WHERE ${condition} ${orderAndLimit(sql, promptOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM prompt p WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (projectId, id) {
          return yield* prompt.first(sql`
            SELECT ${prompt.columns} FROM prompt p WHERE p.project_id = ${projectId} AND p.id = ${id}`)
        }, Effect.orDie),

        filterIds: Effect.fnUntraced(function* (projectId, ids) {
          if (ids.length === 0) return []
          const rows = yield* promptId.all(sql`
            SELECT ${promptId.columns} FROM prompt WHERE project_id = ${projectId} AND id IN ${jsonIds(sql, ids)}`)
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (projectId, { name, providerName, template, options }) {
          const [written] = yield* promptId.all(sql`
            ${promptTable.insert(sql, [{ name, providerName, template, options }], { projectId })}
            RETURNING ${promptId.columns}`)
          return written?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* ({ id, name, providerName, template, options }) {
          yield* promptTable.update(sql, [{ id, name, providerName, template, options }])
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (projectId, id) {
          yield* sql`DELETE FROM prompt WHERE project_id = ${projectId} AND id = ${id}`
        }, Effect.orDie)
      })
    })
  )
}
