import type {
  BackupFacts,
  BranchFacts,
  ImageRowFacts,
  NamedWebhook,
  RowFacts,
  WebhookFacts
} from "@dragoman/domain/doctor"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { BackupRunRepository } from "../backup/backup-run-repository.ts"
import { decodeEnvelope } from "../encryption/encrypted-value.ts"
import { markPlace } from "../encryption/secret-columns.ts"
import { againDueAt } from "../outbox/due-window.ts"

/** Administrators of one kind that are named. */
const administratorsMax = 100

/** Unfinished branches that are named. */
const branchesMax = 100

/** Objects of images that are looked for in their bucket. */
const objectsMax = 100_000

/** Webhooks of one kind that are named. */
const webhooksMax = 100

/** Reads facts from the rows of a database with the schema of this program. */
export const readRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const newest = yield* sql<{ table: string; at: number }>`
    SELECT * FROM (
      SELECT 'activity_revision' AS "table", created_at AS at FROM activity_revision
      WHERE id = (SELECT MAX(id) FROM activity_revision)
      UNION ALL SELECT 'audit_entry', at FROM audit_entry WHERE id = (SELECT MAX(id) FROM audit_entry)
    ) AS newest ORDER BY at DESC LIMIT 1`
  const [mark] = yield* sql<{ value: string }>`SELECT value FROM server_value WHERE name = ${markPlace.row}`
  // An account without a password logs in by a provider, which may ask for more.
  const [administrators] = yield* sql<{ count: number; withoutSecondFactor: number }>`
    SELECT COUNT(*) AS count, COALESCE(SUM(CASE WHEN password_hash IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM totp WHERE totp.user_id = u.id)
      AND NOT EXISTS (SELECT 1 FROM passkey WHERE passkey.user_id = u.id) THEN 1 ELSE 0 END), 0) AS without_second_factor
    FROM user_account u WHERE server_role = 'ADMIN' AND disabled_at IS NULL AND deleted_at IS NULL`
  const withoutLogin = yield* sql<{ username: string }>`
    SELECT username FROM user_account u
    WHERE server_role = 'ADMIN' AND disabled_at IS NULL AND deleted_at IS NULL AND password_hash IS NULL
      AND NOT EXISTS (SELECT 1 FROM user_identity WHERE user_identity.user_id = u.id)
      AND NOT EXISTS (SELECT 1 FROM passkey WHERE passkey.user_id = u.id)
    ORDER BY id LIMIT ${administratorsMax}`
  const [mails] = yield* sql<RowFacts["mails"]>`
    SELECT MIN(next_attempt_at) AS late_since, COUNT(*) AS late_count,
      (SELECT last_error FROM mail WHERE next_attempt_at <= ${now} AND last_error IS NOT NULL ORDER BY id DESC LIMIT 1) AS last_error
    FROM mail WHERE next_attempt_at <= ${now}`
  const facts: RowFacts = {
    newest: newest[0] ?? null,
    encryptionKeyId: decodeEnvelope(mark?.value ?? "")?.keyId ?? null,
    administrators: {
      ...(administrators ?? { count: 0, withoutSecondFactor: 0 }),
      withoutLogin: withoutLogin.map(({ username }) => username)
    },
    webhooks: yield* readWebhooks(sql, now),
    mails: mails ?? { lateSince: null, lateCount: 0, lastError: null },
    backups: yield* readBackups,
    branches: yield* readBranches,
    images: yield* readImages
  }
  return facts
})

const readImages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [without] = yield* sql<{ count: number }>`
    SELECT CAST(COUNT(*) AS INTEGER) AS count FROM image i
    WHERE i.object_name IS NULL AND NOT EXISTS (SELECT 1 FROM image_piece p WHERE p.image_id = i.id)`
  const objects = yield* sql<{ name: string }>`
    SELECT object_name AS name FROM image WHERE object_name IS NOT NULL ORDER BY id DESC LIMIT ${objectsMax}`
  const facts: ImageRowFacts = { withoutContents: without?.count ?? 0, objects: objects.map(({ name }) => name) }
  return facts
})

const readBranches = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const unfinished = yield* sql<BranchFacts["unfinished"][number]>`
    SELECT b.name, p.name AS project, COALESCE(b.leased_until, b.created_at) AS since
    FROM branch b JOIN project p ON p.id = b.project_id
    WHERE b.state = 'CREATING' AND p.deleted_at IS NULL ORDER BY b.id LIMIT ${branchesMax}`
  const [keys] = yield* sql<{ count: number }>`
    SELECT CAST(COUNT(*) AS INTEGER) AS count FROM translation_key k
    WHERE k.branch_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM branch b WHERE b.id = k.branch_id)`
  const facts: BranchFacts = { unfinished, keysWithout: keys?.count ?? 0 }
  return facts
})

const readWebhooks = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, now: number) {
  const columns = sql.literal("w.id, w.project_id, p.name AS project")
  const source = sql.literal(
    "webhook_configuration w JOIN project p ON p.id = w.project_id WHERE w.deleted_at IS NULL AND p.deleted_at IS NULL"
  )
  const disabled = yield* sql<NamedWebhook>`
    SELECT ${columns} FROM ${source} AND w.auto_disabled = 1 ORDER BY w.id LIMIT ${webhooksMax}`
  const failing = yield* sql<WebhookFacts["failing"][number]>`
    SELECT ${columns}, w.first_failed_at AS since FROM ${source}
      AND w.enabled = 1 AND w.auto_disabled = 0 AND w.first_failed_at IS NOT NULL
    ORDER BY w.first_failed_at, w.id LIMIT ${webhooksMax}`
  // A new delivery has the time 0; since when one that was made due again waits is not known.
  const [late] = yield* sql<Pick<WebhookFacts, "lateSince" | "lateCount">>`
    SELECT COUNT(*) AS late_count, MIN(CASE
      WHEN d.next_attempt_at = ${againDueAt} THEN ${now} WHEN d.next_attempt_at < d.created_at THEN d.created_at
      ELSE d.next_attempt_at END) AS late_since
    FROM delivery d JOIN webhook_configuration w ON w.id = d.webhook_configuration_id
    WHERE d.state = 'PENDING' AND d.next_attempt_at <= ${now} AND w.enabled = 1 AND w.auto_disabled = 0 AND w.paused = 0
      AND w.deleted_at IS NULL AND (w.held_until IS NULL OR w.held_until <= ${now})`
  const facts: WebhookFacts = { disabled, failing, lateSince: late?.lateSince ?? null, lateCount: late?.lateCount ?? 0 }
  return facts
})

const readBackups = Effect.gen(function* () {
  const { lastDone, lastManual, lastFinished } = yield* (yield* BackupRunRepository).listLast
  const newest = [lastDone, lastManual]
    .filter((run) => run !== null)
    .toSorted((one, other) => other.startedAt - one.startedAt)[0]
  const facts: BackupFacts = {
    lastDoneAt: newest?.startedAt ?? null,
    lastBytes: newest?.bytes ?? null,
    error: lastFinished?.state === "FAILED" ? (lastFinished.error ?? "the reason is in the log") : null,
    storeError: lastFinished?.storeError ?? null
  }
  return facts
})
