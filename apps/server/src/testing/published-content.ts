import { createHash } from "node:crypto"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { manifestPath, type PublishedFile, printManifest } from "@dragoman/domain/content-delivery"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CommitSignal } from "../change/commit-signal.ts"

// Content deliveries and their versions, written straight into the database.

export interface SeededDelivery {
  readonly id: number
  readonly projectId: number
  readonly slug: string
}

const parameters = { languages: ["de", "en"], format: "JSON" }

/** Inserts a content delivery of this server's own storage, without a version. */
export const seedDelivery = Effect.fnUntraced(function* (projectId: number, slug: string) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const [row] = yield* Effect.orDie(
    database.transaction(
      sql<{ id: number }>`INSERT INTO content_delivery ${sql.insert({
        project_id: projectId,
        name: slug,
        slug,
        auto_publish: 0,
        prune_before_publish: 1,
        zip: 0,
        parameters: JSON.stringify(parameters),
        created_at: 0
      })} RETURNING id`
    )
  )
  return { id: row?.id ?? 0, projectId, slug } satisfies SeededDelivery as SeededDelivery
})

export const digestOf = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex")

const fileOf = (path: string, text: string): PublishedFile => ({
  path,
  mediaType: path.endsWith(".html") ? "text/html; charset=UTF-8" : "application/json",
  size: Buffer.byteLength(text),
  digest: digestOf(text)
})

/**
 * Writes a version with its manifest and makes it live in one transaction. `isAnnounced`: the commit is signalled, as for every change of a
 * project; else the server has to look.
 */
export const publishVersion = Effect.fnUntraced(function* (
  { id, projectId }: SeededDelivery,
  version: number,
  contents: Readonly<Record<string, string>>,
  isAnnounced = true
) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const named = Object.entries(contents).map(([path, text]) => fileOf(path, text))
  const manifest = printManifest({ version, publishedAt: version, languages: parameters.languages, files: named })
  const files = [...named, fileOf(manifestPath, manifest)]
  const write = Effect.gen(function* () {
    for (const text of [...Object.values(contents), manifest]) {
      const isLong = text.length > 500
      const bytes = {
        content_delivery_id: id,
        digest: digestOf(text),
        content: Buffer.from(text),
        brotli: isLong ? brotliCompressSync(text) : null,
        gzip: isLong ? gzipSync(text) : null
      }
      yield* sql`INSERT INTO published_file ${sql.insert(bytes)} ON CONFLICT DO NOTHING`
    }
    const row = { content_delivery_id: id, version, files: JSON.stringify(files), created_at: version }
    yield* sql`INSERT INTO published_version ${sql.insert(row)}`
    yield* sql`UPDATE content_delivery SET live_version = ${version} WHERE id = ${id}`
  })
  yield* Effect.orDie(database.transaction(write))
  if (isAnnounced) yield* CommitSignal.use(({ publish }) => publish({ projectId, deliveries: 0 }))
})
