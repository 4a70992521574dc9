import { defaultQualitySetting, type QualitySetting, type TextQuality } from "@dragoman/domain/machine-translation"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { jsonRows } from "../database/sql-fragments.ts"
import { pick, select } from "../database/table.ts"
import { qualityEstimateSettingTable } from "../table/machine-translation-tables.ts"

const setting = select(pick(qualityEstimateSettingTable.as("s"), "mode", "threshold", "backTranslation"))

/** The estimated quality of a text. */
export interface EstimatedRow extends TextQuality {
  readonly keyId: number
  readonly languageId: number
  /** The text that was judged. */
  readonly text: string
}

/** Estimates of texts by machines, and how projects make them. Writes need the lock of the project. */
export class QualityEstimateRepository extends Context.Service<
  QualityEstimateRepository,
  {
    readonly findSetting: (projectId: number) => Effect.Effect<QualitySetting>
    readonly saveSetting: (projectId: number, setting: QualitySetting) => Effect.Effect<void>
    /** Saves estimates of automatic texts that are still those that were judged. Every later write of the row removes its estimate. */
    readonly save: (projectId: number, rows: ReadonlyArray<EstimatedRow>) => Effect.Effect<void>
  }
>()("@dragoman/store/machine-translation/QualityEstimateRepository") {
  static readonly layer = Layer.effect(
    QualityEstimateRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return QualityEstimateRepository.of({
        findSetting: Effect.fnUntraced(function* (projectId) {
          const found = yield* setting.first(sql`
            SELECT ${setting.columns} FROM quality_estimate_setting s WHERE s.project_id = ${projectId}`)
          return Option.getOrElse(found, () => defaultQualitySetting)
        }, Effect.orDie),

        saveSetting: Effect.fnUntraced(function* (projectId, { mode, threshold, backTranslation }) {
          const row = { projectId, mode, threshold, backTranslation }
          yield* qualityEstimateSettingTable.upsert(sql, ["projectId"], [row])
        }, Effect.orDie),

        save: Effect.fnUntraced(function* (projectId, rows) {
          if (rows.length === 0) return
          const columns = {
            key_id: "integer",
            language_id: "integer",
            text: "text",
            score: "integer",
            reason: "text"
          } as const
          const written = rows.map(({ keyId, languageId, text, score, reason }) => ({
            key_id: keyId,
            language_id: languageId,
            text,
            score,
            reason
          }))
          yield* sql`
            UPDATE translation SET quality_score = input.score, quality_reason = input.reason
            FROM ${jsonRows(sql, columns, written)} input
            WHERE translation.key_id = input.key_id AND translation.language_id = input.language_id
              AND ${isOf(sql, projectId, "translation")} AND translation.is_auto = 1 AND translation.text = input.text`
        }, Effect.orDie)
      })
    })
  )
}
