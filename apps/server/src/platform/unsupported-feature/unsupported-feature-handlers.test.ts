import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const emptyPage = { size: 20, totalElements: 0, totalPages: 0, number: 0 }

let made = 0

const seedProject = Effect.gen(function* () {
  const name = `Wishes ${++made}`
  const owner = yield* seed.user({ username: name })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["admin"] })
  return { name, project, key, user: yield* seed.accessToken(owner, { super: true }) }
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "60 seconds" })(`unsupported features on ${engine}`, (it) => {
    it.effect(
      "are rejected by name where clients continue without them, with and without the project in the path",
      () =>
        Effect.gen(function* () {
          const { project, key } = yield* seedProject
          for (const [method, path, feature] of [
            ["POST", "suggest/machine-translations", "MACHINE_TRANSLATION"],
            ["POST", "suggest/machine-translations-streaming", "MACHINE_TRANSLATION"],
            ["PUT", "keys/1/auto-translate?languages=de&useMachineTranslation=true", "MACHINE_TRANSLATION"],
            ["GET", "tasks", "TASKS"],
            ["GET", "labels", "TRANSLATION_LABELS"],
            ["GET", "qa-settings", "QA_CHECKS"],
            ["GET", "branches/find", "BRANCHING"]
          ] as const) {
            const body = method === "POST" ? { baseText: "x", targetLanguageId: 1 } : undefined
            for (const start of [`/v2/projects/${project.id}`, "/v2/projects"]) {
              const response = yield* send(key, method, `${start}/${path}`, body)
              assert.deepStrictEqual(response, error(400, "feature_not_enabled", [feature]), `${start}/${path}`)
            }
          }
        })
    )

    it.effect("have nothing in a project where an error would stop clients, whatever they ask for", () =>
      Effect.gen(function* () {
        const { project, key } = yield* seedProject
        for (const [method, path, body] of [
          ["GET", "machine-translation-service-settings", { _embedded: { languageConfigs: [] } }],
          ["GET", "machine-translation-language-info", { _embedded: { languageInfos: [] } }],
          ["GET", "per-language-auto-translation-settings", { _embedded: { configs: [] } }],
          [
            "GET",
            "content-delivery-configs?page=0&size=100&sort=name",
            { _embedded: { contentDeliveryConfigs: [] }, page: emptyPage }
          ],
          ["POST", "suggest/translation-memory?size=5", { _embedded: { translationMemoryItems: [] }, page: emptyPage }],
          ["POST", "ai-playground-result", { _embedded: { results: [] } }]
        ] as const) {
          const request = method === "POST" ? { baseText: "x", targetLanguageId: 1 } : undefined
          for (const start of [`/v2/projects/${project.id}`, "/v2/projects"]) {
            const response = yield* send(key, method, `${start}/${path}`, request)
            assert.deepStrictEqual(response, { status: 200, body }, `${start}/${path}`)
          }
        }
      })
    )

    it.effect("have nothing in public, with and without a token", () =>
      Effect.gen(function* () {
        const { user } = yield* seedProject
        for (const [method, path, body] of [
          [
            "GET",
            "/v2/public/projects/with-stats?page=0&size=20&sort=id,desc",
            { _embedded: { projects: [] }, page: emptyPage }
          ],
          ["POST", "/v2/public/business-events/report", ""],
          ["POST", "/v2/public/business-events/identify", ""]
        ] as const) {
          const request = method === "POST" ? { eventName: "LOGIN", data: {} } : undefined
          for (const caller of [user, null]) {
            assert.deepStrictEqual(yield* send(caller, method, path, request), { status: 200, body }, path)
          }
        }
      })
    )

    it.effect("are turned off in the configuration and in every project", () =>
      Effect.gen(function* () {
        const { name, project, user } = yield* seedProject
        const configuration = yield* send(null, "GET", "/api/public/configuration")
        assert.deepInclude(configuration.body as object, { llm: { enabled: false } })
        const initial = yield* send(null, "GET", "/v2/public/initial-data")
        assert.deepStrictEqual(
          (initial.body as { readonly serverConfiguration: unknown }).serverConfiguration,
          configuration.body
        )
        const off = { public: false, suggestionsMode: "DISABLED", useBranching: false, useQaChecks: false }
        const path = `/v2/projects/${project.id}`
        for (const response of [
          yield* send(user, "GET", path),
          yield* send(user, "PUT", path, { name, ...off, public: true, useBranching: true })
        ]) {
          assert.strictEqual(response.status, 200)
          assert.deepInclude(response.body as object, off)
        }
        for (const list of ["/v2/projects", "/v2/projects/with-stats"]) {
          const { body } = yield* send(user, "GET", list)
          const { projects } = (body as { readonly _embedded: { readonly projects: ReadonlyArray<object> } })._embedded
          assert.lengthOf(projects, 1)
          for (const one of projects) assert.deepInclude(one, off)
        }
      })
    )

    it.effect.each([
      ["GET", "branches?size=10000"],
      ["GET", "branches/find?name=main"],
      ["POST", "branches"],
      ["DELETE", "branches/1"],
      ["POST", "branches/merge/preview"],
      ["POST", "branches/merge/1/refresh"],
      ["GET", "branches/merge/1/changes"],
      ["POST", "branches/merge/1/apply"]
    ] as const)("branches are unsupported: %s %s", ([method, path]) =>
      Effect.gen(function* () {
        const { project, user } = yield* seedProject
        const body = method === "POST" ? { name: "x" } : undefined
        const response = yield* send(user, method, `/v2/projects/${project.id}/${path}`, body)
        assert.deepStrictEqual(response, error(400, "feature_not_enabled", ["BRANCHING"]))
      })
    )
  })
}
