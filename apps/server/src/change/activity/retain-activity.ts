import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bucketSettings } from "@dragoman/settings"
import { ActivityRetentionRepository, Database, type ExpiredRevision, type RetentionLease } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import { Bucket } from "../../service/object-storage/file-bucket.ts"
import { writeArchive } from "./archive-activity.ts"

const dayMillis = 86_400_000

/** Time without a sign of life after which another server continues. An upload that takes longer is repeated with the same bytes. */
const leaseMillis = 30 * 60_000

/** Most revisions of one archive. */
const revisionsPerBatch = 1_000

/** Most rows that one transaction erases, so that other writers get the lock in between. */
const rowsPerTransaction = 2_000

/** Pause between transactions, in real time. */
const pause = Effect.provideService(Effect.sleep("5 millis"), Clock.Clock, Clock.Clock.defaultValue())

/**
 * Drops the activity of projects that is older than the settings allow, after it was archived in a bucket if there is one. Each project
 * is the work of one server at a time. Source: docs/operations.md#retention-of-activity.
 */
export const retainActivity = Effect.fn("retainActivity")(function* () {
  const settings = yield* Settings
  const repository = yield* ActivityRetentionRepository
  if (settings.activityRetentionDays === 0) return
  const found = bucketSettings(settings, "activity")
  const bucket = found && new Bucket("activity", found)
  const before = (yield* Clock.currentTimeMillis) - settings.activityRetentionDays * dayMillis
  yield* Effect.gen(function* () {
    for (const projectId of yield* repository.listDue(before)) {
      const isLeft = Effect.map(
        repository.listExpired({ projectId, before, to: null, limit: 1 }),
        (some) => some.length > 0
      )
      while (yield* isLeft) {
        if (!(yield* dropBatch(projectId, before, bucket))) break
      }
    }
  }).pipe(
    Effect.catchTag("ObjectStorageFailed", ({ sentence }) =>
      Effect.annotateLogs(Effect.logError("Archiving activity failed"), { error: sentence })
    )
  )
})

/** Archives and drops the oldest revisions of a project; false: another server does. */
const dropBatch = Effect.fnUntraced(function* (projectId: number, before: number, bucket: Bucket | null) {
  const database = yield* Database
  const repository = yield* ActivityRetentionRepository
  const now = yield* Clock.currentTimeMillis
  const lease = { projectId, until: now + leaseMillis }
  const claimed = yield* database.transaction(repository.claim({ ...lease, now }))
  if (Option.isNone(claimed)) return false
  // A server that ended may have left revisions that are archived and marked.
  yield* eraseDropped(projectId)
  const { archivingTo } = claimed.value
  const expired = yield* repository.listExpired({ projectId, before, to: archivingTo, limit: revisionsPerBatch })
  const archived = bucket === null ? { last: expired.at(-1), lease } : yield* archive(lease, expired, bucket)
  const { last } = archived
  if (last === undefined) return false
  const marked = { droppedTo: last.id, droppedBefore: last.createdAt }
  if (!(yield* database.transaction(repository.beginDrop(archived.lease, marked)))) return false
  yield* eraseDropped(projectId)
  yield* database.transaction(repository.release(archived.lease, yield* Clock.currentTimeMillis))
  return true
})

/**
 * Uploads an archive, and checks that it has arrived. Its end is stored before, so that a server that takes over writes the same
 * object.
 */
const archive = Effect.fnUntraced(function* (
  lease: RetentionLease,
  expired: ReadonlyArray<ExpiredRevision>,
  bucket: Bucket
) {
  const database = yield* Database
  const repository = yield* ActivityRetentionRepository
  const { projectId } = lease
  const none = { last: undefined, lease }
  const [first] = expired
  if (first === undefined) return none
  return yield* Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-activity-"))),
    Effect.fnUntraced(function* (folder) {
      const path = join(folder, "archive")
      const last = yield* writeArchive(path, projectId, expired)
      if (last === undefined) return none
      const until = Math.max(lease.until + 1, (yield* Clock.currentTimeMillis) + leaseMillis)
      const renewed = { projectId, until }
      // Another server may have dropped what this one was reading: then the file is not whole.
      if (!(yield* database.transaction(repository.renew(lease, until, last.id)))) return none
      const name = `project-${projectId}/${first.id}-${last.id}.ndjson.gz`
      yield* bucket.upload(path, name)
      const facts = { projectId, firstRevision: first.id, lastRevision: last.id, archive: bucket.describe(name) }
      yield* Effect.annotateLogs(Effect.logInfo("Activity archived"), facts)
      return { last, lease: renewed }
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
})

/** Erases the revisions that are marked as dropped, in transactions of a limited size. */
const eraseDropped = Effect.fnUntraced(function* (projectId: number) {
  const database = yield* Database
  const repository = yield* ActivityRetentionRepository
  for (;;) {
    const revisions = yield* repository.listDropped(projectId, revisionsPerBatch)
    if (revisions.length === 0) return
    let ids: Array<number> = []
    let rows = 0
    const erase = Effect.suspend(() => database.transaction(repository.eraseRevisions(projectId, ids)))
    for (const { id, entitiesOf, entities } of revisions) {
      let left = entities
      while (left > rowsPerTransaction) {
        const some = Math.min(rowsPerTransaction, left - rowsPerTransaction)
        yield* database.transaction(repository.eraseEntities(entitiesOf, some))
        left -= some
        yield* pause
      }
      if (ids.length > 0 && rows + left > rowsPerTransaction) {
        yield* erase
        yield* pause
        ids = []
        rows = 0
      }
      ids.push(id)
      rows += left + 1
    }
    yield* erase
  }
})
