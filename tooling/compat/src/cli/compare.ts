import { assert } from "vitest"
import type { CliCase } from "./cli-fixture.ts"
import { code, knowCode, readCode } from "./code.ts"
import { invalidRequest, missingScope } from "./refusal.ts"

const compare = ["compare", ...knowCode]
const outOfSync = "Your code project and Tolgee project are out of sync."

/** `compare`. */
export const compareCases: ReadonlyArray<CliCase> = [
  {
    name: "compare with an empty project: every key of the code is new",
    run: async ({ done, writeFiles, content }) => {
      writeFiles(code)
      const printed = await done(["compare", ...readCode])
      assert.include(printed, `${outOfSync}\n2 new keys found\n+ home\n+ storm (namespace: weather)\n`)
      assert.notInclude(printed, "unused")
      assert.deepStrictEqual(await content(), {}, "comparing changes nothing")
    }
  },
  {
    name: "compare names new and unused keys",
    run: async ({ done, writeFiles, give }) => {
      writeFiles(code)
      await give([{ name: "home" }, { name: "berth" }, { name: "home", namespace: "weather" }])
      assert.include(
        await done(compare),
        `${outOfSync}\n1 new key found\n+ storm (namespace: weather)\n\n2 unused keys\n- berth\n- home (namespace: weather)\n`
      )
    }
  },
  {
    name: "compare says that both are in sync, also with a personal token",
    run: async ({ done, writeFiles, give, givePersonalToken, projectId }) => {
      writeFiles(code)
      await give([{ name: "home" }, { name: "storm", namespace: "weather" }])
      const printed = await done(["--project-id", String(projectId), ...compare], { key: await givePersonalToken() })
      assert.include(printed, "Your code project is in sync with the associated Tolgee project!")
    }
  },
  {
    name: "compare needs translations.view",
    run: async ({ refused, writeFiles, giveKey }) => {
      writeFiles(code)
      assert.include(
        await refused(compare, { key: await giveKey({ scopes: ["keys.view"] }) }),
        missingScope("translations.view")
      )
    }
  },
  {
    name: "compare refuses a branch",
    run: async ({ refused, writeFiles }) => {
      writeFiles(code)
      assert.include(await refused(["--branch", "next", ...compare]), invalidRequest("feature_not_enabled_for_project"))
    }
  }
]
