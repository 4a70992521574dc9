import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

layer(layerTestServer(), { timeout: "60 seconds" })("unsupported features", (it) => {
  it.effect("are rejected by name, with and without the project in the path", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "wisher" })
      const organization = yield* seed.organization({ name: "Wishes", owner })
      const project = yield* seed.project({ organization: organization.id, name: "Wishes" })
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["admin"] })
      for (const [method, path, feature] of [
        ["POST", "suggest/translation-memory", "TRANSLATION_MEMORY"],
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
})

layer(layerTestServer(), { timeout: "60 seconds" })("branches", (it) => {
  it.effect.each([
    ["GET", "branches?size=10000"],
    ["GET", "branches/find?name=main"],
    ["POST", "branches"],
    ["DELETE", "branches/1"],
    ["POST", "branches/merge/preview"],
    ["POST", "branches/merge/1/refresh"],
    ["GET", "branches/merge/1/changes"],
    ["POST", "branches/merge/1/apply"]
  ] as const)("are unsupported: %s %s", ([method, path]) =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: `brancher ${method} ${path}` })
      const organization = yield* seed.organization({ name: `Branches ${method} ${path}`, owner })
      const project = yield* seed.project({ organization: organization.id, name: `Branches ${method} ${path}` })
      const credential = yield* seed.accessToken(owner)
      const body = method === "POST" ? { name: "x" } : undefined
      const response = yield* send(credential, method, `/v2/projects/${project.id}/${path}`, body)
      assert.deepStrictEqual(response, error(400, "feature_not_enabled", ["BRANCHING"]))
    })
  )
})
