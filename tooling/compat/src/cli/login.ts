import { freePort } from "@dragoman/store/testing/free-port"
import { assert } from "vitest"
import type { CliCase } from "./cli-fixture.ts"

const tagAll = ["tag", "--tag", "seen"]

/** `login` and `logout`, and what the CLI says about credentials. */
export const loginCases: ReadonlyArray<CliCase> = [
  {
    name: "login with a project key: the project is named, and later commands need no key",
    run: async ({ done, key, projectId, give, tags }) => {
      await give([{ name: "home" }])
      const printed = await done(["login", key], { key: null })
      assert.match(
        printed,
        new RegExp(`Logged in as admin on 127\\.0\\.0\\.1 for project ${projectId} \\(Harbour \\d+\\)\\. Welcome back!`)
      )
      await done(["--project-id", String(projectId), ...tagAll], { key: null })
      assert.deepStrictEqual(await tags(), { home: ["seen"] })
      assert.include(await done(["login", "--list"], { key: null }), `#${projectId} Harbour`)
    }
  },
  {
    name: "login with a personal token, and logout",
    run: async ({ done, refused, givePersonalToken, projectId, give, tags }) => {
      await give([{ name: "home" }])
      const printed = await done(["login", await givePersonalToken()], { key: null })
      assert.include(printed, "Logged in as admin on 127.0.0.1. Welcome back!")
      const tagWithoutKey = ["--project-id", String(projectId), ...tagAll]
      await done(tagWithoutKey, { key: null })
      assert.deepStrictEqual(await tags(), { home: ["seen"] })
      assert.include(await done(["logout"], { key: null }), "You're now logged out of 127.0.0.1.")
      assert.include(await refused(tagWithoutKey, { key: null }), "Not authenticated for host 127.0.0.1")
    }
  },
  {
    name: "login says when the credential ends",
    run: async ({ done, giveKey }) => {
      const expiresAt = Date.UTC(2040, 5, 15, 12)
      await done(["login", await giveKey({ expiresAt })], { key: null })
      assert.include(
        await done(["login", "--list"], { key: null }),
        `expires ${new Date(expiresAt).toLocaleDateString("en-US")}`
      )
    }
  },
  {
    name: "login refuses a project key that is wrong, expired or deleted",
    run: async ({ refused, giveKey, key, address, call }) => {
      const invalid = `Couldn't log in: the API key you provided is invalid (${new URL(address).host}).`
      // The last character of base32 may carry bits that count for nothing: change one in the middle.
      const wrong = key.slice(0, 20) + (key[20] === "a" ? "b" : "a") + key.slice(21)
      assert.include(await refused(["login", wrong], { key: null }), invalid)
      assert.include(await refused(["login", await giveKey({ expiresAt: 1_000 })], { key: null }), invalid)
      const { _embedded } = await call("GET", "…/api-keys")
      const [{ id } = { id: 0 }] = (_embedded as { readonly apiKeys: ReadonlyArray<{ readonly id: number }> }).apiKeys
      await call("DELETE", `/v2/api-keys/${id}`)
      assert.include(await refused(["login", key], { key: null }), invalid)
    }
  },
  {
    name: "login refuses a personal token that is wrong or expired",
    run: async ({ refused, givePersonalToken, address }) => {
      const invalid = `Couldn't log in: the API key you provided is invalid (${new URL(address).host}).`
      assert.include(await refused(["login", `tgpat_${"0".repeat(51)}`], { key: null }), invalid)
      assert.include(await refused(["login", await givePersonalToken({ expiresAt: 1_000 })], { key: null }), invalid)
    }
  },
  {
    name: "commands say that a credential is wrong or expired",
    run: async ({ refused, givePersonalToken, giveKey, projectId }) => {
      const project = ["--project-id", String(projectId)]
      const says = async (key: string, code: string) =>
        assert.include(
          await refused([...project, ...tagAll], { key }),
          `🔴 Missing or invalid authentication token [status: 401, code: ${code}]`
        )
      await says(`tgpat_${"0".repeat(51)}`, "invalid_pat")
      await says(await givePersonalToken({ expiresAt: 1_000 }), "pat_expired")
      await says(await giveKey({ expiresAt: 1_000 }), "project_api_key_expired")
    }
  },
  {
    name: "a personal token does not reach a project of others",
    run: async ({ refused, call, givePerson, givePersonalToken, projectId }) => {
      const person = await givePerson({ type: "VIEW" })
      const key = await givePersonalToken({ owner: person })
      const other = await call("POST", "/v2/projects", {
        name: "Somebody else's",
        organizationId: 1,
        languages: [{ name: "English", originalName: "English", tag: "en" }]
      })
      assert.notStrictEqual(other["id"], projectId)
      assert.include(
        await refused(["--project-id", String(other["id"]), ...tagAll], { key }),
        "🔴 Requested data not found. Please check your inputs [status: 404, code: project_not_found]"
      )
    }
  },
  {
    name: "a server that cannot be reached",
    run: async ({ refused, key }) => {
      const address = `http://127.0.0.1:${await freePort()}`
      const printed = await refused(["login", key], { key: null, address })
      assert.include(printed, "🔴 An unexpected error occurred while running the command.")
      assert.include(printed, `connect ECONNREFUSED ${new URL(address).host}`)
    }
  }
]
