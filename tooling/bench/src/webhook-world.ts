import BetterSqlite3 from "better-sqlite3"

/** Secret of every webhook configuration of the benchmarks. */
export const webhookSecret = "whsec_0123456789abcdef0123456789abcdef"

/** A database as the benchmarks write to it; the same statements run on both engines. */
export interface WebhookDatabase {
  readonly run: (statement: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>
  readonly close: () => Promise<void>
}

export const openSqlite = (file: string): WebhookDatabase => {
  const database = new BetterSqlite3(file)
  return {
    run: async (statement) => {
      const prepared = database.prepare(statement)
      if (prepared.reader) return prepared.all() as ReadonlyArray<Readonly<Record<string, unknown>>>
      prepared.run()
      return []
    },
    close: async () => {
      database.pragma("wal_checkpoint(TRUNCATE)")
      database.close()
    }
  }
}

const place = "@"
/** 1 kB, without a time: latencies are measured on changes that a server commits. */
const bodyTemplate = JSON.stringify({
  webhookConfigId: 1,
  projectId: 1,
  eventType: "PROJECT_ACTIVITY",
  activityData: { revisionId: place, type: "SET_TRANSLATIONS", modifiedEntities: "x".repeat(880) }
})

/** The body of the delivery with this number, in every benchmark that does not make it by a change. */
export const webhookBodyOf = (number: number): string => bodyTemplate.replace(place, String(number))

/** One enabled configuration; returns its id. */
export const insertWebhook = async (database: WebhookDatabase, projectId: number, url: string): Promise<number> => {
  const [row] = await database.run(
    `INSERT INTO webhook_configuration (project_id, url, secret, created_at)
     VALUES (${projectId}, '${url}', '${webhookSecret}', 0) RETURNING id`
  )
  return Number(row?.["id"])
}

/** An organization with one project for each list of URLs, and a configuration for each of them; returns their ids. */
export const insertWebhooks = async (
  database: WebhookDatabase,
  urls: ReadonlyArray<string>
): Promise<ReadonlyArray<number>> => {
  const slug = `webhooks-${performance.now()}`
  const [organization] = await database.run(
    `INSERT INTO organization (name, slug, base_type, created_at) VALUES ('Webhooks', '${slug}', 'VIEW', 0) RETURNING id`
  )
  const [project] = await database.run(
    `INSERT INTO project (organization_id, name, slug, created_at)
     VALUES (${organization?.["id"]}, 'Webhooks', '${slug}', 0) RETURNING id`
  )
  const ids: Array<number> = []
  for (const url of urls) ids.push(await insertWebhook(database, Number(project?.["id"]), url))
  return ids
}

/** A body of so many bytes, for `insertBacklog`. */
export const largeBody = (bytes: number): string =>
  bodyTemplate.replace("x".repeat(880), "x".repeat(880 + bytes - Buffer.byteLength(bodyTemplate)))

/** Inserts so many deliveries for each of the configurations, due at once, as changes would have made them. */
export const insertBacklog = async (
  database: WebhookDatabase,
  webhookIds: ReadonlyArray<number>,
  each: number,
  body = bodyTemplate
): Promise<void> => {
  const ids = webhookIds.join(", ")
  await database.run(
    `INSERT INTO delivery (message_id, webhook_configuration_id, revision_id, activity_type, next_attempt_at, created_at, body_bytes)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${each})
     SELECT 'msg_' || c.id || '_' || n.i, c.id, n.i, 'SET_TRANSLATIONS', 0, ${Date.now()},
       octet_length(replace('${body}', '${place}', CAST(n.i AS TEXT)))
     FROM n CROSS JOIN webhook_configuration c WHERE c.id IN (${ids})`
  )
  await database.run(
    `INSERT INTO delivery_content (delivery_id, body)
     SELECT id, replace('${body}', '${place}', CAST(revision_id AS TEXT)) FROM delivery
     WHERE webhook_configuration_id IN (${ids})`
  )
}

export const countPending = async (database: WebhookDatabase): Promise<number> => {
  const [row] = await database.run("SELECT COUNT(*) AS count FROM delivery WHERE state = 'PENDING'")
  return Number(row?.["count"])
}
