import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { pick, type RowOf, type Selected, select } from "../database/table.ts"
import { keyTagTable, tagTable } from "../table/content-tables.ts"

const tag = select(pick(tagTable.as("t"), "id", "name"))

export interface TagRow extends Selected<typeof tag> {}

const keyTag = select({ keyId: keyTagTable.as("kt").keyId, ...pick(tagTable.as("t"), "id", "name") })

export interface KeyTagRow extends Selected<typeof keyTag> {}

/** One tag on one key. */
export interface KeyTag extends Omit<RowOf<typeof keyTagTable>, "projectId"> {}

/** Sort expressions of tags. */
const tagOrder: Readonly<Record<SortableProperty<"tags">, string>> = { id: "t.id", name: "t.name" }

/** Tags of a project and the keys that have them. Writes belong into the transaction of the change. */
export class TagRepository extends Context.Service<
  TagRepository,
  {
    /** All of these names; those that are missing are added. */
    readonly ensure: (projectId: number, names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<TagRow>>
    readonly list: (
      request: RowPage<SortableProperty<"tags">> & { readonly projectId: number; readonly search: string }
    ) => Effect.Effect<PagedRows<TagRow>>
    /** The tags of these keys, by key and name. */
    readonly listOfKeys: (keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<KeyTagRow>>
    /** Nothing happens to a key that has the tag already. */
    readonly add: (projectId: number, keyTags: ReadonlyArray<KeyTag>) => Effect.Effect<void>
    readonly remove: (keyTags: ReadonlyArray<KeyTag>) => Effect.Effect<void>
    /** Removes tags that no key has any more. */
    readonly removeUnused: (projectId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/tag/TagRepository") {
  static readonly layer = Layer.effect(
    TagRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return TagRepository.of({
        ensure: Effect.fnUntraced(function* (projectId, names) {
          if (names.length === 0) return []
          const rows = [...new Set(names)].map((name) => ({ name }))
          yield* sql`${tagTable.insert(sql, rows, { projectId })} ON CONFLICT DO NOTHING`
          return yield* tag.all(sql`
            SELECT ${tag.columns} FROM ${tagTable.values(sql, rows)} input
            JOIN tag t ON t.project_id = ${projectId} AND t.name = input.name`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ projectId, search, ...page }) {
          const condition = sql.and([
            sql`t.project_id = ${projectId}`,
            ...(search === "" ? [] : [contains(sql, "t.name", search)])
          ])
          const rows = yield* tag.all(sql`
            SELECT ${tag.columns} FROM tag t WHERE ${condition} ${orderAndLimit(sql, tagOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM tag t WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        listOfKeys: Effect.fnUntraced(function* (keyIds) {
          if (keyIds.length === 0) return []
          return yield* keyTag.all(sql`
            SELECT ${keyTag.columns} FROM key_tag kt JOIN tag t ON t.id = kt.tag_id
            WHERE kt.key_id IN ${jsonIds(sql, keyIds)} ORDER BY kt.key_id, t.name, t.id`)
        }, Effect.orDie),

        add: Effect.fnUntraced(function* (projectId, keyTags) {
          if (keyTags.length === 0) return
          yield* sql`${keyTagTable.insert(sql, keyTags, { projectId })} ON CONFLICT DO NOTHING`
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (keyTags) {
          if (keyTags.length === 0) return
          yield* sql`
            DELETE FROM key_tag
            WHERE (key_id, tag_id) IN (SELECT input.key_id, input.tag_id FROM ${keyTagTable.values(sql, keyTags)} input)`
        }, Effect.orDie),

        removeUnused: Effect.fnUntraced(function* (projectId) {
          yield* sql`
            DELETE FROM tag
            WHERE project_id = ${projectId} AND NOT EXISTS (SELECT 1 FROM key_tag kt WHERE kt.tag_id = tag.id)`
        }, Effect.orDie)
      })
    })
  )
}
