import { assert } from "vitest"
import type { CliCase, CliFixture } from "./cli-fixture.ts"
import { code, knowCode } from "./code.ts"
import { missingScope } from "./refusal.ts"

const on = (branch: string, ...words: ReadonlyArray<string>) => ["--branch", branch, ...words]

const pull = ["pull", "--path", "out"]
const push = ["push", "--files-template", "…/{languageTag}.json"]

/** A project with two keys, and the branch "release" that has the same. */
const release = async (fixture: CliFixture) => {
  await fixture.useBranches()
  await fixture.give([
    { name: "home", translations: { en: "Harbour", cs: "Přístav" }, tags: ["draft"] },
    { name: "berth", translations: { en: "Berth" } }
  ])
  await fixture.done(["branch", "release"])
}

const home = { en: "Harbour", cs: "Přístav" }

const pulledEnglish = ({ readFiles }: CliFixture): object => JSON.parse(readFiles("out")["en.json"] ?? "null")

/** `branch`, `merge`, and `--branch` of the other commands. */
export const branchCases: ReadonlyArray<CliCase> = [
  {
    name: "branch lists, creates from an origin, and deletes; a branch with children stays",
    run: async (fixture) => {
      await release(fixture)
      const listed = await fixture.done(["branch"])
      assert.include(listed, "Branches:\n- main (default)\n- release\n")
      assert.include(
        await fixture.done(["branch", "--create", "fix/1", "--origin", "release"]),
        'Branch "fix/1" created.'
      )
      const { _embedded } = await fixture.call("GET", "…/branches?search=fix")
      const [made] = (_embedded as { readonly branches: ReadonlyArray<object> }).branches
      assert.deepInclude(made, { name: "fix/1", originBranchName: "release", state: "READY" })
      const before = await fixture.content("fix/1")
      assert.deepStrictEqual(before, { home, berth: { en: "Berth" } })
      assert.include(
        await fixture.refused(["branch", "--delete", "release"]),
        "code: cannot_delete_branch_with_children"
      )
      for (const name of ["fix/1", "release"]) {
        assert.include(await fixture.done(["branch", "--delete", name]), `Branch "${name}" deleted.`)
      }
      assert.notInclude(await fixture.done(["branch"]), "release")
      assert.deepStrictEqual(await fixture.content(), before)
    }
  },
  {
    name: "merge brings what the branch has added and changed, with project.edit alone",
    run: async (fixture) => {
      await release(fixture)
      const translations = { en: "Mooring" }
      await fixture.call("POST", "…/keys", { name: "mooring", branch: "release", translations })
      await fixture.call("PUT", "…/translations", { key: "home", branch: "release", translations: { cs: "Port" } })
      await fixture.call("PUT", "…/translations", { key: "home", translations: { en: "Port of call" } })
      const printed = await fixture.done(["merge", "release"], {
        key: await fixture.giveKey({ scopes: ["project.edit"] })
      })
      assert.include(printed, "+ mooring")
      assert.include(printed, 'Branch "release" merged into "main".')
      assert.deepStrictEqual(await fixture.content(), {
        home: { en: "Port of call", cs: "Port" },
        berth: { en: "Berth" },
        mooring: translations
      })
      assert.notInclude(await fixture.done(["branch"]), "release")
    }
  },
  {
    name: "merge of a conflict links the screen that resolves it, and changes nothing",
    run: async (fixture) => {
      await release(fixture)
      const key = (branch: string, en: string) =>
        fixture.call("POST", "…/keys", { name: "mooring", branch, translations: { en } })
      await key("release", "Mooring")
      await key("", "Anchorage")
      const printed = await fixture.refused(["--project-id", String(fixture.projectId), "merge", "release"])
      assert.include(printed, "x mooring (en)")
      const [, link = "", mergeId = ""] = /(http\S+\/projects\/\d+\/branches\/merge\/(\d+))/.exec(printed) ?? []
      assert.isTrue(link.startsWith(`${fixture.address}/projects/${fixture.projectId}/`), printed)
      assert.deepStrictEqual((await fixture.content())["mooring"], { en: "Anchorage" })

      await fixture.call("PUT", `…/branches/merge/${mergeId}/resolve-all`, { resolve: "SOURCE" })
      await fixture.call("POST", `…/branches/merge/${mergeId}/apply`, { deleteBranch: false })
      assert.deepStrictEqual((await fixture.content())["mooring"], { en: "Mooring" })
      assert.include(await fixture.done(["merge", "release"]), 'Branch "release" merged into "main".')
    }
  },
  {
    name: "pull and push read and write the branch alone, also by the configuration file",
    run: async (fixture) => {
      await release(fixture)
      fixture.writeFiles({ "en.json": { mooring: "Mooring" } })
      assert.include(await fixture.done(on("release", ...push)), "✅ Done!")
      await fixture.done(pull)
      assert.deepStrictEqual(pulledEnglish(fixture), { home: "Harbour", berth: "Berth" })
      await fixture.done(on("release", ...pull))
      assert.deepStrictEqual(pulledEnglish(fixture), { home: "Harbour", berth: "Berth", mooring: "Mooring" })

      fixture.writeFiles({ "en.json": { home: "Port" }, ".tolgeerc.json": { branch: "release" } })
      await fixture.done([...push, "--force-mode", "OVERRIDE", "--remove-other-keys"])
      assert.deepStrictEqual(await fixture.content("release"), { home: { ...home, en: "Port" } })
      assert.deepStrictEqual(await fixture.content(), { home, berth: { en: "Berth" } })
    }
  },
  {
    name: "compare, sync and tag work on the branch alone",
    run: async (fixture) => {
      await release(fixture)
      fixture.writeFiles(code)
      assert.include(await fixture.done(on("release", "compare", ...knowCode)), "1 new key found")
      const sync = ["sync", "--yes", "--remove-unused", ...knowCode]
      await fixture.done(on("release", ...sync, "--backup", "…/backup"))
      assert.sameMembers(Object.keys(await fixture.content("release")), ["home", "weather:storm"])
      assert.deepStrictEqual(await fixture.content(), { home, berth: { en: "Berth" } })
      await fixture.done(on("release", "tag", "--tag", "new", "--untag", "draft"))
      assert.deepStrictEqual(await fixture.tags("release"), { home: ["new"], "weather:storm": ["new"] })
      assert.deepStrictEqual(await fixture.tags(), { berth: [], home: ["draft"] })
    }
  },
  {
    name: "an unknown branch is named as such by every command: nothing is written",
    run: async (fixture) => {
      await release(fixture)
      fixture.writeFiles({ ...code, "en.json": { mooring: "Mooring" } })
      const sync = ["sync", "--yes", ...knowCode]
      for (const words of [pull, push, ["compare", ...knowCode], sync, ["tag", "--tag", "new"]]) {
        assert.include(await fixture.refused(on("other", ...words)), "code: branch_not_found", words[0])
      }
      assert.include(await fixture.refused(["merge", "other"]), 'Branch "other" was not found.')
      assert.include(
        await fixture.refused(["branch", "next", "--origin", "other"]),
        'Origin branch "other" was not found.'
      )
      for (const branch of ["", "release"]) {
        assert.deepStrictEqual(await fixture.content(branch), { home, berth: { en: "Berth" } })
      }
    }
  },
  {
    name: "branches are created, merged and deleted with project.edit only",
    run: async (fixture) => {
      await release(fixture)
      const key = await fixture.giveKey({ scopes: ["keys.edit", "translations.edit"] })
      for (const words of [
        ["branch", "next"],
        ["merge", "release"],
        ["branch", "--delete", "release"]
      ]) {
        assert.include(await fixture.refused(words, { key }), missingScope("project.edit"), words.join(" "))
      }
      assert.include(await fixture.done(["branch"], { key }), "- release\n")
    }
  }
]
