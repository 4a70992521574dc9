import { asksMachine, type BatchJobStatus, type JobOperation } from "@dragoman/domain/batch-job"
import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { optional, pick, type Selected, select } from "../database/table.ts"
import { usernameInProject } from "../project/project-visibility.ts"
import { batchJobPieceTable, batchJobTable } from "../table/batch-job-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const j = batchJobTable.as("j")
const u = userAccountTable.as("u")

const jobColumns = {
  ...pick(
    j,
    "id",
    "projectId",
    "operation",
    "isHidden",
    "asksMachine",
    "cost",
    "status",
    "doneItems",
    "totalItems",
    "errorMessage",
    "activityRevisionId",
    "createdAt",
    "updatedAt",
    "authorId",
    "apiKeyId"
  ),
  authorUsername: usernameInProject("u", "j.project_id"),
  authorName: optional(u).name,
  authorAvatarHash: u.avatarHash,
  authorDeletedAt: u.deletedAt
}

const job = select(jobColumns)

/** A job as it is shown. */
export interface BatchJobRow extends Selected<typeof job> {}

/** The starter of a job. `apiKeyId`: the project API key, which sees its own jobs only; 0: the user, who sees those of own keys as well. */
export interface BatchJobOwner {
  /** null: the server by itself. */
  readonly authorId: number | null
  readonly apiKeyId: number
}

const unfinishedJob = select({ ...jobColumns, ...pick(j, "reviewLanguageIds", "activity") })

/** All that is needed to go on with a job. */
export interface UnfinishedBatchJob extends Selected<typeof unfinishedJob> {}

const dueJob = select(pick(j, "id", "projectId"))

const piece = select(pick(batchJobPieceTable.as(), "number", "keyIds"))

/** Keys that are changed in one transaction. */
export interface BatchJobPiece extends Selected<typeof piece> {}

/** The engine that works on a job, and until when; no other engine takes the job before. */
export interface BatchJobLease {
  readonly owner: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly until: number
}

/** Sort expressions of jobs. */
const batchJobOrder: Readonly<Record<SortableProperty<"batchJobs">, string>> = {
  id: "j.id",
  status: "j.status",
  createdAt: "j.created_at",
  updatedAt: "j.updated_at"
}

/**
 * Jobs, their pieces and how far they are. Who changes one has locked its project. Of a project one job is worked on after
 * the other, in the order of their ids; those that ask machines run beside them, in turn.
 */
