import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ImageRepository } from "../image/image-repository.ts"
import { schemaVersion } from "../migration/migrations.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { readSchema } from "../testing/read-schema.ts"
import { ServerStatusRepository } from "./server-status-repository.ts"

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("the status of the server on %s", (_, layerTest) => {
  const layerFixture = Layer.mergeAll(ServerStatusRepository.layer, ImageRepository.layer).pipe(
    Layer.provideMerge(layerProjectFixture(layerTest))
  )

  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("has the versions of engine and schema and the size of the database", () =>
      Effect.gen(function* () {
        const status = yield* ServerStatusRepository
        const { version, sizeBytes, schemaVersion: found } = yield* status.readDatabase
        assert.strictEqual(found, schemaVersion)
        assert.match(version, /^\d+\.\d+/)
        assert.isAbove(sizeBytes, 10_000)
      })
    )

    it.effect("counts the rows of every table, the largest one first", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const status = yield* ServerStatusRepository
        const counted = yield* status.countTables
        const names = (yield* readSchema).map(({ name }) => name)
        assert.includeMembers(
          counted.map(({ name }) => name),
          names
        )
        const counts = counted.map(({ rowCount }) => rowCount)
        assert.deepStrictEqual(
          counts,
          counts.toSorted((one, other) => other - one)
        )
        const [users] = yield* sql<{ count: number }>`SELECT COUNT(*) AS count FROM user_account`
        assert.deepInclude(counted, { name: "user_account", rowCount: users?.count ?? -1 })
      })
    )

    it.effect("counts the content, images with their bytes", () =>
      inFixture(
        Effect.gen(function* () {
          const status = yield* ServerStatusRepository
          const images = yield* ImageRepository
          const before = yield* status.countContent
          assert.deepInclude({ ...before }, { userCount: 4, organizationCount: 2, imageCount: 0, imageBytes: 0 })
          yield* images.insert({
            name: "picture",
            purpose: "UPLOAD",
            ownerId: 1,
            location: null,
            size: { width: 10, height: 20 },
            uploadedSize: { width: 20, height: 40 },
            createdAt: 5,
            contents: [
              { variant: "large", bytes: new Uint8Array(2_000) },
              { variant: "small", bytes: new Uint8Array(30) }
            ]
          })
          const after = yield* status.countContent
          assert.deepStrictEqual({ ...after }, { ...before, imageCount: 1, imageBytes: 2_030 })
        })
      )
    )
  })
})
