import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { pick, type Selected, select } from "../database/table.ts"
import { contentDeliveryTable, publishedFileTable, publishedVersionTable } from "../table/content-delivery-tables.ts"

const live = select(pick(contentDeliveryTable.as("d"), "id", "projectId", "liveVersion"))

/** The version that a slug shows. */
export interface LiveVersionRow {
  readonly contentDeliveryId: number
  readonly projectId: number
  readonly version: number
}

const published = select(pick(publishedVersionTable.as("v"), "version", "files"))

export interface PublishedVersionRow extends Selected<typeof published> {}

const file = select(pick(publishedFileTable.as(), "content", "brotli", "gzip"))

/** Bytes of a file, and the same compressed. */
export interface PublishedFileRow extends Selected<typeof file> {}

/** Reads published files for apps, without a caller. Content deliveries of deleted projects have none. */
export class PublishedContentRepository extends Context.Service<
  PublishedContentRepository,
  {
    /** Finds the live version of a slug; None: unknown, or nothing is published in this storage. */
    readonly findLive: (slug: string) => Effect.Effect<Option.Option<LiveVersionRow>>
    /** Finds a version that is still kept. */
    readonly findVersion: (slug: string, version: number) => Effect.Effect<Option.Option<PublishedVersionRow>>
    readonly readFile: (contentDeliveryId: number, digest: string) => Effect.Effect<Option.Option<PublishedFileRow>>
  }
>()("@dragoman/store/content-delivery/PublishedContentRepository") {
  static readonly layer = Layer.effect(
    PublishedContentRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ofSlug = (slug: string) => sql`
        JOIN project p ON p.id = d.project_id AND p.deleted_at IS NULL
        JOIN organization o ON o.id = p.organization_id AND o.deleted_at IS NULL
        WHERE d.slug = ${slug} AND d.storage_id IS NULL`

      return PublishedContentRepository.of({
        findLive: Effect.fnUntraced(function* (slug) {
          const found = yield* live.first(sql`SELECT ${live.columns} FROM content_delivery d ${ofSlug(slug)}`)
          return Option.flatMap(found, ({ id, projectId, liveVersion }) =>
            liveVersion === null
              ? Option.none()
              : Option.some({ contentDeliveryId: id, projectId, version: liveVersion })
          )
        }, Effect.orDie),

        findVersion: Effect.fnUntraced(function* (slug, version) {
          return yield* published.first(sql`
            SELECT ${published.columns} FROM content_delivery d
            JOIN published_version v ON v.content_delivery_id = d.id AND v.version = ${version} ${ofSlug(slug)}`)
        }, Effect.orDie),

        readFile: Effect.fnUntraced(function* (contentDeliveryId, digest) {
          return yield* file.first(sql`
            SELECT ${file.columns} FROM published_file
            WHERE content_delivery_id = ${contentDeliveryId} AND digest = ${digest}`)
        }, Effect.orDie)
      })
    })
  )
}
