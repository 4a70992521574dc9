import { assert } from "vitest"
import type { CliCase, CliFixture } from "./cli-fixture.ts"
import { code, knowCode, readCode } from "./code.ts"
import { invalidRequest, missingScope } from "./refusal.ts"

const threeKeys = ({ give }: CliFixture) =>
  give([
    { name: "home", tags: ["draft", "draft-2"] },
    { name: "berth", tags: ["release-1"] },
    { name: "storm", namespace: "weather" }
  ])

/** `tag`. */
export const tagCases: ReadonlyArray<CliCase> = [
  {
    name: "tag without a filter takes all keys",
    run: async (fixture) => {
      await threeKeys(fixture)
      assert.include(await fixture.done(["tag", "--tag", "all", "new"]), "✅ Done!")
      assert.deepStrictEqual(await fixture.tags(), {
        berth: ["all", "new", "release-1"],
        home: ["all", "draft", "draft-2", "new"],
        "weather:storm": ["all", "new"]
      })
    }
  },
  {
    name: "tag --filter-tag with a wildcard, and --untag with one",
    run: async (fixture) => {
      await threeKeys(fixture)
      await fixture.done(["tag", "--filter-tag", "draft*", "--tag", "final", "--untag", "draft-*"])
      assert.deepStrictEqual(await fixture.tags(), {
        berth: ["release-1"],
        home: ["draft", "final"],
        "weather:storm": []
      })
    }
  },
  {
    name: "tag --filter-no-tag, --tag-other and --untag-other",
    run: async (fixture) => {
      await threeKeys(fixture)
      await fixture.done([
        ...["tag", "--filter-no-tag", "draft", "release-*"],
        ...["--tag", "fresh", "--tag-other", "old", "--untag-other", "draft*"]
      ])
      assert.deepStrictEqual(await fixture.tags(), {
        berth: ["old", "release-1"],
        home: ["old"],
        "weather:storm": ["fresh"]
      })
    }
  },
  {
    name: "tag --filter-extracted takes the keys of the code",
    run: async (fixture) => {
      await threeKeys(fixture)
      fixture.writeFiles(code)
      await fixture.done(["tag", "--filter-extracted", "--tag", "used", "--tag-other", "unused", ...readCode])
      assert.deepStrictEqual(await fixture.tags(), {
        berth: ["release-1", "unused"],
        home: ["draft", "draft-2", "used"],
        "weather:storm": ["used"]
      })
    }
  },
  {
    name: "tag --filter-not-extracted takes the other ones",
    run: async (fixture) => {
      await threeKeys(fixture)
      fixture.writeFiles(code)
      await fixture.done(["tag", "--filter-not-extracted", "--tag", "unused", ...knowCode])
      assert.deepStrictEqual(await fixture.tags(), {
        berth: ["release-1", "unused"],
        home: ["draft", "draft-2"],
        "weather:storm": []
      })
    }
  },
  {
    name: "tag needs keys.edit",
    run: async (fixture) => {
      await threeKeys(fixture)
      const before = await fixture.tags()
      const key = await fixture.giveKey({ scopes: ["keys.view", "translations.edit"] })
      assert.include(await fixture.refused(["tag", "--tag", "all"], { key }), missingScope("keys.edit"))
      assert.deepStrictEqual(await fixture.tags(), before)
    }
  },
  {
    name: "tag refuses a branch",
    run: async (fixture) => {
      await threeKeys(fixture)
      const before = await fixture.tags()
      assert.include(
        await fixture.refused(["--branch", "next", "tag", "--tag", "all"]),
        invalidRequest("feature_not_enabled_for_project")
      )
      assert.deepStrictEqual(await fixture.tags(), before)
    }
  }
]
