import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

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
  ] as const)("are not there: %s %s", ([method, path]) =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: `brancher ${method} ${path}` })
      const organization = yield* seed.organization({ name: `Branches ${method} ${path}`, owner })
      const project = yield* seed.project({ organization: organization.id, name: `Branches ${method} ${path}` })
      const credential = yield* seed.accessToken(owner)
      const body = method === "POST" ? { name: "x" } : undefined
      const answer = yield* send(credential, method, `/v2/projects/${project.id}/${path}`, body)
      assert.deepStrictEqual(answer, error(400, "feature_not_enabled", ["BRANCHING"]))
    })
  )
})
