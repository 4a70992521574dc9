import { assert } from "vitest"
import type { CliCase, CliFixture } from "./cli-fixture.ts"

type Fields = Readonly<Record<string, unknown>>

const ask = async ({ address, key }: CliFixture, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${address}${path}`, {
    ...init,
    headers: { "x-api-key": key, "content-type": "application/json", ...init.headers }
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: (text === "" ? null : JSON.parse(text)) as Fields | null
  }
}

/** Behaviour that the CLI's requests rely on and none of its commands shows. */
export const requestCases: ReadonlyArray<CliCase> = [
  {
    name: "a key names its project, errors have a code, empty answers a length of 0, and all of them the version",
    run: async (fixture) => {
      const { projectId, key, givePersonalToken } = fixture
      assert.match(key, /^tgpak_[a-z2-7]+$/)
      const current = await ask(fixture, "/v2/api-keys/current")
      assert.deepInclude(current.body, { projectId })
      const token = await givePersonalToken()
      assert.strictEqual((await ask({ ...fixture, key: token }, "/v2/pats/current")).status, 200)
      for (const [wrong, code] of [
        ["tgpak_gm2dcxzy", "invalid_project_api_key"],
        ["tgpat_wrong", "invalid_pat"]
      ] as const) {
        const refused = await ask({ ...fixture, key: wrong }, "/v2/api-keys/current")
        assert.deepStrictEqual([refused.status, refused.body], [401, { code, params: null }])
        assert.isNotNull(refused.headers.get("x-tolgee-version"))
      }
      const empty = await ask(fixture, `/v2/projects/${projectId}/keys/import`, {
        method: "POST",
        body: JSON.stringify({ keys: [{ name: "k" }] })
      })
      assert.deepStrictEqual([empty.status, empty.headers.get("content-length")], [200, "0"])
    }
  }
]

export const creationCases: ReadonlyArray<CliCase> = [
  {
    name: "a project, a language, a project key and a personal token are created",
    run: async ({ call, projectId }) => {
      const languages = [{ name: "English", originalName: "English", tag: "en" }]
      const project = await call("POST", "/v2/projects", { name: "New", organizationId: 1, languages })
      const french = { name: "French", originalName: "français", tag: "fr", flagEmoji: "" }
      const added = await call("POST", `/v2/projects/${project["id"]}/languages`, french)
      assert.deepInclude(added, { tag: "fr", base: false })
      const key = await call("POST", "/v2/api-keys", { projectId, scopes: ["translations.view"] })
      assert.match(String(key["key"]), /^tgpak_/)
      assert.match(String((await call("POST", "/v2/pats", { description: "CLI" }))["token"]), /^tgpat_/)
    }
  }
]

export const projectCases: ReadonlyArray<CliCase> = [
  {
    name: "a project tells its base language and how its keys are named",
    run: async (fixture) => {
      const { body } = await ask(fixture, `/v2/projects/${fixture.projectId}`)
      assert.deepInclude(body, { useNamespaces: false, icuPlaceholders: true })
      assert.deepInclude(body?.["baseLanguage"], { tag: "en" })
    }
  }
]

export const withoutBranchCases: ReadonlyArray<CliCase> = [
  {
    name: "a project that does not use branches refuses them by the name of the feature; a blank one is none",
    run: async (fixture) => {
      const project = `/v2/projects/${fixture.projectId}`
      const code = "feature_not_enabled_for_project"
      for (const list of ["branches?size=10000", "all-keys?branch=next", "translations?branch=next"]) {
        const { status, body } = await ask(fixture, `${project}/${list}`)
        assert.deepStrictEqual([status, body], [400, { code, params: ["BRANCHING"] }], list)
      }
      assert.strictEqual((await ask(fixture, `${project}/all-keys?branch=`)).status, 200)
    }
  }
]

export const suiteCases: ReadonlyArray<CliCase> = [
  {
    name: "what the CLI's own tests prepare and look at",
    run: async ({ address, call, projectId, content, tags }) => {
      const { _embedded } = await call("GET", "/v2/organizations?filterCurrentUserOwner=true")
      const organizationId = (_embedded as { readonly organizations: ReadonlyArray<Fields> }).organizations[0]?.["id"]
      assert.strictEqual(organizationId, 1)
      await call("PUT", `/v2/projects/${projectId}`, {
        name: "Suite",
        icuPlaceholders: true,
        useNamespaces: true,
        useBranching: false,
        suggestionsMode: "DISABLED",
        translationProtection: "NONE"
      })
      await call("POST", "…/single-step-import-resolvable", {
        keys: [{ name: "controller", translations: { en: { text: "Controller", resolution: "OVERRIDE" } } }]
      })
      await call("POST", "…/keys", { name: "desk", namespace: "food", translations: { en: "Desk" } })
      await call("PUT", "…/translations", { key: "controller", translations: { cs: "Ovladač" } })
      const found = await call("GET", "…/translations?search=contr&filterKeyName=controller")
      const [key] = (found["_embedded"] as { readonly keys: ReadonlyArray<Fields> }).keys
      await call("PUT", `…/keys/${key?.["keyId"]}/tags`, { name: "console" })
      assert.deepStrictEqual(await content(), {
        controller: { en: "Controller", cs: "Ovladač" },
        "food:desk": { en: "Desk" }
      })
      assert.deepStrictEqual((await tags())["controller"], ["console"])
      await call("DELETE", `/v2/projects/${projectId}`)
      const response = await fetch(`${address}/v2/api-keys/current`, { headers: { "x-api-key": "tgpat_wrong" } })
      assert.deepInclude((await response.json()) as object, { code: "invalid_pat" })
    }
  }
]
