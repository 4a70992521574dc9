import {
  keptVersions,
  keptVersionsMin,
  type PublishedFile,
  type PublishingDelays
} from "@dragoman/domain/content-delivery"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonTexts } from "../database/sql-fragments.ts"
import { type NewRowOf, pick, type RowOf, type Selected, select } from "../database/table.ts"
import {
  contentDeliveryTable,
  type publishedFileTable,
  publishedVersionTable,
  publishingAttemptTable
} from "../table/content-delivery-tables.ts"

const claimed = select(
  pick(
    contentDeliveryTable.as(),
    "id",
    "projectId",
    "branchId",
    "storageId",
    "name",
    "slug",
    "autoPublish",
    "pruneBeforePublish",
    "zip",
    "parameters",
    "liveVersion",
    "lastPublishedFiles",
    "failedAttempts"
  )
)

/** A content delivery that this server publishes until its lease ends. */
export interface ClaimedDeliveryConfiguration extends Selected<typeof claimed> {}

/** A lease on a content delivery. The end is also its mark: another server that takes over has a later one. */
export interface PublishingLease {
  readonly id: number
  /** Epoch milliseconds. */
  readonly until: number
}

/** An attempt to publish, as lists show it. */
export type EndedAttempt = Omit<NewRowOf<typeof publishingAttemptTable>, "id" | "contentDeliveryId">

/** Changed content, for the configurations that publish it. */
export interface PublishedChange {
  readonly projectId: number
  /** null: the default branch; `all`: what all branches share. */
  readonly branchId: number | null | "all"
  readonly now: number
}

/** Attempts that lists show for each content delivery. */
const attemptsMax = 100

const version = select(publishedVersionTable.as("v"))

/** Schedules, leases and results of publishing. Statements that write belong into transactions. */
export class PublishingRepository extends Context.Service<
  PublishingRepository,
  {
    /** Schedules the configurations that publish after changes of the branch, in the transaction of the change. Says whether there are some. */
    readonly scheduleAfterChange: (change: PublishedChange, delays: PublishingDelays) => Effect.Effect<boolean>
    /** Schedules those whose published files are missing, as after a restore. */
    readonly scheduleMissing: (now: number) => Effect.Effect<void>
    /** Ends the leases of all servers, and schedules what they published: for a database with one server, at its start. */
    readonly releaseAll: (now: number) => Effect.Effect<void>
    /** When the next one is due that no server publishes; null: none. */
    readonly nextDueAt: Effect.Effect<number | null>
    /** Leases one that is due; None: none is. */
    readonly claimDue: (lease: {
      readonly now: number
      readonly until: number
    }) => Effect.Effect<Option.Option<ClaimedDeliveryConfiguration>>
    /** Leases this one, due or not; None: another attempt runs, or it does not exist. */
    readonly claim: (
      lease: PublishingLease & { readonly now: number }
    ) => Effect.Effect<Option.Option<ClaimedDeliveryConfiguration>>
    /** Says whether it exists, in a project and on a branch that are not deleted. */
    readonly exists: (id: number) => Effect.Effect<boolean>
    /** Extends the lease; false: another server has taken over. */
    readonly renew: (lease: PublishingLease, until: number) => Effect.Effect<boolean>
    /** Gives the lease back before its end, and lets another server publish at once. */
    readonly release: (lease: PublishingLease, now: number) => Effect.Effect<void>
    readonly listDigests: (id: number) => Effect.Effect<ReadonlyArray<string>>
    /** Stores bytes that a version will name; the same bytes are stored once. */
    readonly insertFile: (file: RowOf<typeof publishedFileTable>) => Effect.Effect<void>
    /** The newest version that is stored or live; null: none. */
    readonly lastVersion: (id: number) => Effect.Effect<number | null>
    readonly findVersion: (
      id: number,
      version: number
    ) => Effect.Effect<Option.Option<RowOf<typeof publishedVersionTable>>>
    /** Adds a version. It is not live before `succeed` says so, in the same transaction. */
    readonly insertVersion: (row: RowOf<typeof publishedVersionTable>) => Effect.Effect<void>
    /** Records an attempt that succeeded and ends its lease; false: another server has taken over, so nothing changed. */
    readonly succeed: (
      lease: PublishingLease,
      published: {
        /** null: the files lie in another storage. */
        readonly liveVersion: number | null
        readonly files: ReadonlyArray<PublishedFile>
        readonly publishedAt: number
      },
      attempt: EndedAttempt
    ) => Effect.Effect<boolean>
    /** Records why caches were not purged after an attempt that succeeded. */
    readonly recordPurgeError: (
      attempt: { readonly contentDeliveryId: number; readonly startedAt: number },
      error: string
    ) => Effect.Effect<void>
    /** Records an attempt that failed and ends its lease. `retryAt` null: a person publishes again. */
    readonly fail: (lease: PublishingLease, retryAt: number | null, attempt: EndedAttempt) => Effect.Effect<void>
    /** Lists content deliveries that have versions which may be too many. */
    readonly listWithVersionsBefore: (before: number) => Effect.Effect<ReadonlyArray<number>>
    /** Erases old versions and the bytes that no version names. Does nothing while it is published. */
    readonly eraseOldVersions: (id: number, now: number) => Effect.Effect<void>
  }
