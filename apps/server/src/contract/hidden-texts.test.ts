import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../testing/seed.ts"
import { send, type TestCredential } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { acceptedBody, queryWith } from "./accepted-request.ts"
import { callerKinds, restrictedMembers, visitors } from "./caller-kinds.ts"
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
  "GET /v2/public-projects/:projectId/translations": "languages=en&languages=de&search=canary",
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

/** The only endpoint that shows texts to visitors of a public project. */
const visitorsRead = "GET /v2/public-projects/:projectId/translations"

const publish = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(sql.withTransaction(sql`UPDATE project SET is_public = 1 WHERE id = ${projectId}`))
})

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
      const visiting: Array<readonly [string, TestCredential]> = []
      for (const visitor of visitors) visiting.push([visitor.name, yield* seedCaller(full.fixture, visitor)])
      return { ...full, own, visiting, credentials: [...members, ...(yield* seedCallers(full.fixture))] }
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
      const ask = Effect.fnUntraced(function* (name: string, credential: TestCredential) {
        const others = yield* rowsOfOthers(fixture)
        const counts = yield* rowCounts
        const response = yield* send(credential, method, `${path}${query}`, body)
        const text = JSON.stringify(response)
        const isReading = title === visitorsRead && ![401, 403, 404].includes(response.status)
        assert.isBelow(response.status, 500, `${name}: ${text}`)
        if (seeNoHiddenText.includes(name)) assert.notInclude(text, hiddenText, name)
        // The text alone, not the comment and the suggestion of the same words.
        if (visitors.some((visitor) => visitor.name === name)) {
          assert.strictEqual(text.split(hiddenText).length - 1, isReading ? 1 : 0, name)
        }
        // This one's user is of the other project too.
        if (name !== "PAK of another project") assert.notInclude(text, foreignText, name)
        if (!areEverywhere.includes(name)) assert.deepStrictEqual(yield* rowsOfOthers(fixture), others, name)
        if (response.status >= 400)
          assert.deepStrictEqual(yield* rowCounts, counts, `${name}: an error changes nothing`)
      })
      for (const [name, credential] of credentials) yield* ask(name, credential)
      yield* publish(fixture.project.id)
      for (const [name, credential] of asking.visiting) yield* ask(name, credential)
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
