import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { eraseDeletedContent } from "./change-projects.ts"

layer(layerTestServer(), { timeout: "60 seconds" })("deleted content", (it) => {
  it.effect(
    "is erased, and nothing else: texts of a deleted language; keys, branches with their merges, webhook configurations, batch jobs, memories and settings of checks of a deleted project or organization",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const owner = yield* seed.user({ username: "eraser" })
        const organization = yield* seed.organization({ name: "Erased", owner })
        const client = yield* clientOf(yield* seed.accessToken(owner, { super: true }))
        const seedProject = Effect.fnUntraced(function* (name: string) {
          const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
          const params = { projectId: project.id }
          yield* client.translation.createOrSet({ params, payload: { key: "k", translations: { en: "a", de: "b" } } })
          yield* seed.delivery({ webhook: yield* seed.webhook({ project: project.id }) })
          yield* seed.batchJob({ project: project.id, author: owner })
          const target = yield* seed.branch({ project: project.id, name: "main", isDefault: true })
          const source = yield* seed.branch({ project: project.id, name: "next" })
          yield* seed.key({ project: project.id, name: "k", branch: source })
          const merge = yield* seed.branchMerge({ project: project.id, source, target })
          yield* database.transaction(
            sql`INSERT INTO branch_merge_change ${sql.insert({ merge_id: merge, type: "ADD", versions: "{}" })}`
          )
          return { ...project, params }
        })
        const closed = yield* seed.organization({ name: "Closed", owner })
        const memoryOf = Effect.fnUntraced(function* (of: number, name: string) {
          const memory = yield* seed.memory({ organization: of, name })
          yield* seed.memoryEntry({ memory })
          return memory
        })
        yield* memoryOf(closed.id, "Closed terms")
        const terms = yield* memoryOf(organization.id, "Terms")
        const useHelp = Effect.fnUntraced(function* ({
          params,
          languages
        }: Effect.Success<ReturnType<typeof seedProject>>) {
          yield* client.qualityCheck.setEnabled({ params, payload: { enabled: true } })
          const settings = { settings: { TRIM_CHECK: "OFF" as const } }
          yield* client.qualityCheck.setSettings({ params, payload: settings })
          const de = { ...params, languageId: languages["de"] ?? 0 }
          yield* client.qualityCheck.setLanguage({ params: de, payload: settings })
          const label = yield* client.label.create({ params, payload: { name: "Legal", color: "#AA00FF" } })
          yield* database.transaction(sql`
            INSERT INTO translation_label (translation_id, label_id, project_id)
            SELECT id, ${label.id}, project_id FROM translation WHERE project_id = ${params.projectId}`)
          yield* client.translationMemory.assign({ params: { ...params, translationMemoryId: terms }, payload: {} })
          const own = { project_id: params.projectId, default_penalty: 0, write_only_reviewed: 0, created_at: 0 }
          const [made] = yield* database.transaction(sql<{ id: number }>`
            INSERT INTO memory ${sql.insert(own)} RETURNING id`)
          yield* seed.memoryEntry({ memory: made?.id ?? 0 })
        })
        const remaining = yield* seedProject("Kept")
        const gone = yield* seedProject("Gone")
        yield* useHelp(remaining)
        yield* useHelp(gone)
        yield* client.language.delete({ params: { ...remaining.params, languageId: remaining.languages["de"] ?? 0 } })
        yield* client.project.delete({ params: gone.params })
        yield* client.organization.delete({ params: { organization: String(closed.id) } })

        yield* eraseDeletedContent()
        const texts = yield* sql`SELECT text FROM translation`
        assert.deepStrictEqual(
          texts.map((row) => row["text"]),
          ["a"]
        )
        const keys = yield* sql`SELECT project_id FROM translation_key`
        assert.deepStrictEqual(
          keys.map((row) => row["projectId"]),
          [remaining.id, remaining.id]
        )
        const merges = yield* sql`
          SELECT b.project_id, b.name FROM branch_merge_change c JOIN branch_merge m ON m.id = c.merge_id
          JOIN branch b ON b.id = m.source_branch_id`
        assert.deepStrictEqual(merges, [{ projectId: remaining.id, name: "next" }])
        for (const table of ["branch", "branch_merge", "branch_merge_change"]) {
          const count = table === "branch" ? 2 : 1
          assert.deepStrictEqual(yield* sql`SELECT count(*) AS count FROM ${sql(table)}`, [{ count }])
        }
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
        const settings = yield* sql`SELECT project_id, language_id FROM quality_setting`
        assert.deepStrictEqual(settings, [{ projectId: remaining.id, languageId: null }])
        const labels = yield* sql`
          SELECT l.project_id, t.text FROM label l LEFT JOIN translation_label tl ON tl.label_id = l.id
          LEFT JOIN translation t ON t.id = tl.translation_id`
        assert.deepStrictEqual(labels, [{ projectId: remaining.id, text: "a" }])
        assert.deepStrictEqual(yield* sql`SELECT DISTINCT project_id FROM translation_label`, [
          { projectId: remaining.id }
        ])
        const assignments = yield* sql`SELECT project_id, memory_id FROM memory_assignment`
        assert.deepStrictEqual(assignments, [{ projectId: remaining.id, memoryId: terms }])
        const memories = yield* sql`
          SELECT m.project_id, m.name, CAST(count(e.id) AS INTEGER) AS entries
          FROM memory m LEFT JOIN memory_entry e ON e.memory_id = m.id GROUP BY m.id ORDER BY m.id`
        assert.sameDeepMembers(
          [...memories],
          [
            { projectId: null, name: "Terms", entries: 1 },
            { projectId: remaining.id, name: null, entries: 1 }
          ]
        )
        assert.deepStrictEqual(yield* sql`SELECT id FROM webhook_configuration WHERE project_id = ${gone.id}`, [])
      })
  )
})
