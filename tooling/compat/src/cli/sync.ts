import { assert } from "vitest"
import type { CliCase } from "./cli-fixture.ts"
import { code, knowCode, readCode } from "./code.ts"
import { invalidRequest, missingScope } from "./refusal.ts"

const sync = ["sync", "--yes", ...knowCode]
const berth = { name: "berth", translations: { en: "Berth", cs: "Stání" } }

/** `sync`. */
export const syncCases: ReadonlyArray<CliCase> = [
  {
    name: "sync makes the keys of the code, with default texts and tags, and keeps the others",
    run: async ({ writeFiles, done, give, useNamespaces, content, tags }) => {
      writeFiles(code)
      await useNamespaces()
      await give([berth])
      const printed = await done(["sync", "--yes", "--tag-new-keys", "code", ...readCode])
      assert.include(printed, "Sync complete!\n+ 2 strings\n1 unused key could be deleted.")
      assert.deepStrictEqual(await content(), {
        berth: { en: "Berth", cs: "Stání" },
        home: { en: "Harbour" },
        "weather:storm": {}
      })
      assert.deepStrictEqual(await tags(), { berth: [], home: ["code"], "weather:storm": ["code"] })
      assert.include(await done(["compare", ...knowCode]), "1 unused key\n- berth\n")
    }
  },
  {
    name: "sync --remove-unused and --backup, with a personal token",
    run: async ({ writeFiles, readFiles, done, give, useNamespaces, content, givePersonalToken, projectId }) => {
      writeFiles(code)
      await useNamespaces()
      await give([berth, { name: "home", translations: { en: "Harbour" } }])
      const printed = await done(
        ["--project-id", String(projectId), ...sync, "--remove-unused", "--backup", "backup"],
        { key: await givePersonalToken() }
      )
      assert.include(printed, "Sync complete!\n+ 1 string\n- 1 string\n")
      assert.include(printed, "A backup of the project prior to the synchronization has been dumped in backup.")
      assert.deepStrictEqual(await content(), { home: { en: "Harbour" }, "weather:storm": {} })
      const backup = Object.entries(readFiles("backup")).map(([path, text]) => [path, JSON.parse(text)])
      assert.deepInclude(Object.fromEntries(backup), {
        "cs.json": { berth: "Stání", home: null },
        "en.json": { berth: "Berth", home: "Harbour" }
      })
    }
  },
  {
    name: "sync --namespaces looks at these only",
    run: async ({ writeFiles, done, give, useNamespaces, content }) => {
      writeFiles(code)
      await useNamespaces()
      await give([berth, { name: "fog", namespace: "weather" }])
      const printed = await done([...sync, "--remove-unused", "--namespaces", "weather"])
      assert.include(printed, "+ 1 string\n- 1 string\n")
      assert.deepStrictEqual(await content(), { berth: berth.translations, "weather:storm": {} })
    }
  },
  {
    name: "sync says that both are in sync",
    run: async ({ writeFiles, done, give }) => {
      writeFiles(code)
      await give([{ name: "home" }, { name: "storm", namespace: "weather" }])
      assert.include(await done(sync), "Your code project is in sync with the associated Tolgee project!")
    }
  },
  {
    name: "sync without --yes and without a terminal: nothing is written",
    run: async ({ writeFiles, refused, content }) => {
      writeFiles(code)
      assert.include(
        await refused(["sync", ...knowCode]),
        "🔴 You must run this command interactively, or specify --yes to proceed."
      )
      assert.deepStrictEqual(await content(), {})
    }
  },
  {
    name: "sync needs keys.create: nothing is written",
    run: async ({ writeFiles, refused, giveKey, content }) => {
      writeFiles(code)
      const key = await giveKey({ scopes: ["translations.edit"] })
      assert.include(await refused(sync, { key }), missingScope("keys.create"))
      assert.deepStrictEqual(await content(), {})
    }
  },
  {
    name: "sync needs translations.edit too: nothing is written",
    run: async ({ writeFiles, refused, giveKey, content }) => {
      writeFiles(code)
      const key = await giveKey({ scopes: ["keys.create", "translations.view"] })
      assert.include(await refused(sync, { key }), missingScope("translations.edit"))
      assert.deepStrictEqual(await content(), {})
    }
  },
  {
    name: "sync --remove-unused needs keys.delete: nothing is removed",
    run: async ({ writeFiles, refused, giveKey, give, content }) => {
      writeFiles(code)
      await give([berth, { name: "home" }, { name: "storm", namespace: "weather" }])
      const key = await giveKey({ scopes: ["translations.view"] })
      assert.include(await refused([...sync, "--remove-unused"], { key }), missingScope("keys.delete"))
      assert.deepStrictEqual((await content())["berth"], berth.translations)
    }
  },
  {
    name: "sync needs translations.view",
    run: async ({ writeFiles, refused, giveKey }) => {
      writeFiles(code)
      const key = await giveKey({ scopes: ["keys.view"] })
      assert.include(await refused(sync, { key }), missingScope("translations.view"))
    }
  },
  {
    name: "sync refuses a branch: nothing is written",
    run: async ({ writeFiles, refused, content }) => {
      writeFiles(code)
      assert.include(await refused(["--branch", "next", ...sync]), invalidRequest("feature_not_enabled_for_project"))
      assert.deepStrictEqual(await content(), {})
    }
  }
]