export class BatchJobRepository extends Context.Service<
  BatchJobRepository,
  {
    /** The id; `pieces`: the keys of each. */
    readonly insert: (job: {
      readonly projectId: number
      readonly owner: BatchJobOwner
      readonly operation: JobOperation
      readonly isHidden?: boolean
      readonly reviewLanguageIds: ReadonlyArray<number> | null
      readonly pieces: ReadonlyArray<ReadonlyArray<number>>
      readonly at: number
    }) => Effect.Effect<number>
    /** Finds a job that has not begun, and is equal to one that would be inserted. Needs the lock of the project, so that it does not begin. */
    readonly findWaiting: (job: {
      readonly projectId: number
      readonly owner: BatchJobOwner
      readonly operation: JobOperation
      readonly isHidden: boolean
    }) => Effect.Effect<Option.Option<number>>
    /** Adds pieces to a job that has not begun. */
    readonly addPieces: (id: number, pieces: ReadonlyArray<ReadonlyArray<number>>) => Effect.Effect<void>
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<BatchJobRow>>
    /** `owner` null: of all. */
    readonly list: (
      request: RowPage<SortableProperty<"batchJobs">> & {
        readonly projectId: number
        readonly owner: BatchJobOwner | null
      }
    ) => Effect.Effect<PagedRows<BatchJobRow>>
    /** Lists jobs that are not over, and are not hidden, and those that ended since a time, by id. */
    readonly listCurrent: (request: {
      readonly projectId: number
      readonly owner: BatchJobOwner | null
      readonly finishedSince: number
    }) => Effect.Effect<ReadonlyArray<BatchJobRow>>
    /** Counts the jobs of all projects that are not over. */
    readonly countUnfinished: Effect.Effect<{ readonly pending: number; readonly running: number }>
    /** A job that this owner may go on with, the one that has waited longest. `asksMachine`: of those that do, or of the others. */
    readonly findDue: (
      request: Omit<BatchJobLease, "until"> & {
        readonly asksMachine: boolean
        /** Projects whose jobs are not looked for. */
        readonly except?: ReadonlyArray<number>
      }
    ) => Effect.Effect<Option.Option<Pick<BatchJobRow, "id" | "projectId">>>
    /**
     * Leases a job; None when it is over, when an older one of its project has to end before, or when it asks machines and another
     * owner has it.
     */
    readonly lease: (id: number, lease: BatchJobLease) => Effect.Effect<Option.Option<UnfinishedBatchJob>>
    /**
     * Extends the lease of a job that waits, without the lock of its project; false: it is over, its project is deleted, or another
     * owner has it.
     */
    readonly renew: (id: number, lease: BatchJobLease) => Effect.Effect<boolean>
    /** Adds what requests have cost, also to a job that is over. */
    readonly addCost: (id: number, cost: number) => Effect.Effect<void>
    /** Others may go on with what this owner has worked on. */
    readonly release: (owner: string) => Effect.Effect<void>
    /** A job that is not over. */
    readonly findUnfinished: (id: number) => Effect.Effect<Option.Option<UnfinishedBatchJob>>
    readonly findPiece: (id: number) => Effect.Effect<Option.Option<BatchJobPiece>>
    /** The piece is done but for the keys that failed, and those that remain to be done; `activity` as of `UnfinishedBatchJob`. */
    readonly endPiece: (ended: {
      readonly id: number
      readonly piece: BatchJobPiece
      readonly remainingKeyIds?: ReadonlyArray<number>
      readonly failedKeyIds: ReadonlyArray<number>
      readonly errorMessage: string | null
      readonly activity: string | null
      readonly at: number
    }) => Effect.Effect<void>
    readonly finish: (ended: {
      readonly id: number
      readonly status: BatchJobStatus
      readonly errorMessage: string | null
      readonly activityRevisionId: number | null
      readonly at: number
    }) => Effect.Effect<void>
    /** Reads only, so that an idle engine never takes the write lock. */
    readonly hasFinishedBefore: (before: number) => Effect.Effect<boolean>
    /** Forgets jobs that were over before a time, at most so many. */
    readonly forget: (before: number, limit: number) => Effect.Effect<void>
  }
