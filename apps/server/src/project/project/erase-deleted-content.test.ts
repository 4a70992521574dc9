import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { eraseDeletedContent } from "./change-projects.ts"

layer(layerTestServer(), { timeout: "60 seconds" })("deleted content", (it) => {
  it.effect(
    "is erased, and nothing else: texts of a deleted language; keys, webhook configurations and batch jobs of a deleted project",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const owner = yield* seed.user({ username: "eraser" })
        const organization = yield* seed.organization({ name: "Erased", owner })
        const client = yield* clientOf(yield* seed.accessToken(owner, { super: true }))
        const seedProject = Effect.fnUntraced(function* (name: string) {
          const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
          const params = { projectId: project.id }
          yield* client.translation.createOrSet({ params, payload: { key: "k", translations: { en: "a", de: "b" } } })
          yield* seed.delivery({ webhook: yield* seed.webhook({ project: project.id }) })
          yield* seed.batchJob({ project: project.id, author: owner })
          return { ...project, params }
        })
        const remaining = yield* seedProject("Kept")
        const gone = yield* seedProject("Gone")
        yield* client.language.delete({ params: { ...remaining.params, languageId: remaining.languages["de"] ?? 0 } })
        yield* client.project.delete({ params: gone.params })

        yield* eraseDeletedContent()
        const texts = yield* sql`SELECT text FROM translation`
        assert.deepStrictEqual(
          texts.map((row) => row["text"]),
          ["a"]
        )
        const keys = yield* sql`SELECT project_id FROM translation_key`
        assert.deepStrictEqual(
          keys.map((row) => row["projectId"]),
          [remaining.id]
        )
        const deliveries = yield* sql`
        SELECT DISTINCT c.project_id FROM webhook_configuration c JOIN delivery d ON d.webhook_configuration_id = c.id`
        assert.deepStrictEqual(
          deliveries.map((row) => row["projectId"]),
          [remaining.id]
        )
        const jobs = yield* sql`
        SELECT j.project_id FROM batch_job_piece p LEFT JOIN batch_job j ON j.id = p.job_id`
        assert.deepStrictEqual(
          jobs.map((row) => row["projectId"]),
          [remaining.id]
        )
        assert.deepStrictEqual(yield* sql`SELECT id FROM webhook_configuration WHERE project_id = ${gone.id}`, [])
      })
  )
})
