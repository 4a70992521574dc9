import type { MoveOutcome } from "@dragoman/domain/tolgee"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { pick, type RowOf, type Selected, select } from "../database/table.ts"
import { tolgeeSourceTable, tolgeeStepTable, tolgeeTakenTable } from "../table/tolgee-tables.ts"

const source = select(tolgeeSourceTable.as())
const step = select(pick(tolgeeStepTable.as(), "name", "cursor", "finishedAt", "outcome"))
const taken = select(pick(tolgeeTakenTable.as(), "takenId", "ourId", "digest"))

/** A part of a move, as far as it has come. */
export type TolgeeStepRow = Selected<typeof step>

/** Something that was moved. */
export type TolgeeTakenRow = Selected<typeof taken>

/** Records of rows that were moved from servers of Tolgee. Writes belong into the transaction of what they record. */
export class TolgeeMoveRepository extends Context.Service<
  TolgeeMoveRepository,
  {
    /** Continues the move from this address that has not ended, or begins one. */
    readonly begin: (
      url: string,
      now: number
    ) => Effect.Effect<{ readonly id: number; readonly isResumed: boolean; readonly isFirst: boolean }>
    readonly finish: (sourceId: number, now: number) => Effect.Effect<void>
    /** null: nothing was ever moved from this address. */
    readonly find: (url: string) => Effect.Effect<RowOf<typeof tolgeeSourceTable> | null>
    readonly findStep: (sourceId: number, name: string) => Effect.Effect<Option.Option<TolgeeStepRow>>
    readonly listSteps: (sourceId: number) => Effect.Effect<ReadonlyArray<TolgeeStepRow>>
    readonly saveStep: (sourceId: number, row: TolgeeStepRow & { readonly outcome: MoveOutcome }) => Effect.Effect<void>
    /** `ids` null: all of the kind. */
    readonly listTaken: (
      sourceId: number,
      kind: string,
      ids: ReadonlyArray<number> | null
    ) => Effect.Effect<ReadonlyMap<number, TolgeeTakenRow>>
    /** Finds those of our rows that were moved. Reads all of the kind. */
    readonly listTakenHere: (
      sourceId: number,
      kind: string,
      ourIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<TolgeeTakenRow>>
    readonly countTaken: (sourceId: number, kind: string) => Effect.Effect<number>
    /** Records what was moved; what was recorded before is replaced. */
    readonly take: (sourceId: number, kind: string, rows: ReadonlyArray<TolgeeTakenRow>) => Effect.Effect<void>
  }
>()("@dragoman/store/tolgee/TolgeeMoveRepository") {
  static readonly layer = Layer.effect(
    TolgeeMoveRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = Effect.fnUntraced(function* (url: string) {
        return Option.getOrNull(
          yield* source.first(sql`SELECT ${source.columns} FROM tolgee_source WHERE url = ${url}`)
        )
      }, Effect.orDie)
      return TolgeeMoveRepository.of({
        find,

        begin: Effect.fnUntraced(function* (url, now) {
          const known = yield* find(url)
          if (known === null) {
            const [row] = yield* sql<{ id: number }>`
              ${tolgeeSourceTable.insert(sql, [{ url, startedAt: now }])} RETURNING id`
            return { id: row?.id ?? 0, isResumed: false, isFirst: true }
          }
          if (known.finishedAt === null) return { id: known.id, isResumed: true, isFirst: false }
          yield* sql`DELETE FROM tolgee_step WHERE source_id = ${known.id}`
          yield* tolgeeSourceTable.update(sql, [{ id: known.id, startedAt: now, finishedAt: null }])
          return { id: known.id, isResumed: false, isFirst: false }
        }, Effect.orDie),

        finish: Effect.fnUntraced(function* (sourceId, now) {
          yield* tolgeeSourceTable.update(sql, [{ id: sourceId, finishedAt: now }])
        }, Effect.orDie),

        findStep: Effect.fnUntraced(function* (sourceId, name) {
          return yield* step.first(sql`
            SELECT ${step.columns} FROM tolgee_step WHERE source_id = ${sourceId} AND name = ${name}`)
        }, Effect.orDie),

        listSteps: Effect.fnUntraced(function* (sourceId) {
          return yield* step.all(sql`
            SELECT ${step.columns} FROM tolgee_step WHERE source_id = ${sourceId} ORDER BY name`)
        }, Effect.orDie),

        saveStep: Effect.fnUntraced(function* (sourceId, row) {
          yield* tolgeeStepTable.upsert(sql, ["sourceId", "name"], [{ sourceId, ...row }])
        }, Effect.orDie),

        listTaken: Effect.fnUntraced(function* (sourceId, kind, ids) {
          if (ids?.length === 0) return new Map()
          const wanted = ids === null ? sql`1 = 1` : sql`taken_id IN ${jsonIds(sql, ids)}`
          const rows = yield* taken.all(sql`
            SELECT ${taken.columns} FROM tolgee_taken
            WHERE source_id = ${sourceId} AND kind = ${kind} AND ${wanted}`)
          return new Map(rows.map((row) => [row.takenId, row]))
        }, Effect.orDie),

        listTakenHere: Effect.fnUntraced(function* (sourceId, kind, ourIds) {
          if (ourIds.length === 0) return []
          return yield* taken.all(sql`
            SELECT ${taken.columns} FROM tolgee_taken
            WHERE source_id = ${sourceId} AND kind = ${kind} AND our_id IN ${jsonIds(sql, ourIds)}`)
        }, Effect.orDie),

        countTaken: Effect.fnUntraced(function* (sourceId, kind) {
          const [row] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM tolgee_taken WHERE source_id = ${sourceId} AND kind = ${kind}`
          return row?.total ?? 0
        }, Effect.orDie),

        take: Effect.fnUntraced(function* (sourceId, kind, rows) {
          if (rows.length === 0) return
          const values = rows.map(({ takenId, ourId, digest }) => ({ takenId, ourId, digest }))
          yield* tolgeeTakenTable.upsert(sql, ["sourceId", "kind", "takenId"], values, { sourceId, kind })
        }, Effect.orDie)
      })
    })
  )
}
