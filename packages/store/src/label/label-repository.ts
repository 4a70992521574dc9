import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn } from "../database/content-place.ts"
import { contains, jsonIds, jsonTexts, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { pick, type RowOf, type Selected, select } from "../database/table.ts"
import { labelTable, translationLabelTable } from "../table/label-tables.ts"

const l = labelTable.as("l")
const label = select(pick(l, "id", "name", "color", "description"))
const labelId = select(pick(labelTable.as(), "id"))
const translationLabel = select({
  translationId: translationLabelTable.as("tl").translationId,
  ...pick(l, "id", "name", "color", "description")
})

export interface LabelRow extends Selected<typeof label> {}

/** A label that a translation has. */
export interface TranslationLabelRow extends Selected<typeof translationLabel> {}

/** One label on one translation. */
export interface TranslationLabel extends Omit<RowOf<typeof translationLabelTable>, "projectId"> {}

/** Number of translations of a language that have a label. */
export interface LabelCount extends Pick<LabelRow, "id" | "name" | "color"> {
  readonly languageId: number
  readonly translations: number
}

/** Sort expressions of labels. */
const labelOrder: Readonly<Record<SortableProperty<"labels">, string>> = { id: "l.id", name: "l.name" }

/** Labels of a project and the translations that have them. Writes need the lock of the project. */
export class LabelRepository extends Context.Service<
  LabelRepository,
  {
    readonly list: (
      request: RowPage<SortableProperty<"labels">> & { readonly projectId: number; readonly search: string }
    ) => Effect.Effect<PagedRows<LabelRow>>
    /** Lists those of these labels that the project has, by name. */
    readonly listWithIds: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<LabelRow>>
    readonly findByName: (projectId: number, name: string) => Effect.Effect<Option.Option<LabelRow>>
    /** Adds a label; returns its id. */
    readonly insert: (projectId: number, label: Omit<LabelRow, "id">) => Effect.Effect<number>
    readonly update: (label: LabelRow) => Effect.Effect<void>
    /** Removes the label, also from all translations. */
    readonly remove: (projectId: number, id: number) => Effect.Effect<void>
    /** Lists the labels of these translations, by name. */
    readonly listOfTranslations: (
      translationIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<TranslationLabelRow>>
    /** Assigns labels; skips a translation that has the label already. */
    readonly assign: (projectId: number, labels: ReadonlyArray<TranslationLabel>) => Effect.Effect<void>
    readonly unassign: (labels: ReadonlyArray<TranslationLabel>) => Effect.Effect<void>
    /** Counts the labels of the translations of live keys and languages, by name; leaves out those that none has. */
    readonly countOfLanguages: (place: ContentPlace) => Effect.Effect<ReadonlyArray<LabelCount>>
  }
>()("@dragoman/store/label/LabelRepository") {
  static readonly layer = Layer.effect(
    LabelRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return LabelRepository.of({
        list: Effect.fnUntraced(function* ({ projectId, search, ...page }) {
          const condition = sql.and([
            sql`l.project_id = ${projectId}`,
            ...(search === "" ? [] : [contains(sql, "l.name", search)])
          ])
          const rows = yield* label.all(sql`
            SELECT ${label.columns} FROM label l WHERE ${condition} ${orderAndLimit(sql, labelOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM label l WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        listWithIds: Effect.fnUntraced(function* (projectId, ids) {
          if (ids.length === 0) return []
          return yield* label.all(sql`
            SELECT ${label.columns} FROM label l
            WHERE l.project_id = ${projectId} AND l.id IN ${jsonIds(sql, ids)} ORDER BY l.name, l.id`)
        }, Effect.orDie),

        findByName: Effect.fnUntraced(function* (projectId, name) {
          return yield* label.first(sql`
            SELECT ${label.columns} FROM label l
            WHERE l.project_id = ${projectId} AND l.name IN ${jsonTexts(sql, [name])}`)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (projectId, { name, color, description }) {
          const [written] = yield* labelId.all(sql`
            ${labelTable.insert(sql, [{ name, color, description }], { projectId })} RETURNING ${labelId.columns}`)
          return written?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* ({ id, name, color, description }) {
          yield* labelTable.update(sql, [{ id, name, color, description }])
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (projectId, id) {
          yield* sql`DELETE FROM label WHERE project_id = ${projectId} AND id = ${id}`
        }, Effect.orDie),

        listOfTranslations: Effect.fnUntraced(function* (translationIds) {
          if (translationIds.length === 0) return []
          return yield* translationLabel.all(sql`
            SELECT ${translationLabel.columns} FROM translation_label tl JOIN label l ON l.id = tl.label_id
            WHERE tl.translation_id IN ${jsonIds(sql, translationIds)} ORDER BY tl.translation_id, l.name, l.id`)
        }, Effect.orDie),

        assign: Effect.fnUntraced(function* (projectId, labels) {
          if (labels.length === 0) return
          yield* sql`${translationLabelTable.insert(sql, labels, { projectId })} ON CONFLICT DO NOTHING`
        }, Effect.orDie),

        unassign: Effect.fnUntraced(function* (labels) {
          if (labels.length === 0) return
          yield* sql`
            DELETE FROM translation_label WHERE (translation_id, label_id) IN (
              SELECT input.translation_id, input.label_id FROM ${translationLabelTable.values(sql, labels)} input)`
        }, Effect.orDie),

        countOfLanguages: Effect.fnUntraced(function* (place) {
          return yield* sql<LabelCount>`
            SELECT t.language_id, l.id, l.name, l.color, CAST(count(*) AS INTEGER) AS translations
            FROM label l
            JOIN translation_label tl ON tl.label_id = l.id
            JOIN translation t ON t.id = tl.translation_id AND t.project_id = tl.project_id
            JOIN translation_key k ON k.id = t.key_id AND k.project_id = t.project_id AND ${isIn(sql, place, "k")} AND k.deleted_at IS NULL
            JOIN language g ON g.id = t.language_id AND g.deleted_at IS NULL
            WHERE l.project_id = ${place.projectId} GROUP BY t.language_id, l.id, l.name, l.color ORDER BY l.name, l.id`
        }, Effect.orDie)
      })
    })
  )
}
