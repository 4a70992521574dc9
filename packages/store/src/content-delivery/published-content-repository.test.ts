import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { contentDeliveryTable, publishedVersionTable } from "../table/content-delivery-tables.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { PublishedContentRepository } from "./published-content-repository.ts"

const files = [{ path: "en.json", mediaType: "application/json", size: 3, digest: "d1" }]

const parameters = {
  languages: null,
  format: "JSON",
  structureDelimiter: ".",
  supportArrays: false,
  messageFormat: null,
  fileStructureTemplate: null,
  escapeHtml: false,
  filterKeyId: null,
  filterKeyIdNot: null,
  filterTag: null,
  filterTagIn: null,
  filterTagNotIn: null,
  filterKeyPrefix: null,
  filterState: null,
  filterNamespace: null
}

/** A project with a content delivery that shows its second version. */
const seedDelivery = Effect.fnUntraced(function* (slug: string) {
  const sql = yield* SqlClient.SqlClient
  const [project] = yield* sql<{ id: number }>`INSERT INTO project ${sql.insert({
    organization_id: 1,
    name: slug,
    slug,
    created_at: 0
  })} RETURNING id`
  const projectId = project?.id ?? 0
  const [delivery] = yield* sql<{ id: number }>`${contentDeliveryTable.insert(sql, [
    {
      projectId,
      name: "App",
      slug,
      autoPublish: false,
      pruneBeforePublish: true,
      zip: false,
      parameters,
      liveVersion: 2,
      createdAt: 0
    }
  ])} RETURNING id`
  const contentDeliveryId = delivery?.id ?? 0
  yield* publishedVersionTable.insert(sql, [
    { contentDeliveryId, version: 1, files: [], createdAt: 1 },
    { contentDeliveryId, version: 2, files, createdAt: 2 }
  ])
  yield* sql`INSERT INTO published_file ${sql.insert({
    content_delivery_id: contentDeliveryId,
    digest: "d1",
    content: Buffer.from("abc"),
    brotli: Buffer.from("b"),
    gzip: null
  })}`
  return { projectId, contentDeliveryId }
}, Effect.orDie)

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("published content on %s", (_, layerTest) => {
  const layerFixture = PublishedContentRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("is found by slug and version, with the bytes of its files", () =>
      inFixture(
        Effect.gen(function* () {
          const content = yield* PublishedContentRepository
          const { projectId, contentDeliveryId } = yield* seedDelivery("app")
          const { contentDeliveryId: other } = yield* seedDelivery("other")
          const live = yield* content.findLive("app")
          assert.deepStrictEqual(live, Option.some({ contentDeliveryId, projectId, version: 2 }))
          const found = Option.getOrThrow(yield* content.findVersion("app", 2))
          assert.deepStrictEqual({ ...found }, { version: 2, files })
          assert.deepStrictEqual(Option.getOrThrow(yield* content.findVersion("app", 1)).files, [])
          const file = Option.getOrThrow(yield* content.readFile(contentDeliveryId, "d1"))
          assert.deepStrictEqual(Buffer.from(file.content).toString(), "abc")
          assert.deepStrictEqual(Buffer.from(file.brotli ?? []).toString(), "b")
          assert.isNull(file.gzip)
          assert.isTrue(Option.isNone(yield* content.readFile(contentDeliveryId, "d2")))
          assert.isTrue(Option.isSome(yield* content.readFile(other, "d1")))
        })
      )
    )

    it.effect("is not found under an unknown slug, in another storage, or in a deleted project", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const content = yield* PublishedContentRepository
          const { projectId, contentDeliveryId } = yield* seedDelivery("app")
          const found = Effect.all([content.findLive("app"), content.findVersion("app", 2)])
          const isFound = Effect.map(found, ([live, version]) => [Option.isSome(live), Option.isSome(version)])
          assert.deepStrictEqual(yield* isFound, [true, true])
          assert.isTrue(Option.isNone(yield* content.findLive("ap")))
          assert.isTrue(Option.isNone(yield* content.findVersion("app", 3)))
          yield* sql`UPDATE content_delivery SET live_version = NULL WHERE id = ${contentDeliveryId}`
          assert.deepStrictEqual(yield* isFound, [false, true])
          yield* sql`UPDATE content_delivery SET live_version = 2 WHERE id = ${contentDeliveryId}`
          yield* sql`UPDATE project SET deleted_at = 1 WHERE id = ${projectId}`
          assert.deepStrictEqual(yield* isFound, [false, false])
          yield* sql`UPDATE project SET deleted_at = NULL WHERE id = ${projectId}`
          yield* sql`INSERT INTO content_storage ${sql.insert({
            id: 900,
            project_id: projectId,
            name: "S",
            type: "S3",
            settings: "{}",
            secret: "",
            created_at: 0
          })}`
          yield* sql`UPDATE content_delivery SET storage_id = 900 WHERE id = ${contentDeliveryId}`
          assert.deepStrictEqual(yield* isFound, [false, false])
        })
      )
    )
  })
})
