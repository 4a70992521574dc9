import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { upload } from "../../testing/upload.ts"

let fixtures = 0

/** A project with en (base), de and cs whose texts are checked, its owner, and a member who may translate into German. */
const seedFixture = Effect.gen(function* () {
  const name = `Quality ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const member = yield* seed.user({ username: `${name} member` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "cs"] })
  const { de = 0, cs = 0, en = 0 } = languages
  yield* seed.directPermission({
    project: id,
    user: member,
    permission: { scopes: ["translations.edit"], viewLanguageIds: [en, de], translateLanguageIds: [de] }
  })
  const credential = yield* seed.accessToken(owner, { super: true })
  const memberCredential = yield* seed.accessToken(member)
  const client = yield* clientOf(credential)
  const start = `/v2/projects/${id}`
  const params = { projectId: id }
  yield* client.qualityCheck.setEnabled({ params, payload: { enabled: true } })
  const setTexts = (key: string, translations: Readonly<Record<string, string | null>>) =>
    client.translation.createOrSet({ params, payload: { key, translations } })
  const issuesIn = (translationId: number) =>
    Effect.map(client.qualityCheck.listIssues({ params: { ...params, translationId } }), ({ _embedded }) =>
      _embedded.qaIssues.map(({ type, message, state }) => [type, message, state])
    )
  return { start, params, client, credential, memberCredential, setTexts, issuesIn, de, cs, en }
})

const numbers = (state: "OPEN" | "IGNORED") => ["MISSING_NUMBERS", "qa_numbers_missing", state]

/** Asks again until the background work is done; the test's own time limit ends it otherwise. */
const eventually = <A, E, R>(ask: Effect.Effect<A, E, R>, isWanted: (answer: A) => boolean) =>
  Effect.repeat(ask, { until: isWanted, schedule: Schedule.spaced("5 millis") })

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`quality checks on ${engine}`, (it) => {
    it.effect("look at a text when it is written, and at all translations when the base text is", () =>
      Effect.gen(function* () {
        const { setTexts, issuesIn, client, params, de } = yield* seedFixture
        const { translations } = yield* setTexts("files", { en: "Delete 12 files", de: "Dateien entfernen" })
        const german = translations["de"]?.id ?? 0
        assert.deepStrictEqual(yield* issuesIn(german), [numbers("OPEN")])
        const countIn = () => client.qualityCheck.countIssues({ params, query: { languageId: de } })
        assert.deepStrictEqual(yield* countIn(), { MISSING_NUMBERS: 1 })
        yield* setTexts("files", { de: "12 Dateien entfernen" })
        assert.deepStrictEqual(yield* issuesIn(german), [])
        yield* setTexts("files", { en: "Delete 13 files" })
        assert.deepStrictEqual(yield* issuesIn(german), [numbers("OPEN")])
        yield* setTexts("files", { de: null })
        assert.deepStrictEqual([yield* issuesIn(german), yield* countIn()], [[], {}])
      })
    )

    it.effect("know the terms of glossaries, and check texts again when a term changes", () =>
      Effect.gen(function* () {
        const { setTexts, issuesIn, client, params } = yield* seedFixture
        const { organizationOwner } = yield* client.project.get({ params })
        const organization = { organization: String(organizationOwner?.id) }
        const { translations } = yield* setTexts("berth", { en: "Your berth is free", de: "Ihr Platz ist frei" })
        const german = translations["de"]?.id ?? 0
        assert.deepStrictEqual(yield* issuesIn(german), [])
        const { id: glossaryId } = yield* client.glossary.create({
          params: organization,
          payload: { name: "Terms", baseLanguageTag: "en", assignedProjectIds: [params.projectId] }
        })
        const one = { ...organization, glossaryId }
        const { term } = yield* client.glossaryTerm.create({ params: one, payload: { text: "berth" } })
        const translate = (text: string) =>
          client.glossaryTerm.setTranslation({
            params: { ...one, glossaryTermId: term.id },
            payload: { languageTag: "de", text }
          })
        const become = (...expected: ReadonlyArray<unknown>) =>
          eventually(issuesIn(german), (issues) => JSON.stringify(issues) === JSON.stringify(expected))
        const missing = ["TERM_MISSING", "qa_term_missing", "OPEN"]
        yield* translate("Liegeplatz")
        yield* become(missing)
        yield* translate("Platz")
        yield* become()
        yield* setTexts("berth", { de: "Ihr Plätzchen ist frei" })
        assert.deepStrictEqual(yield* issuesIn(german), [missing])
        yield* client.glossary.delete({ params: one })
        yield* become()
      })
    )

    it.effect("look at imported texts, and at the limit of a key when it changes", () =>
      Effect.gen(function* () {
        const { credential, start, client, params, issuesIn, de } = yield* seedFixture
        const files = Object.entries({ en: "Total: 12", de: "Summe: keine" }).map(([tag, total]) => ({
          name: `${tag}.json`,
          content: JSON.stringify({ total })
        }))
        assert.strictEqual((yield* upload(credential, `${start}/single-step-import`, files, {})).status, 200)
        const page = yield* client.translationList.list({ params, query: { languages: ["de"] } })
        const [key] = page._embedded.keys
        const german = key?.translations["de"]?.id ?? 0
        assert.deepStrictEqual(yield* issuesIn(german), [numbers("OPEN")])
        const edited = yield* send(credential, "PUT", `${start}/keys/${key?.keyId}`, { name: "total", maxCharLimit: 5 })
        assert.strictEqual(edited.status, 200)
        assert.deepStrictEqual(yield* client.qualityCheck.countIssues({ params, query: { languageId: de } }), {
          KEY_LENGTH_LIMIT: 1,
          MISSING_NUMBERS: 1
        })
      })
    )

    it.effect(
      "leave an issue ignored while the text changes elsewhere, and for others only by those who may translate",
      () =>
        Effect.gen(function* () {
          const { setTexts, issuesIn, client, params, memberCredential, start, de } = yield* seedFixture
          const newestActivity = Effect.map(
            client.activity.list({ params, query: { sort: [{ property: "timestamp", direction: "desc" }] } }),
            ({ _embedded }) => _embedded.activities[0]
          )
          const { translations } = yield* setTexts("twice", {
            en: "It is the file",
            de: "Das ist die Datei Datei",
            cs: "Soubor soubor"
          })
          const german = translations["de"]?.id ?? 0
          const list = yield* client.qualityCheck.listIssues({ params: { ...params, translationId: german } })
          const [issue] = list._embedded.qaIssues
          const repeated = (state: string) => ["REPEATED_WORDS", "qa_repeated_word", state]
          assert.deepStrictEqual([issue?.positionStart, issue?.positionEnd, issue?.replacement], [17, 23, ""])
          const one = `${start}/translations/${german}/qa-issues/${issue?.id}`
          assert.strictEqual((yield* send(memberCredential, "PUT", `${one}/ignore`)).status, 200)
          assert.deepStrictEqual(yield* issuesIn(german), [repeated("IGNORED")])
          assert.deepStrictEqual((yield* newestActivity)?.type, "QA_ISSUE_IGNORE")
          assert.deepStrictEqual(
            (yield* newestActivity)?.modifiedEntities?.["TranslationQaIssue"]?.[0]?.modifications,
            {
              state: { old: "OPEN", new: "IGNORED" }
            }
          )
          assert.deepStrictEqual(yield* client.qualityCheck.countIssues({ params, query: { languageId: de } }), {})
          yield* setTexts("twice", { de: "Hier: das ist die Datei Datei" })
          assert.deepStrictEqual(
            (yield* issuesIn(german)).filter(([type]) => type === "REPEATED_WORDS"),
            [repeated("IGNORED")]
          )
          const moved = yield* client.qualityCheck.listIssues({ params: { ...params, translationId: german } })
          const movedId = moved._embedded.qaIssues.find(({ type }) => type === "REPEATED_WORDS")?.id ?? 0
          const again = `${start}/translations/${german}/qa-issues/${movedId}/unignore`
          assert.strictEqual((yield* send(memberCredential, "PUT", again)).status, 200)
          const reopened = yield* newestActivity
          assert.deepStrictEqual(
            [reopened?.type, Object.keys(reopened?.modifiedEntities ?? {})],
            ["QA_ISSUE_UNIGNORE", ["TranslationQaIssue"]]
          )
          // An issue that is open already makes no revision.
          assert.strictEqual((yield* send(memberCredential, "PUT", again)).status, 200)
          assert.strictEqual((yield* newestActivity)?.revisionId, reopened?.revisionId)
          assert.deepStrictEqual(
            (yield* issuesIn(german)).filter(([type]) => type === "REPEATED_WORDS"),
            [repeated("OPEN")]
          )

          const czech = translations["cs"]?.id ?? 0
          const hidden = yield* client.qualityCheck.listIssues({ params: { ...params, translationId: czech } })
          const [foreign] = hidden._embedded.qaIssues
          const ofCzech = `${start}/translations/${czech}/qa-issues`
          assert.strictEqual((yield* send(memberCredential, "GET", ofCzech)).status, 403)
          assert.strictEqual((yield* send(memberCredential, "PUT", `${ofCzech}/${foreign?.id}/ignore`)).status, 403)
          // An issue is found under its own translation only.
          const elsewhere = `${start}/translations/${german}/qa-issues/${foreign?.id}/ignore`
          assert.deepStrictEqual(yield* send(memberCredential, "PUT", elsewhere), error(404, "resource_not_found"))
        })
    )

    it.effect("are in the list of translations: counts, issues when asked for, and filters that see new results", () =>
      Effect.gen(function* () {
        const { setTexts, client, params, credential, start, de } = yield* seedFixture
        const { keyId, translations } = yield* setTexts("files", { en: "Delete 12 files", de: "Dateien weg" })
        const good = yield* setTexts("good", { en: "Delete 12 files", de: "12 Dateien weg" })
        const list = (query: Parameters<typeof client.translationList.list>[0]["query"]) =>
          client.translationList.list({ params, query: { languages: ["en", "de"], ...query } })
        const select = (query: Parameters<typeof client.translationList.selectKeys>[0]["query"]) =>
          Effect.map(client.translationList.selectKeys({ params, query }), ({ ids }) => ids)
        const shown = (yield* list({ includeQaIssues: true }))._embedded.keys.map(({ translations: { en, de } }) =>
          [en, de].map((text) => [text?.qaIssueCount, text?.qaChecksStale, text?.qaIssues?.map(({ type }) => type)])
        )
        assert.deepStrictEqual(shown, [
          [
            [0, false, undefined],
            [1, false, ["MISSING_NUMBERS"]]
          ],
          [
            [0, false, undefined],
            [0, false, undefined]
          ]
        ])
        const [bare] = (yield* list({}))._embedded.keys
        assert.deepStrictEqual(
          [bare?.translations["de"]?.qaIssueCount, bare?.translations["de"]?.qaIssues],
          [1, undefined]
        )
        assert.deepStrictEqual(yield* select({ filterHasQaIssuesInLang: ["de"] }), [keyId])
        assert.deepStrictEqual(yield* select({ filterHasQaIssuesInLang: ["en"] }), [])
        assert.deepStrictEqual(yield* select({ filterQaCheckType: ["de,MISSING_NUMBERS"] }), [keyId])
        assert.deepStrictEqual(yield* select({ filterQaCheckType: ["de,TRIM_CHECK"] }), [])
        assert.deepStrictEqual(yield* select({ filterQaChecksStaleInLang: ["de"] }), [])
        const either = { filterQaCheckType: ["de,MISSING_NUMBERS"], filterState: ["cs,UNTRANSLATED"] }
        assert.deepStrictEqual(yield* select(either), [keyId, good.keyId])
        for (const path of ["translations", "keys/select", "keys/trash", "keys/trash/select-all"]) {
          assert.deepStrictEqual(
            yield* send(credential, "GET", `${start}/${path}?filterQaCheckType=de,NO_SUCH`),
            error(400, "filter_by_value_qa_check_type_not_valid", ["NO_SUCH"])
          )
        }
        const ofTranslation = { ...params, translationId: translations["de"]?.id ?? 0 }
        const { _embedded } = yield* client.qualityCheck.listIssues({ params: ofTranslation })
        const qualityIssueId = _embedded.qaIssues[0]?.id ?? 0
        yield* client.qualityCheck.ignore({ params: { ...ofTranslation, qualityIssueId } })
        assert.deepStrictEqual(yield* select({ filterHasQaIssuesInLang: ["de"] }), [])
        yield* client.qualityCheck.unignore({ params: { ...ofTranslation, qualityIssueId } })
        yield* client.qualityCheck.setLanguageEnabled({
          params: { ...params, languageId: de },
          payload: { enabled: false }
        })
        assert.deepStrictEqual(yield* select({ filterHasQaIssuesInLang: ["de"] }), [])
        const [unchecked] = (yield* list({ includeQaIssues: true }))._embedded.keys
        const german = unchecked?.translations["de"]
        assert.deepStrictEqual([german?.qaIssueCount, german?.qaChecksStale, german?.qaIssues], [0, false, null])
      })
    )

    it.effect("ignore an issue of a text that is stored afterwards", () =>
      Effect.gen(function* () {
        const { setTexts, issuesIn, client, params } = yield* seedFixture
        const { translations } = yield* setTexts("files", { en: "Delete 12 files", de: "12 Dateien entfernen" })
        const ofTranslation = { ...params, translationId: translations["de"]?.id ?? 0 }
        const payload = { type: "MISSING_NUMBERS", message: "qa_numbers_missing", params: { number: "12" } }
        yield* client.qualityCheck.suppress({ params: ofTranslation, payload })
        yield* setTexts("files", { de: "Dateien entfernen" })
        assert.deepStrictEqual(yield* issuesIn(ofTranslation.translationId), [numbers("IGNORED")])
        yield* client.qualityCheck.unsuppress({ params: ofTranslation, payload })
        assert.deepStrictEqual(yield* issuesIn(ofTranslation.translationId), [numbers("OPEN")])
        yield* client.qualityCheck.unsuppress({ params: ofTranslation, payload: { ...payload, message: "unknown" } })
        assert.deepStrictEqual(yield* issuesIn(ofTranslation.translationId), [numbers("OPEN")])
      })
    )

    it.effect("keep a text with an error from being reviewed until the issue is ignored", () =>
      Effect.gen(function* () {
        const { setTexts, client, params, credential, start, de } = yield* seedFixture
        const { keyId, translations } = yield* setTexts("files", { en: "Delete 12 files", de: "Dateien weg" })
        const german = translations["de"]?.id ?? 0
        const review = send(credential, "PUT", `${start}/translations/${german}/set-state/REVIEWED`)
        const refused = error(400, "translation_has_quality_errors", ["MISSING_NUMBERS"])
        yield* client.qualityCheck.setLanguage({
          params: { ...params, languageId: de },
          payload: { settings: { MISSING_NUMBERS: "ERROR" } }
        })
        assert.deepStrictEqual(yield* review, refused)
        const update = { name: "files", translations: { de: "Alles weg" }, states: { de: "REVIEWED" } }
        assert.deepStrictEqual(yield* send(credential, "PUT", `${start}/keys/${keyId}/complex-update`, update), refused)
        const body = { keyIds: [keyId], languageIds: [de], state: "REVIEWED" }
        const started = yield* send(credential, "POST", `${start}/start-batch-job/set-translation-state`, body)
        const jobId = (started.body as { readonly id: number }).id
        const job = yield* eventually(
          client.batchJob.get({ params: { ...params, jobId } }),
          (one) => one.status === "SUCCESS" || one.status === "FAILED"
        )
        assert.deepStrictEqual([job.status, job.errorMessage], ["FAILED", "translation_has_quality_errors"])
        const ofTranslation = { ...params, translationId: german }
        const list = yield* client.qualityCheck.listIssues({ params: ofTranslation })
        const qualityIssueId = list._embedded.qaIssues[0]?.id ?? 0
        yield* client.qualityCheck.ignore({ params: { ...ofTranslation, qualityIssueId } })
        assert.strictEqual((yield* review).status, 200)
      })
    )

    it.effect("reject broken ICU where the project wants it: a write says where, an import and a job skip it", () =>
      Effect.gen(function* () {
        const { setTexts, client, params, credential, start, en, de, cs } = yield* seedFixture
        const { keyId } = yield* setTexts("old", { en: "Hello {name", de: "Hallo" })
        const project = { name: "Broken ICU", icuPlaceholders: true }
        const edit = (body: object) => send(credential, "PUT", start, { ...project, ...body })
        assert.strictEqual((yield* client.project.get({ params })).rejectBrokenIcu, false)
        assert.strictEqual((yield* edit({ rejectBrokenIcu: true })).status, 200)
        // Clients of Tolgee do not know the field.
        assert.strictEqual((yield* edit({})).status, 200)
        assert.strictEqual((yield* client.project.get({ params })).rejectBrokenIcu, true)
        const write = (key: string, translations: object) =>
          send(credential, "POST", `${start}/translations`, { key, translations })
        const { status, body } = yield* write("old", { de: "Hallo {name" })
        const { code, params: place } = body as { readonly code: string; readonly params: ReadonlyArray<unknown> }
        assert.deepStrictEqual([status, code, place.slice(0, 2)], [400, "translation_not_valid_icu", ["de", 12]])
        assert.strictEqual((yield* write("new", { en: "{" })).status, 400)
        // A text that is stored already may be sent again.
        assert.strictEqual((yield* write("old", { en: "Hello {name", de: "Hallo {name}" })).status, 200)
        const files = [{ name: "de.json", content: JSON.stringify({ old: "Hallo {", fresh: "Neu" }) }]
        const imported = yield* upload(credential, `${start}/single-step-import`, files, {
          params: JSON.stringify({ forceMode: "OVERRIDE" })
        })
        assert.strictEqual(imported.status, 200)
        const report = JSON.stringify(imported.body)
        assert.include(report, "TRANSLATION_NOT_VALID_ICU")
        const texts = yield* client.translationList.list({ params, query: { languages: ["de"] } })
        assert.deepStrictEqual(
          texts._embedded.keys.map(({ keyName, translations }) => [keyName, translations["de"]?.text]),
          [
            ["old", "Hallo {name}"],
            ["fresh", "Neu"]
          ]
        )
        const copy = { keyIds: [keyId], sourceLanguageId: en, targetLanguageIds: [de, cs] }
        const started = yield* send(credential, "POST", `${start}/start-batch-job/copy-translations`, copy)
        const jobId = (started.body as { readonly id: number }).id
        const job = yield* eventually(
          client.batchJob.get({ params: { ...params, jobId } }),
          (one) => one.status === "SUCCESS" || one.status === "FAILED"
        )
        assert.deepStrictEqual([job.status, job.errorMessage], ["FAILED", "translation_not_valid_icu"])
      })
    )

    it.effect("have settings by project and language, after which existing texts are checked again", () =>
      Effect.gen(function* () {
        const { setTexts, issuesIn, client, params, credential, start, de, cs } = yield* seedFixture
        const { translations } = yield* setTexts("files", { en: "Delete 12 files", de: "Dateien weg", cs: "Smazat" })
        const [german, czech] = [translations["de"]?.id ?? 0, translations["cs"]?.id ?? 0]
        const isEmpty = (issues: ReadonlyArray<unknown>) => issues.length === 0
        yield* client.qualityCheck.setSettings({ params, payload: { settings: { MISSING_NUMBERS: "OFF" } } })
        yield* eventually(issuesIn(german), isEmpty)
        yield* eventually(issuesIn(czech), isEmpty)
        const ofGerman = { ...params, languageId: de }
        const own = yield* client.qualityCheck.setLanguage({
          params: ofGerman,
          payload: { settings: { MISSING_NUMBERS: "ERROR" } }
        })
        // Clients of Tolgee know no errors.
        assert.deepStrictEqual(own.customSettings, { MISSING_NUMBERS: "WARNING" })
        const inGerman = yield* client.qualityCheck.getResolved({ params: ofGerman })
        assert.deepStrictEqual([own.errorTypes, inGerman.errorTypes], [["MISSING_NUMBERS"], ["MISSING_NUMBERS"]])
        yield* eventually(issuesIn(german), (issues) => issues.length === 1)
        const resolved = yield* client.qualityCheck.getResolved({ params: { ...params, languageId: cs } })
        assert.deepStrictEqual(
          [resolved.settings["MISSING_NUMBERS"], resolved.settings["TRIM_CHECK"]],
          ["OFF", "WARNING"]
        )
        yield* client.qualityCheck.resetLanguage({ params: ofGerman })
        yield* eventually(issuesIn(german), isEmpty)
        yield* client.qualityCheck.setSettings({ params, payload: { settings: { MISSING_NUMBERS: null } } })
        yield* eventually(issuesIn(german), (issues) => issues.length === 1)
        yield* client.qualityCheck.setLanguageEnabled({ params: ofGerman, payload: { enabled: false } })
        assert.deepStrictEqual(yield* issuesIn(german), [])
        assert.deepStrictEqual(
          yield* send(credential, "PUT", `${start}/qa-settings`, { settings: { NO_SUCH: "OFF" } }),
          error(400, "filter_by_value_qa_check_type_not_valid", ["NO_SUCH"])
        )
        yield* client.qualityCheck.setEnabled({ params, payload: { enabled: false } })
        assert.deepStrictEqual(yield* issuesIn(czech), [])
        assert.deepStrictEqual(
          yield* send(credential, "PUT", `${start}/qa-settings/languages/${de}/enabled`, { enabled: true }),
          error(400, "qa_checks_not_enabled")
        )
        const project = yield* client.project.get({ params })
        assert.strictEqual(project.useQaChecks, false)
        yield* setTexts("files", { cs: "Smazat soubory" })
        yield* client.qualityCheck.setEnabled({ params, payload: { enabled: true } })
        yield* eventually(issuesIn(czech), (issues) => issues.length === 1)
      })
    )
  })
}
