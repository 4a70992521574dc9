import { Database } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const run = Effect.fnUntraced(function* (statement: string) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* Effect.orDie(database.transaction(sql`${sql.literal(statement)}`))
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true })(`my work on ${engine}`, (it) => {
    const seedProject = Effect.gen(function* () {
      const name = `Work ${engine} ${crypto.randomUUID().slice(0, 8)}`
      const owner = yield* seed.user({ username: `owner ${name}` })
      const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
      const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "cs", "de"] })
      const [en = 0, cs = 0, de = 0] = Object.values(project.languages)
      const member = Effect.fnUntraced(function* (
        permission: Parameters<typeof seed.directPermission>[0]["permission"]
      ) {
        const user = yield* seed.user({ username: `member ${crypto.randomUUID()}` })
        yield* seed.directPermission({ project: project.id, user, permission })
        return { user, credential: yield* seed.accessToken(user) }
      })
      const workOf = Effect.fnUntraced(function* (credential: TestCredential, query = {}) {
        const client = yield* clientOf(credential)
        return (yield* client.myWork.list({ query }))._embedded.projects
      })
      return { owner, asOwner: yield* seed.accessToken(owner), organization, project, name, en, cs, de, member, workOf }
    })

    it.effect("counts what waits in the languages that the caller may translate or review, and in no other", () =>
      Effect.gen(function* () {
        const { owner, project, organization, name, en, cs, de, member, workOf } = yield* seedProject
        const key = (keyName: string, row: object = {}) => seed.key({ project: project.id, name: keyName, ...row })
        const [one, two, , disabled] = yield* Effect.forEach(["one", "two", "three", "four"], (each) => key(each))
        const text = (keyId: number | undefined, language: number) =>
          seed.translation({ key: keyId ?? 0, language, text: "Text" })
        yield* text(one, en)
        const outdated = yield* text(one, cs)
        const reviewed = yield* text(two, cs)
        yield* text(two, de)
        yield* run(`UPDATE translation SET is_outdated = 1 WHERE id = ${outdated}`)
        yield* run(`UPDATE translation SET state = 'REVIEWED' WHERE id = ${reviewed}`)
        const empty = yield* text(disabled, cs)
        yield* run(`UPDATE translation SET state = 'DISABLED', text = NULL WHERE id = ${empty}`)
        yield* seed.suggestion({ key: one ?? 0, language: cs, author: owner })
        // Keys in the trash and of branches do not count.
        yield* text(yield* key("gone", { isDeleted: true }), cs)
        yield* text(yield* key("one", { branch: yield* seed.branch({ project: project.id, name: "next" }) }), cs)

        const czech = {
          ...{ languageId: cs, languageTag: "cs", mayTranslate: true, mayReview: false },
          ...{ translatedKeyCount: 1, reviewedKeyCount: 1, untranslatedKeyCount: 1, outdatedKeyCount: 1 },
          suggestedKeyCount: 1
        }
        const translator = yield* member({ type: "TRANSLATE", translateLanguageIds: [cs] })
        assert.deepStrictEqual(yield* workOf(translator.credential), [
          {
            projectId: project.id,
            projectName: name,
            organizationName: name,
            baseLanguageTag: "en",
            keyCount: 4,
            isReviewing: true,
            languages: [czech],
            failingWebhookCount: 0,
            failedJobCount: 0,
            overdueTaskCount: 0
          }
        ])
        // The list of keys, to which the numbers lead, counts the same.
        const client = yield* clientOf(translator.credential)
        const countKeys = Effect.fnUntraced(function* (query: object) {
          const { page } = yield* client.translationList.list({
            params: { projectId: project.id },
            query: { languages: ["cs"], ...query }
          })
          return page.totalElements
        })
        assert.strictEqual(yield* countKeys({ filterState: ["cs,UNTRANSLATED"] }), czech.untranslatedKeyCount)
        assert.strictEqual(yield* countKeys({ filterOutdatedLanguage: ["cs"] }), czech.outdatedKeyCount)
        assert.strictEqual(yield* countKeys({ filterHasSuggestionsInLang: ["cs"] }), czech.suggestedKeyCount)

        const reviewer = yield* member({ type: "REVIEW", viewLanguageIds: [en, de] })
        assert.deepStrictEqual(
          (yield* workOf(reviewer.credential)).map(({ languages, isReviewing }) => [
            isReviewing,
            languages.map(({ languageTag, mayReview, untranslatedKeyCount }) => [
              languageTag,
              mayReview,
              untranslatedKeyCount
            ])
          ]),
          [[true, [["de", true, 3]]]]
        )
        const viewer = yield* member("VIEW")
        assert.deepStrictEqual(
          (yield* workOf(viewer.credential)).map(({ languages }) => languages),
          [[]]
        )
        // Members of the organization whom its base permission lets in nowhere have no work.
        const outsider = yield* seed.user({ username: `outsider ${name}` })
        yield* seed.organizationRole({ organization: organization.id, user: outsider, role: "MEMBER" })
        assert.deepStrictEqual(yield* workOf(yield* seed.accessToken(outsider)), [])
        assert.strictEqual((yield* send(null, "GET", "/v2/my-work")).status, 401)
      })
    )

    it.effect("tells managers what needs attention, and others nothing of it", () =>
      Effect.gen(function* () {
        const { asOwner, owner, project, cs, member, workOf } = yield* seedProject
        yield* seed.webhook({ project: project.id })
        const failing = yield* seed.webhook({ project: project.id })
        yield* run(`UPDATE webhook_configuration SET auto_disabled = 1 WHERE id = ${failing}`)
        const job = (status: string, at: number) =>
          run(`INSERT INTO batch_job (project_id, author_id, operation, status, total_items, created_at, updated_at)
            VALUES (${project.id}, ${owner}, 'DELETE_KEYS', '${status}', 1, ${at}, ${at})`)
        const eightDaysMillis = 8 * 24 * 60 * 60 * 1_000
        yield* job("FAILED", Date.now())
        yield* job("SUCCESS", Date.now())
        yield* job("FAILED", Date.now() - eightDaysMillis)
        const dueAt = [1, Date.now() + eightDaysMillis]
        for (const at of dueAt) {
          const number = yield* seed.task({ project: project.id, language: cs })
          yield* run(`UPDATE task SET due_at = ${at} WHERE project_id = ${project.id} AND number = ${number}`)
        }
        const attentionOf = Effect.fnUntraced(function* (credential: TestCredential) {
          return (yield* workOf(credential)).map((work) => [
            work.failingWebhookCount,
            work.failedJobCount,
            work.overdueTaskCount
          ])
        })
        assert.deepStrictEqual(yield* attentionOf(asOwner), [[1, 1, 1]])
        assert.deepStrictEqual(yield* attentionOf((yield* member("TRANSLATE")).credential), [[0, 0, 0]])
      })
    )

    it.effect("lists chosen projects first, as the list of projects does", () =>
      Effect.gen(function* () {
        const { asOwner, organization, project } = yield* seedProject
        const other = yield* seed.project({ organization: organization.id, name: `A ${project.slug}` })
        for (const list of ["/v2/my-work", "/v2/projects/with-stats"]) {
          const idsOf = (query: string) =>
            Effect.map(send(asOwner, "GET", `${list}${query}`), ({ body }) =>
              (
                body as { _embedded: { projects: ReadonlyArray<{ id?: number; projectId?: number }> } }
              )._embedded.projects.map(({ id, projectId }) => projectId ?? id)
            )
          assert.deepStrictEqual(yield* idsOf(""), [other.id, project.id])
          assert.deepStrictEqual(yield* idsOf(`?firstId=${project.id},987654,${project.id}`), [project.id, other.id])
          assert.deepStrictEqual(yield* idsOf(`?firstId=${project.id}&size=1&page=1`), [other.id])
          assert.strictEqual((yield* send(asOwner, "GET", `${list}?firstId=x`)).status, 400)
        }
      })
    )
  })
}