>()("@dragoman/store/batch-job/BatchJobRepository") {
  static readonly layer = Layer.effect(
    BatchJobRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = sql.literal("batch_job j LEFT JOIN user_account u ON u.id = j.author_id")
      const isUnfinished = sql.literal("j.status IN ('PENDING', 'RUNNING')")
      const isNext = sql.literal(`NOT EXISTS (
        SELECT 1 FROM batch_job o
        WHERE j.asks_machine = 0 AND o.project_id = j.project_id AND o.id < j.id AND o.asks_machine = 0
          AND o.status IN ('PENDING', 'RUNNING'))`)
      const isFree = ({ owner, now }: Omit<BatchJobLease, "until">) =>
        sql`(j.leased_until IS NULL OR j.leased_until <= ${now} OR j.leased_by = ${owner})`
      const finishedBefore = (before: number, limit: number) => sql`
        SELECT id FROM batch_job
        WHERE status NOT IN ('PENDING', 'RUNNING') AND updated_at < ${before} ORDER BY updated_at LIMIT ${limit}`
      const startedBy = (owner: BatchJobOwner | null) => {
        if (owner === null) return sql`1 = 1`
        const { authorId, apiKeyId } = owner
        return sql`j.author_id = ${authorId} ${apiKeyId === 0 ? sql`` : sql`AND j.api_key_id = ${apiKeyId}`}`
      }

      const findUnfinished = Effect.fnUntraced(function* (id: number) {
        return yield* unfinishedJob.first(sql`
          SELECT ${unfinishedJob.columns} FROM ${source} WHERE j.id = ${id} AND ${isUnfinished}`)
      }, Effect.orDie)

      const nextPiece = Effect.fnUntraced(function* (id: number) {
        const [last] = yield* sql<{ number: number }>`
          SELECT COALESCE(max(number), -1) AS number FROM batch_job_piece WHERE job_id = ${id}`
        return (last?.number ?? -1) + 1
      })

      return BatchJobRepository.of({
        countUnfinished: sql<{ pending: number; running: number }>`
          SELECT COALESCE(SUM(CASE WHEN status = 'PENDING' THEN 1 ELSE 0 END), 0) AS pending,
            COALESCE(SUM(CASE WHEN status = 'RUNNING' THEN 1 ELSE 0 END), 0) AS running
          FROM batch_job WHERE status IN ('PENDING', 'RUNNING')`.pipe(
          Effect.map(([found]) => found ?? { pending: 0, running: 0 }),
          Effect.orDie
        ),
        insert: Effect.fnUntraced(function* ({ pieces, at, owner, ...input }) {
          const totalItems = pieces.reduce((sum, { length }) => sum + length, 0)
          const row = {
            ...input,
            ...owner,
            asksMachine: asksMachine(input.operation),
            status: "PENDING",
            totalItems,
            createdAt: at,
            updatedAt: at
          } as const
          const [inserted] = yield* sql<{ id: number }>`${batchJobTable.insert(sql, [row])} RETURNING id`
          const id = inserted?.id ?? 0
          const rows = pieces.map((keyIds, number) => ({ number, keyIds }))
          if (rows.length > 0) yield* batchJobPieceTable.insert(sql, rows, { jobId: id })
          return id
        }, Effect.orDie),

        findWaiting: Effect.fnUntraced(function* ({ projectId, owner, operation, isHidden }) {
          const [found] = yield* sql<{ id: number }>`
            SELECT id FROM batch_job
            WHERE project_id = ${projectId} AND status = 'PENDING' AND author_id ${owner.authorId === null ? sql`IS NULL` : sql`= ${owner.authorId}`}
              AND api_key_id = ${owner.apiKeyId} AND is_hidden = ${isHidden ? 1 : 0}
              AND operation = ${JSON.stringify(operation)}
            ORDER BY id DESC LIMIT 1`
          return Option.fromNullishOr(found?.id)
        }, Effect.orDie),

        addPieces: Effect.fnUntraced(function* (id, pieces) {
          if (pieces.length === 0) return
          const first = yield* nextPiece(id)
          const rows = pieces.map((keyIds, index) => ({ number: first + index, keyIds }))
          yield* batchJobPieceTable.insert(sql, rows, { jobId: id })
          const added = pieces.reduce((sum, { length }) => sum + length, 0)
          yield* sql`UPDATE batch_job SET total_items = total_items + ${added} WHERE id = ${id}`
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (projectId, id) {
          return yield* job.first(sql`
            SELECT ${job.columns} FROM ${source} WHERE j.project_id = ${projectId} AND j.id = ${id}`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ projectId, owner, ...page }) {
          const condition = sql`j.project_id = ${projectId} AND j.is_hidden = 0 AND ${startedBy(owner)}`
          const rows = yield* job.all(sql`
            SELECT ${job.columns} FROM ${source} WHERE ${condition} ${orderAndLimit(sql, batchJobOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM batch_job j WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        listCurrent: Effect.fnUntraced(function* ({ projectId, owner, finishedSince }) {
          return yield* job.all(sql`
            SELECT ${job.columns} FROM ${source}
            WHERE j.project_id = ${projectId} AND j.is_hidden = 0 AND ${startedBy(owner)}
              AND (${isUnfinished} OR j.updated_at >= ${finishedSince})
            ORDER BY j.id`)
        }, Effect.orDie),

        findDue: Effect.fnUntraced(function* ({ asksMachine, except = [], ...lease }) {
          return yield* dueJob.first(sql`
            SELECT ${dueJob.columns} FROM batch_job j JOIN project p ON p.id = j.project_id AND p.deleted_at IS NULL
            WHERE ${isUnfinished} AND j.asks_machine = ${asksMachine ? 1 : 0} AND ${isFree(lease)} AND ${isNext}
              ${except.length === 0 ? sql`` : sql`AND NOT ${sql.in("j.project_id", except)}`}
            ORDER BY j.updated_at, j.id LIMIT 1`)
        }, Effect.orDie),

        lease: Effect.fnUntraced(function* (id, { until, ...lease }) {
          const leased = yield* sql`
            UPDATE batch_job AS j SET status = 'RUNNING', leased_by = ${lease.owner}, leased_until = ${until}
            WHERE j.id = ${id} AND ${isUnfinished} AND ${isNext} AND (j.asks_machine = 0 OR ${isFree(lease)}) RETURNING id`
          return leased.length === 0 ? Option.none() : yield* findUnfinished(id)
        }, Effect.orDie),

        renew: Effect.fnUntraced(function* (id, { owner, until }) {
          const renewed = yield* sql`
            UPDATE batch_job AS j SET leased_until = ${until}
            WHERE j.id = ${id} AND ${isUnfinished} AND j.leased_by = ${owner}
              AND EXISTS (SELECT 1 FROM project p WHERE p.id = j.project_id AND p.deleted_at IS NULL) RETURNING id`
          return renewed.length > 0
        }, Effect.orDie),

        addCost: Effect.fnUntraced(function* (id, cost) {
          yield* sql`UPDATE batch_job SET cost = cost + ${cost} WHERE id = ${id}`
        }, Effect.orDie),

        release: Effect.fnUntraced(function* (owner) {
          yield* sql`
            UPDATE batch_job AS j SET leased_by = NULL, leased_until = NULL WHERE j.leased_by = ${owner} AND ${isUnfinished}`
        }, Effect.orDie),

        findUnfinished,

        findPiece: Effect.fnUntraced(function* (id) {
          return yield* piece.first(sql`
            SELECT ${piece.columns} FROM batch_job_piece
            WHERE job_id = ${id} AND is_failed = 0 ORDER BY number LIMIT 1`)
        }, Effect.orDie),

        endPiece: Effect.fnUntraced(function* (ended) {
          const { id, piece, remainingKeyIds = [], failedKeyIds, errorMessage, activity, at } = ended
          const ofPiece = sql`job_id = ${id} AND number = ${piece.number}`
          const doneKeys = piece.keyIds.length - remainingKeyIds.length - failedKeyIds.length
          const isFailed = remainingKeyIds.length === 0
          const keyIds = isFailed ? failedKeyIds : remainingKeyIds
          yield* keyIds.length === 0
            ? sql`DELETE FROM batch_job_piece WHERE ${ofPiece}`
            : sql`
              UPDATE batch_job_piece
              SET ${sql.update(batchJobPieceTable.encode({ isFailed, keyIds }))} WHERE ${ofPiece}`
          if (!isFailed && failedKeyIds.length > 0) {
            yield* batchJobPieceTable.insert(
              sql,
              [{ number: yield* nextPiece(id), isFailed: true, keyIds: failedKeyIds }],
              {
                jobId: id
              }
            )
          }
          yield* sql`
            UPDATE batch_job SET done_items = done_items + ${doneKeys},
              error_message = COALESCE(error_message, ${errorMessage}), activity = ${activity}, updated_at = ${at}
            WHERE id = ${id}`
        }, Effect.orDie),

        finish: Effect.fnUntraced(function* (ended) {
          const { at, ...values } = ended
          const row = { ...values, activity: null, leasedBy: null, leasedUntil: null, updatedAt: at }
          yield* batchJobTable.update(sql, [row])
        }, Effect.orDie),

        hasFinishedBefore: Effect.fnUntraced(function* (before) {
          return (yield* finishedBefore(before, 1)).length > 0
        }, Effect.orDie),

        forget: Effect.fnUntraced(function* (before, limit) {
          yield* sql`DELETE FROM batch_job WHERE id IN (${finishedBefore(before, limit)})`
        }, Effect.orDie)
      })
    })
  )
}
