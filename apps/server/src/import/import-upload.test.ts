import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { given } from "../testing/given.ts"
import { send } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { upload } from "../testing/upload.ts"

const testFile = (name: string) => ({ name, content: readFileSync(join(import.meta.dirname, "test-files", name)) })

layer(layerTestServer())("imports", (it) => {
  it.effect("x", () =>
    Effect.gen(function* () {
      const owner = yield* given.user({ username: "o" })
      const org = yield* given.organization({ name: "o", owner })
      const project = yield* given.project({ organization: org.id, name: "p", languages: ["en", "cs"] })
      const as = yield* given.accessToken(owner)
      const path = `/v2/projects/${project.id}/import`
      console.log(JSON.stringify(yield* upload(as, path, ["en.json", "orders.po", "checkout.xlf"].map(testFile)), null, 1))
      for (const id of [1, 2, 3]) console.log(JSON.stringify(yield* send(as, "GET", `${path}/result/files/${id}/issues`), null, 1))
      for (const id of [1, 2, 3, 4]) console.log(JSON.stringify(yield* send(as, "GET", `${path}/result/languages/${id}/translations`)))
      assert.isTrue(true)
    }), 20000)
})
