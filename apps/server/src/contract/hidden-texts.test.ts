import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../testing/seed.ts"
import { send, type TestCredential } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { acceptedBody, queryWith } from "./accepted-request.ts"
import { callerKinds, restrictedMembers } from "./caller-kinds.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { pathIn, seedCaller } from "./contract-fixture.ts"
import { accessKind, eachKind } from "./exhaustive.ts"
import { foreignText, hiddenText, seedCallers, seedFullFixture } from "./full-fixture.ts"
import { seedOwnValues } from "./path-parameters.ts"
import { rowCounts } from "./row-counts.ts"
import { rowsOfOthers } from "./rows-of-others.ts"

/** To them no project is foreign. */
const areEverywhere = ["server administrator", "administrator who acts as another one"]

/** May view one language, or no text at all, or is not let in. */
const seeNoHiddenText = [
  "anonymous",
  "translations.edit, languages.edit, one language",
  "keys.view, webhooks.manage",
  ...restrictedMembers.map(({ name }) => name),
  "NONE",
  "stranger",
  "PAK of the owner, keys.view",
  "PAK of another project"
]

/** Queries that ask for more than an accepted request needs. */
const curiousQueries: Readonly<Record<string, string>> = {
  "GET /v2/projects/:projectId/translations": "languages=en&languages=de&search=canary",
  "GET /v2/projects/:projectId/keys/select": "search=canary",
  "GET /v2/projects/:projectId/translations/select-all": "search=canary",
  "GET /v2/projects/:projectId/export": "languages=en&zip=false",
  "GET /v2/projects/:projectId/keys/search": "languageTag=en&search=canary"
}

const curiousBodies: Readonly<Record<string, unknown>> = {
  "POST /v2/projects/:projectId/keys/info": { keys: [{ name: "key" }], languageTags: ["en", "de"] },
  "POST /v2/projects/:projectId/export": { languages: ["en"], zip: false },
  "PUT /v2/projects/:projectId/translations": {
    key: "key",
    translations: { de: "new" },
    languagesToReturn: ["en", "de"]
  },
  "POST /v2/projects/:projectId/translations": {
    key: "key",
    translations: { de: "new" },
    languagesToReturn: ["en", "de"]
  }
}

/** Each endpoint that is asked for more is a kind of its own. */
const questionKind = (endpoint: ContractEndpoint): string =>
  endpoint.title in curiousQueries || endpoint.title in curiousBodies ? endpoint.title : accessKind(endpoint)

/** In one transaction: there are many of them. */
const seedAsking = Effect.fnUntraced(function* (endpoint: ContractEndpoint) {
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const full = yield* seedFullFixture
      const own = yield* seedOwnValues(full.fixture, endpoint)
      // So the memory has the texts of the project.
      const memory = Number(own["translationMemoryId"] ?? 0)
      if (memory !== 0) yield* seed.memoryAssignment({ memory, project: full.fixture.project.id })
      const members: Array<readonly [string, TestCredential]> = []
      for (const member of restrictedMembers) members.push([member.name, yield* seedCaller(full.fixture, member)])
      return { ...full, own, credentials: [...members, ...(yield* seedCallers(full.fixture))] }
    })
  )
})

layer(layerTestServer(), { timeout: "60 seconds" })("texts that the caller may not read or change", (it) => {
  eachKind(
    it.effect,
    contractEndpoints,
    questionKind
  )("stays so: $title", (endpoint) =>
    Effect.gen(function* () {
      const { title, method } = endpoint
      const asking = yield* seedAsking(endpoint)
      const { fixture, key, hidden, comment, own, credentials } = asking
      const path = pathIn(fixture, endpoint, {
        ...own,
        keyId: String(key),
        translationId: String(hidden),
        commentId: String(comment),
        suggestionId: String(asking.suggestion),
        ...(endpoint.path.includes("/key/:keyId") ? { languageId: String(asking.hiddenLanguage) } : {}),
        languages: "en,de"
      })
      const query = queryWith(endpoint, curiousQueries[title] ?? "")
      const body = curiousBodies[title] ?? acceptedBody(endpoint)
      for (const [name, credential] of credentials) {
        const others = yield* rowsOfOthers(fixture)
        const counts = yield* rowCounts
        const response = yield* send(credential, method, `${path}${query}`, body)
        const text = JSON.stringify(response)
        assert.isBelow(response.status, 500, `${name}: ${text}`)
        if (seeNoHiddenText.includes(name)) assert.notInclude(text, hiddenText, name)
        // This one's user is of the other project too.
        if (name !== "PAK of another project") assert.notInclude(text, foreignText, name)
        if (!areEverywhere.includes(name)) assert.deepStrictEqual(yield* rowsOfOthers(fixture), others, name)
        if (response.status >= 400)
          assert.deepStrictEqual(yield* rowCounts, counts, `${name}: an error changes nothing`)
      }
    })
  )

  it.effect("and the texts are there: who may read them does", () =>
    Effect.gen(function* () {
      const { fixture } = yield* seedFullFixture
      const owner = callerKinds.find(({ name }) => name === "owner")
      const credential = owner === undefined ? null : yield* seedCaller(fixture, owner)
      const response = yield* send(credential, "GET", `/v2/projects/${fixture.project.id}/translations?languages=en`)
      assert.include(JSON.stringify(response), hiddenText)
    })
  )
})
