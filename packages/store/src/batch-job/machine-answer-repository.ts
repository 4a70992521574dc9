import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { jsonIds, type PagedRows } from "../database/sql-fragments.ts"
import { optional, pick, type Selected, select } from "../database/table.ts"
import { machineAnswerTable } from "../table/batch-job-tables.ts"
import { keyTable } from "../table/content-tables.ts"
import { languageTable, namespaceTable } from "../table/project-tables.ts"

const a = machineAnswerTable.as("a")

const answer = select(
  pick(
    a,
    "keyId",
    "languageId",
    "baseDigest",
    "text",
    "service",
    "promptId",
    "errorCode",
    "detail",
    "qualityScore",
    "qualityReason"
  )
)

/** A text of a service that waits to be written, or a failure. */
export interface MachineAnswerRow extends Selected<typeof answer> {}

const failure = select({
  ...pick(a, "keyId", "languageId", "errorCode", "detail"),
  keyName: keyTable.as("k").name,
  namespace: optional(namespaceTable.as("n")).name,
  languageTag: languageTable.as("l").tag
})

/** A text that a job could not translate. */
export interface FailedTextRow extends Selected<typeof failure> {}

/** Results of services for the texts of batch jobs: a job that is resumed asks for none of them again. */
export class MachineAnswerRepository extends Context.Service<
  MachineAnswerRepository,
  {
    /** Stores results at once, in place of earlier ones for the same texts. */
    readonly keep: (jobId: number, answers: ReadonlyArray<MachineAnswerRow>) => Effect.Effect<void>
    readonly list: (jobId: number, keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<MachineAnswerRow>>
    /** Removes the results for keys. */
    readonly remove: (jobId: number, keyIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Removes texts that a job, which is over, did not write; failures stay. */
    readonly removeTexts: (jobId: number) => Effect.Effect<void>
    /** Removes texts of the playground jobs of a user in a project that are over. */
    readonly removePlayground: (projectId: number, authorId: number) => Effect.Effect<void>
    /** Lists texts of the playground jobs of a user in a project; those of earlier jobs first. */
    readonly listPlayground: (request: {
      readonly projectId: number
      readonly authorId: number
      readonly keyIds: ReadonlyArray<number>
      readonly languageIds: ReadonlyArray<number>
    }) => Effect.Effect<ReadonlyArray<MachineAnswerRow>>
    /** Lists the failures of a job by key and language; of keys and languages that still exist. */
    readonly listFailed: (request: {
      readonly jobId: number
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<PagedRows<FailedTextRow>>
  }
>()("@dragoman/store/batch-job/MachineAnswerRepository") {
  static readonly layer = Layer.effect(
    MachineAnswerRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isPlayground = (projectId: number, authorId: number) => sql`
        j.project_id = ${projectId} AND j.author_id = ${authorId} AND j.asks_machine = 1
          AND j.operation LIKE '{"type":"AI_PLAYGROUND_TRANSLATE"%'`
      return MachineAnswerRepository.of({
        keep: Effect.fnUntraced(function* (jobId, answers) {
          if (answers.length === 0) return
          yield* machineAnswerTable.upsert(sql, ["jobId", "keyId", "languageId"], answers, { jobId })
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (jobId, keyIds) {
          return yield* answer.all(sql`
            SELECT ${answer.columns} FROM machine_answer a
            WHERE a.job_id = ${jobId} AND a.key_id IN ${jsonIds(sql, keyIds)}`)
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (jobId, keyIds) {
          yield* sql`DELETE FROM machine_answer WHERE job_id = ${jobId} AND key_id IN ${jsonIds(sql, keyIds)}`
        }, Effect.orDie),

        removeTexts: Effect.fnUntraced(function* (jobId) {
          yield* sql`DELETE FROM machine_answer WHERE job_id = ${jobId} AND error_code IS NULL`
        }, Effect.orDie),

        removePlayground: Effect.fnUntraced(function* (projectId, authorId) {
          yield* sql`
            DELETE FROM machine_answer WHERE error_code IS NULL AND job_id IN (
              SELECT j.id FROM batch_job j WHERE ${isPlayground(projectId, authorId)}
                AND j.status NOT IN ('PENDING', 'RUNNING'))`
        }, Effect.orDie),

        listPlayground: Effect.fnUntraced(function* ({ projectId, authorId, keyIds, languageIds }) {
          return yield* answer.all(sql`
            SELECT ${answer.columns} FROM machine_answer a JOIN batch_job j ON j.id = a.job_id
            JOIN translation_key k ON k.id = a.key_id AND k.project_id = j.project_id AND k.deleted_at IS NULL
            WHERE ${isPlayground(projectId, authorId)} AND a.text IS NOT NULL
              AND a.key_id IN ${jsonIds(sql, keyIds)} AND a.language_id IN ${jsonIds(sql, languageIds)}
            ORDER BY a.job_id, a.key_id, a.language_id`)
        }, Effect.orDie),

        listFailed: Effect.fnUntraced(function* ({ jobId, limit, offset }) {
          const projectId = sql`(SELECT project_id FROM batch_job WHERE id = ${jobId})`
          const source = sql`machine_answer a
            JOIN translation_key k ON k.id = a.key_id AND ${isOf(sql, projectId, "k")} LEFT JOIN namespace n ON n.id = k.namespace_id
            JOIN language l ON l.id = a.language_id AND l.deleted_at IS NULL
            WHERE a.job_id = ${jobId} AND a.error_code IS NOT NULL`
          const rows = yield* failure.all(sql`
            SELECT ${failure.columns} FROM ${source} ORDER BY a.key_id, a.language_id LIMIT ${limit} OFFSET ${offset}`)
          const [counted] = yield* sql<{ total: number }>`SELECT CAST(count(*) AS INTEGER) AS total FROM ${source}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie)
      })
    })
  )
}
