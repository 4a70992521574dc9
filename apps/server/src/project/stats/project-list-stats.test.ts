import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true })(`projects with stats on ${engine}`, (it) => {
    it.effect("are those that the caller can enter, with the shares of their texts, all together and by language", () =>
      Effect.gen(function* () {
        const owner = yield* seed.user({ username: `owner ${engine}` })
        const stranger = yield* seed.user({ username: `stranger ${engine}` })
        const organization = yield* seed.organization({ name: `Stats ${engine}`, owner })
        const languages = ["en", "de", "cs"]
        const full = yield* seed.project({ organization: organization.id, name: `Full ${engine}`, languages })
        const empty = yield* seed.project({ organization: organization.id, name: `Empty ${engine}` })
        const credential = yield* seed.accessToken(owner)
        const client = yield* clientOf(credential)
        const params = { projectId: full.id }
        const write = (key: string, translations: Record<string, string>) =>
          client.translation.createOrSet({ params, payload: { key, translations } })
        yield* client.qualityCheck.setEnabled({ params, payload: { enabled: true } })
        // The German text lacks the full stop.
        const { translations } = yield* write("a", { en: "Text.", de: "Text" })
        yield* write("b", { en: "Text" })
        const translationId = translations["de"]?.id ?? 0
        yield* client.translation.setState({ params: { ...params, translationId, state: "REVIEWED" } })
        // Neither a deleted language nor a key in the trash counts.
        yield* write("c", { en: "Text.", cs: "Text" })
        yield* client.language.delete({ params: { ...params, languageId: full.languages["cs"] ?? 0 } })

        const { _embedded, page } = yield* client.project.listWithStats({ query: {} })
        assert.strictEqual(page.totalElements, 2)
        const [first, second] = _embedded.projects
        assert.strictEqual(first?.name, `Empty ${engine}`)
        assert.deepStrictEqual(first?.stats, {
          projectId: empty.id,
          keyCount: 0,
          languageCount: 1,
          translationStatePercentages: { UNTRANSLATED: 100, TRANSLATED: 0, REVIEWED: 0 },
          languageStats: [
            {
              languageId: empty.languages["en"] ?? 0,
              languageTag: "en",
              translationStatePercentages: { UNTRANSLATED: 100, TRANSLATED: 0, REVIEWED: 0 }
            }
          ],
          qaIssueCount: 0,
          qaChecksStaleCount: 0
        })
        assert.deepStrictEqual(
          second?.languages.map(({ tag, base }) => [tag, base]),
          [
            ["en", true],
            ["de", false]
          ]
        )
        assert.deepStrictEqual(second?.stats, {
          projectId: full.id,
          keyCount: 3,
          languageCount: 2,
          translationStatePercentages: { UNTRANSLATED: 33.33, TRANSLATED: 50, REVIEWED: 16.667 },
          languageStats: [
            {
              languageId: full.languages["en"] ?? 0,
              languageTag: "en",
              translationStatePercentages: { UNTRANSLATED: 0, TRANSLATED: 100, REVIEWED: 0 }
            },
            {
              languageId: full.languages["de"] ?? 0,
              languageTag: "de",
              translationStatePercentages: { UNTRANSLATED: 66.67, TRANSLATED: 0, REVIEWED: 33.333 }
            }
          ],
          qaIssueCount: 1,
          qaChecksStaleCount: 0
        })
        const found = yield* client.project.listWithStats({ query: { search: "full", size: 1 } })
        assert.deepStrictEqual(
          found._embedded.projects.map(({ id }) => id),
          [full.id]
        )
        const query = { sort: [{ property: "id", direction: "desc" }] } as const
        const ofOrganization = { params: { organization: organization.slug }, query }
        const listed = yield* client.project.listOfOrganizationWithStats(ofOrganization)
        assert.deepStrictEqual(
          listed._embedded.projects.map(({ id }) => id),
          [empty.id, full.id]
        )
        assert.deepStrictEqual(listed._embedded.projects[1]?.stats, second?.stats)
        const asStranger = yield* seed.accessToken(stranger)
        const nothing = yield* send(asStranger, "GET", "/v2/projects/with-stats")
        assert.deepInclude(nothing.body as object, { _embedded: { projects: [] } })
        const hidden = yield* send(asStranger, "GET", `/v2/organizations/${organization.slug}/projects-with-stats`)
        assert.strictEqual(hidden.status, 404)
      })
    )
  })
}
