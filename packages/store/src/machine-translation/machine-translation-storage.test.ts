import { defaultQualitySetting } from "@dragoman/domain/machine-translation"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { EncryptionKeys } from "../encryption/secret-columns.ts"
import { settleEncryption } from "../encryption/settle-encryption.ts"
import { testKey } from "../testing/encryption-key.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { LlmProviderRepository, type LlmProviderRow } from "./llm-provider-repository.ts"
import { MachineTranslationSettingRepository } from "./machine-translation-setting-repository.ts"
import { PromptRepository } from "./prompt-repository.ts"
import { QualityEstimateRepository } from "./quality-estimate-repository.ts"
import { TranslationNoteRepository } from "./translation-note-repository.ts"

const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
  const sql = yield* SqlClient.SqlClient
  const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
  return inserted?.id ?? 0
}, Effect.orDie)

const seedProject = Effect.gen(function* () {
  const project = yield* insert("project", { organization_id: 1, name: "Harbour", slug: "harbour", created_at: 0 })
  const language = (tag: string) =>
    insert("language", { project_id: project, tag, name: tag, original_name: tag, created_at: 0 })
  return { project, german: yield* language("de"), czech: yield* language("cs") }
})

const provider: Omit<LlmProviderRow, "id"> = {
  organizationId: 1,
  name: "local",
  type: "OPENAI",
  priority: "LOW",
  apiUrl: "https://models.example",
  apiKey: "sk-correct-horse",
  model: "small",
  deployment: null,
  format: "json_object",
  reasoningEffort: null
}

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("machine translation on %s", (_, layerTest) => {
  const layerRepositories = Layer.mergeAll(
    LlmProviderRepository.layer,
    MachineTranslationSettingRepository.layer,
    PromptRepository.layer,
    QualityEstimateRepository.layer,
    TranslationNoteRepository.layer
  ).pipe(Layer.provideMerge(Layer.succeed(EncryptionKeys, [testKey(1)])))
  layer(layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest))), { timeout: "60 seconds" })((it) => {
    it.effect("estimates are saved for texts of machines that are still those that were judged", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const estimates = yield* QualityEstimateRepository
          const { project, german, czech } = yield* seedProject
          assert.deepStrictEqual(yield* estimates.findSetting(project), defaultQualitySetting)
          for (const mode of ["MODEL", "RULES"] as const) {
            const setting = { mode, threshold: 55, backTranslation: true }
            yield* estimates.saveSetting(project, setting)
            assert.deepStrictEqual(yield* estimates.findSetting(project), setting)
          }
          const insertText = Effect.fnUntraced(function* (languageId: number, text: string, isAuto: number) {
            const keyId = yield* insert("translation_key", { project_id: project, name: text, created_at: 0 })
            const translation = { key_id: keyId, project_id: project, language_id: languageId }
            yield* insert("translation", { ...translation, text, state: "TRANSLATED", is_auto: isAuto })
            return { keyId, languageId, text, score: 40, reason: "Far longer." }
          })
          const machine = yield* insertText(german, "von der Maschine", 1)
          const person = yield* insertText(german, "von Hand", 0)
          const changed = yield* insertText(czech, "jinak", 1)
          const flawless = { ...(yield* insertText(czech, "dobře", 1)), score: 100, reason: null }
          yield* estimates.save(project, [])
          yield* estimates.save(project, [machine, person, { ...changed, text: "jinak?" }, flawless])
          assert.deepStrictEqual(
            yield* sql`SELECT text, quality_score, quality_reason FROM translation
              WHERE project_id = ${project} AND quality_score IS NOT NULL ORDER BY id`,
            [
              { text: "von der Maschine", qualityScore: 40, qualityReason: "Far longer." },
              { text: "dobře", qualityScore: 100, qualityReason: null }
            ]
          )
        })
      )
    )

    it.effect("settings are replaced as a whole, and lose a prompt that is removed", () =>
      inFixture(
        Effect.gen(function* () {
          const settings = yield* MachineTranslationSettingRepository
          const prompts = yield* PromptRepository
          const { project, german, czech } = yield* seedProject
          const promptId = yield* prompts.insert(project, {
            name: "Formal",
            providerName: "default",
            template: null,
            options: ["GLOSSARY"]
          })
          const google = { service: "GOOGLE", formality: null, promptId: null } as const
          const model = { service: "PROMPT", formality: null, promptId } as const
          const deepl = { service: "DEEPL", formality: "FORMAL", promptId: null } as const
          const byDefault = { languageId: null, primary: google, enabled: [google, model] }
          const ofGerman = { languageId: german, primary: null, enabled: [deepl] }
          yield* settings.replace(project, [ofGerman, byDefault, { languageId: czech, primary: deepl, enabled: [] }])
          assert.deepStrictEqual(
            (yield* settings.list(project)).map(({ languageId }) => languageId),
            [null, czech, german]
          )
          yield* settings.replace(project, [ofGerman, byDefault])
          assert.deepStrictEqual(yield* settings.list(project), [byDefault, ofGerman])

          assert.deepStrictEqual(yield* prompts.filterIds(project, [promptId, 999]), [promptId])
          assert.deepStrictEqual(yield* prompts.filterIds(project + 1, [promptId]), [])
          yield* prompts.remove(project + 1, promptId)
          assert.isTrue(Option.isSome(yield* prompts.find(project, promptId)))
          yield* prompts.remove(project, promptId)
          assert.deepStrictEqual((yield* settings.list(project))[0]?.enabled[1], { ...model, promptId: null })
        })
      )
    )

    it.effect("notes are one for the project and one for each language, and an empty one is none", () =>
      inFixture(
        Effect.gen(function* () {
          const notes = yield* TranslationNoteRepository
          const { project, german } = yield* seedProject
          yield* notes.set(project, { languageId: null, text: "About ships." })
          yield* notes.set(project, { languageId: german, text: "Sie" })
          yield* notes.set(project, { languageId: german, text: "Du" })
          assert.sameDeepMembers(yield* notes.list(project).pipe(Effect.map((all) => [...all])), [
            { languageId: null, text: "About ships." },
            { languageId: german, text: "Du" }
          ])
          yield* notes.set(project, { languageId: null, text: "" })
          assert.deepStrictEqual(yield* notes.list(project), [{ languageId: german, text: "Du" }])
        })
      )
    )

    it.effect("keys of providers are encrypted when the database is, and read back in plain", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const providers = yield* LlmProviderRepository
        const add = (row: typeof provider) => database.transaction(providers.insert(row))
        const stored = Effect.map(
          sql<{ key: string | null }>`SELECT api_key AS key FROM llm_provider ORDER BY id`,
          (rows) => rows.map(({ key }) => key)
        )
        assert.isFalse(yield* providers.isAny(1))
        const first = yield* add(provider)
        assert.deepStrictEqual(yield* stored, ["sk-correct-horse"])
        yield* settleEncryption({ rotate: false })
        const second = yield* add({ ...provider, apiKey: "sk-other-key" })
        const third = yield* add({ ...provider, apiKey: null })
        const keys = yield* stored
        assert.notInclude(keys.join(), "sk-")
        assert.strictEqual(keys[2], null)
        assert.deepStrictEqual(
          (yield* providers.list(1)).map(({ id, apiKey }) => [id, apiKey]),
          [
            [first, "sk-correct-horse"],
            [second, "sk-other-key"],
            [third, null]
          ]
        )
        assert.isTrue(Option.isNone(yield* providers.find(2, first)))
        yield* database.transaction(providers.update({ ...provider, id: first, apiKey: "sk-new-key", model: "large" }))
        const changed = yield* providers.find(1, first)
        assert.deepStrictEqual(Option.getOrNull(changed), {
          ...provider,
          id: first,
          apiKey: "sk-new-key",
          model: "large"
        })
        yield* database.transaction(providers.remove(2, first))
        assert.isTrue(Option.isSome(yield* providers.find(1, first)))
        yield* database.transaction(Effect.forEach([first, second, third], (id) => providers.remove(1, id)))
        assert.isFalse(yield* providers.isAny(1))
      })
    )
  })
})
