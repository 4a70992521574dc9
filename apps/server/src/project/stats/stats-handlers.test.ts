import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Stats ${++fixtures}`
  const owner = yield* seed.user({ username: `counter${fixtures}` })
  const viewer = yield* seed.user({ username: `viewer${fixtures}` })
  const organization = yield* seed.organization({ name, owner, members: [viewer] })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const client = yield* clientOf(yield* seed.accessToken(owner))
  const params = { projectId: project.id }
  const write = (key: string, translations: Record<string, string>) =>
    client.translation.createOrSet({ params, payload: { key, translations } })
  return { client, params, write, viewer: yield* clientOf(yield* seed.accessToken(viewer)) }
})

layer(layerTestServer(), { timeout: "60 seconds" })("stats", (it) => {
  it.effect("count words of the base texts, by language and state", () =>
    Effect.gen(function* () {
      const { client, params, write } = yield* seedFixture
      yield* write("a", { en: "Save the file", de: "Datei speichern" })
      const b = yield* write("b", { en: "Don't panic", de: "" })
      yield* write("c", { en: "{n, plural, one {# dog} other {# big dogs}}" })
      const translationId = b.translations["en"]?.id ?? 0
      yield* client.translation.setState({ params: { ...params, translationId, state: "REVIEWED" } })
      const stats = yield* client.stats.get({ params, query: {} })
      const [english, german] = stats.languageStats
      assert.deepStrictEqual([stats.keyCount, stats.languageCount, stats.baseWordsCount], [3, 2, 7])
      assert.deepStrictEqual(
        [english?.languageTag, english?.translatedKeyCount, english?.translatedWordCount, english?.reviewedWordCount],
        ["en", 2, 5, 2]
      )
      assert.deepStrictEqual([german?.translatedKeyCount, german?.untranslatedKeyCount], [1, 2])
      assert.deepStrictEqual([german?.translatedWordCount, german?.untranslatedWordCount], [3, 4])
      assert.closeTo(stats.translatedPercentage, 42.857, 0.001)
    })
  )

  it.effect("count open issues of quality checks by language", () =>
    Effect.gen(function* () {
      const { client, params, write } = yield* seedFixture
      yield* client.qualityCheck.setEnabled({ params, payload: { enabled: true } })
      yield* write("a", { en: "Delete 12 files", de: "Dateien löschen" })
      yield* write("b", { en: "Delete 13 files", de: "Dateien Dateien löschen" })
      const stats = yield* client.stats.get({ params, query: {} })
      const ofLanguages = stats.languageStats.map((language) => [language.languageTag, language.qaIssueCount])
      assert.deepStrictEqual(ofLanguages, [
        ["en", 0],
        ["de", 3]
      ])
      assert.deepStrictEqual([stats.qaIssueCount, stats.qaChecksStaleCount], [3, 0])
    })
  )

  it.effect("follow a changed base text, and show when texts were written", () =>
    Effect.gen(function* () {
      const { client, params, write } = yield* seedFixture
      yield* write("a", { en: "one two" })
      const before = yield* client.stats.get({ params, query: {} })
      yield* write("a", { en: "one two three" })
      const after = yield* client.stats.get({ params, query: {} })
      assert.deepStrictEqual([before.baseWordsCount, after.baseWordsCount], [2, 3])
      const [english, german] = after.languageStats
      assert.isAtLeast(english?.translationsUpdatedAt ?? 0, before.languageStats[0]?.translationsUpdatedAt ?? 1)
      assert.isNull(german?.translationsUpdatedAt)
    })
  )

  it.effect("show the number of members to callers who may see them", () =>
    Effect.gen(function* () {
      const { client, viewer, params } = yield* seedFixture
      assert.strictEqual((yield* client.stats.get({ params, query: {} })).membersCount, 2)
      assert.strictEqual((yield* viewer.stats.get({ params, query: {} })).membersCount, 0)
    })
  )

  it.effect("count the revisions of each day", () =>
    Effect.gen(function* () {
      const { client, params, write } = yield* seedFixture
      yield* write("a", { en: "x" })
      yield* write("a", { en: "y" })
      const days = Object.entries(yield* client.stats.getDailyActivity({ params }))
      assert.strictEqual(
        days.reduce((total, [, count]) => total + count, 0),
        2
      )
      for (const [day] of days) assert.match(day, /^\d{4}-\d\d-\d\d$/)
    })
  )
})