>()("@dragoman/store/content-delivery/PublishingRepository") {
  static readonly layer = Layer.effect(
    PublishingRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isShown = sql.literal(`EXISTS (SELECT 1 FROM project p WHERE p.id = d.project_id AND p.deleted_at IS NULL)
        AND (d.branch_id IS NULL OR EXISTS (SELECT 1 FROM branch b WHERE b.id = d.branch_id AND b.deleted_at IS NULL))`)
      const isFree = (now: number) => sql`(d.leased_until IS NULL OR d.leased_until <= ${now})`

      /** A server that stops in between leaves it due at the end of the lease. Changes from now on belong to the next attempt. */
      const claim = Effect.fnUntraced(function* ({ id, now, until }: PublishingLease & { readonly now: number }) {
        return yield* claimed.first(sql`
          UPDATE content_delivery AS d SET leased_until = ${until}, due_at = ${until}, first_changed_at = NULL
          WHERE d.id = ${id} AND ${isFree(now)} AND ${isShown} RETURNING ${claimed.columns}`)
      })

      const insertAttempt = Effect.fnUntraced(function* (contentDeliveryId: number, attempt: EndedAttempt) {
        yield* publishingAttemptTable.insert(sql, [{ ...attempt, contentDeliveryId }])
        yield* sql`
          DELETE FROM publishing_attempt WHERE content_delivery_id = ${contentDeliveryId} AND id <= (
            SELECT id FROM publishing_attempt WHERE content_delivery_id = ${contentDeliveryId}
            ORDER BY id DESC LIMIT 1 OFFSET ${attemptsMax})`
      })

      return PublishingRepository.of({
        scheduleAfterChange: Effect.fnUntraced(function* ({ projectId, branchId, now }, { quietMillis, latestMillis }) {
          const ofBranch =
            branchId === "all"
              ? sql``
              : branchId === null
                ? sql`AND branch_id IS NULL`
                : sql`AND branch_id = ${branchId}`
          // After a failure the retry keeps its time.
          const rows = yield* sql`
            UPDATE content_delivery SET
              first_changed_at = COALESCE(first_changed_at, ${now}),
              due_at = CASE
                WHEN failed_attempts > 0 AND due_at IS NOT NULL THEN due_at
                WHEN first_changed_at + ${latestMillis} < ${now + quietMillis} THEN first_changed_at + ${latestMillis}
                ELSE ${now + Math.min(quietMillis, latestMillis)} END
            WHERE project_id = ${projectId} AND auto_publish = 1 ${ofBranch} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        scheduleMissing: Effect.fnUntraced(function* (now) {
          yield* sql`
            UPDATE content_delivery AS d SET due_at = ${now}
            WHERE d.live_version IS NOT NULL AND (d.due_at IS NULL OR d.due_at > ${now}) AND ${isFree(now)}
              AND NOT EXISTS (
                SELECT 1 FROM published_version v WHERE v.content_delivery_id = d.id AND v.version = d.live_version)`
        }, Effect.orDie),

        releaseAll: Effect.fnUntraced(function* (now) {
          yield* sql`UPDATE content_delivery SET leased_until = NULL, due_at = ${now} WHERE leased_until IS NOT NULL`
        }, Effect.orDie),

        nextDueAt: sql<{ dueAt: number | null }>`
          SELECT min(CASE WHEN d.leased_until > d.due_at THEN d.leased_until ELSE d.due_at END) AS due_at
          FROM content_delivery d WHERE d.due_at IS NOT NULL AND ${isShown}`.pipe(
          Effect.map(([row]) => row?.dueAt ?? null),
          Effect.orDie
        ),

        claimDue: Effect.fnUntraced(function* ({ now, until }) {
          const [due] = yield* sql<{ id: number }>`
            SELECT d.id FROM content_delivery d WHERE d.due_at <= ${now} AND ${isFree(now)} AND ${isShown}
            ORDER BY d.due_at, d.id LIMIT 1`
          return due === undefined ? Option.none() : yield* claim({ id: due.id, now, until })
        }, Effect.orDie),

        claim: (lease) => Effect.orDie(claim(lease)),

        exists: Effect.fnUntraced(function* (id) {
          const rows = yield* sql`SELECT d.id FROM content_delivery d WHERE d.id = ${id} AND ${isShown}`
          return rows.length > 0
        }, Effect.orDie),

        renew: Effect.fnUntraced(function* (lease, until) {
          const rows = yield* sql`
            UPDATE content_delivery SET leased_until = ${until},
              due_at = CASE WHEN due_at = ${lease.until} THEN ${until} ELSE due_at END
            WHERE id = ${lease.id} AND leased_until = ${lease.until} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        release: Effect.fnUntraced(function* (lease, now) {
          yield* sql`
            UPDATE content_delivery SET leased_until = NULL, due_at = ${now}
            WHERE id = ${lease.id} AND leased_until = ${lease.until}`
        }, Effect.orDie),

        listDigests: Effect.fnUntraced(function* (id) {
          const rows = yield* sql<{ digest: string }>`
            SELECT digest FROM published_file WHERE content_delivery_id = ${id}`
          return rows.map(({ digest }) => digest)
        }, Effect.orDie),

        insertFile: Effect.fnUntraced(function* ({ contentDeliveryId, digest, content, brotli, gzip }) {
          yield* sql`
            INSERT INTO published_file (content_delivery_id, digest, content, brotli, gzip)
            VALUES (${contentDeliveryId}, ${digest}, ${bufferOf(content)}, ${brotli && bufferOf(brotli)}, ${gzip && bufferOf(gzip)})
            ON CONFLICT (content_delivery_id, digest) DO NOTHING`
        }, Effect.orDie),

        lastVersion: Effect.fnUntraced(function* (id) {
          const [row] = yield* sql<{ last: number | null }>`
            SELECT max(n) AS last FROM (
              SELECT version AS n FROM published_version WHERE content_delivery_id = ${id}
              UNION ALL SELECT live_version FROM content_delivery WHERE id = ${id}) known`
          return row?.last ?? null
        }, Effect.orDie),

        findVersion: Effect.fnUntraced(function* (id, number) {
          return yield* version.first(sql`
            SELECT ${version.columns} FROM published_version v
            WHERE v.content_delivery_id = ${id} AND v.version = ${number}`)
        }, Effect.orDie),

        insertVersion: Effect.fnUntraced(function* (row) {
          yield* publishedVersionTable.insert(sql, [row])
        }, Effect.orDie),

        succeed: Effect.fnUntraced(function* (lease, { liveVersion, files, publishedAt }, attempt) {
          const rows = yield* sql`
            UPDATE content_delivery SET
              ${sql.update(
                contentDeliveryTable.encode({
                  liveVersion,
                  lastPublishedFiles: files,
                  lastPublishedAt: publishedAt,
                  lastAttemptAt: attempt.startedAt,
                  lastError: null,
                  failedAttempts: 0,
                  leasedUntil: null
                })
              )},
              due_at = CASE WHEN first_changed_at IS NULL THEN NULL ELSE due_at END
            WHERE id = ${lease.id} AND leased_until = ${lease.until} RETURNING id`
          if (rows.length === 0) return false
          yield* insertAttempt(lease.id, attempt)
          return true
        }, Effect.orDie),

        recordPurgeError: Effect.fnUntraced(function* ({ contentDeliveryId, startedAt }, error) {
          yield* sql`
            UPDATE publishing_attempt SET purge_error = ${error}
            WHERE content_delivery_id = ${contentDeliveryId} AND started_at = ${startedAt}`
        }, Effect.orDie),

        fail: Effect.fnUntraced(function* (lease, retryAt, attempt) {
          const rows = yield* sql`
            UPDATE content_delivery SET last_attempt_at = ${attempt.startedAt}, last_error = ${attempt.error ?? null},
              failed_attempts = failed_attempts + 1, leased_until = NULL,
              due_at = ${retryAt}, first_changed_at = COALESCE(first_changed_at, ${attempt.startedAt})
            WHERE id = ${lease.id} AND leased_until = ${lease.until} RETURNING id`
          if (rows.length > 0) yield* insertAttempt(lease.id, attempt)
        }, Effect.orDie),

        listWithVersionsBefore: Effect.fnUntraced(function* (before) {
          const rows = yield* sql<{ id: number }>`
            SELECT content_delivery_id AS id FROM published_version GROUP BY content_delivery_id
            HAVING COUNT(*) > ${keptVersionsMin} AND MIN(created_at) < ${before} ORDER BY 1`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        eraseOldVersions: Effect.fnUntraced(function* (id, now) {
          // The write makes an attempt that begins now wait for the end of the transaction.
          const [free] = yield* sql<{ liveVersion: number | null }>`
            UPDATE content_delivery AS d SET live_version = live_version
            WHERE d.id = ${id} AND ${isFree(now)} RETURNING live_version`
          if (free === undefined) return
          const stored = yield* version.all(sql`
            SELECT ${version.columns} FROM published_version v WHERE v.content_delivery_id = ${id}`)
          const kept = keptVersions(stored, free.liveVersion, now)
          const erased = stored.filter((one) => !kept.has(one.version)).map((one) => one.version)
          if (erased.length === 0) return
          const digests = new Set(
            stored.filter((one) => kept.has(one.version)).flatMap(({ files }) => files.map(({ digest }) => digest))
          )
          yield* sql`
            DELETE FROM published_version WHERE content_delivery_id = ${id} AND ${sql.in("version", erased)}`
          yield* sql`
            DELETE FROM published_file
            WHERE content_delivery_id = ${id} AND digest NOT IN ${jsonTexts(sql, [...digests])}`
        }, Effect.orDie)
      })
    })
  )
}

/** The driver of SQLite takes buffers only. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
