import type { ImportFileIssueModel } from "@dragoman/api"
import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { issuesOf, languagesIn, seedImportFixture, textsOf, uploaded } from "../../../testing/import-fixture.ts"
import { seed } from "../../../testing/seed.ts"
import { error, send } from "../../../testing/send.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { upload } from "../../../testing/upload.ts"

const notFound = error(404, "resource_not_found")

const jsonFile = (name: string, texts: object) => ({ name, content: JSON.stringify(texts) })

/** Alternately empty and too long, so that issues of two types are mixed. */
const flawedTexts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i % 2 === 0 ? "" : "x".repeat(10_001)]))

/** Moves the start of the import that far back. */
const ageImports = Effect.fnUntraced(function* (projectId: number, millis: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* database.transaction(
    Effect.orDie(sql`UPDATE import SET created_at = created_at - ${millis} WHERE project_id = ${projectId}`)
  )
})

const hours = 60 * 60 * 1000

layer(layerTestServer())("the result of an import", (it) => {
  it.effect("belongs to one user in one project; for other users it does not exist", () =>
    Effect.gen(function* () {
      const { asOwner, organization, project, path, owner } = yield* seedImportFixture()
      const member = yield* seed.user({ username: "result member" })
      yield* seed.directPermission({ project: project.id, user: member, permission: "MANAGE" })
      const asMember = yield* seed.accessToken(member)
      const other = yield* seed.project({ organization: organization.id, name: "Result other" })
      const stranger = yield* seed.accessToken(yield* seed.user({ username: "result stranger" }))
      const keyWithoutScope = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["keys.view"] })
      const [language] = languagesIn(yield* upload(asOwner, path, [jsonFile("en.json", { k: "" })]))
      const pathsOf = (start: string) =>
        [
          ["DELETE", `${start}/result/languages/${language?.id}`],
          ["GET", `${start}/result`],
          ["GET", `${start}/result/languages/${language?.id}`],
          ["GET", `${start}/result/languages/${language?.id}/translations`],
          ["GET", `${start}/result/files/${language?.importFileId}/issues`],
          ["DELETE", start]
        ] as const
      for (const [method, url] of pathsOf(path)) {
        assert.deepStrictEqual(yield* send(null, method, url), error(401, "unauthenticated"))
        assert.deepStrictEqual(yield* send(stranger, method, url), error(404, "project_not_found"))
        assert.deepStrictEqual(yield* send(asMember, method, url), notFound)
        assert.deepStrictEqual(
          yield* send(keyWithoutScope, method, url),
          error(403, "operation_not_permitted", ["translations.view"])
        )
      }
      for (const [method, url] of pathsOf(`/v2/projects/${other.id}/import`)) {
        assert.deepStrictEqual(yield* send(asOwner, method, url), notFound)
      }
      assert.strictEqual((yield* send(asOwner, "GET", `${path}/result`)).status, 200)
    })
  )

  it.effect("is the same list of languages that the upload answered, in pages", () =>
    Effect.gen(function* () {
      const { asOwner, path, client, params } = yield* seedImportFixture()
      const files = ["en", "cs", "xx"].map((name) => jsonFile(`${name}.json`, { k: "v" }))
      const languages = languagesIn(yield* upload(asOwner, path, files))
      assert.deepStrictEqual(yield* client.import.getResult({ params, query: {} }), {
        _embedded: { languages },
        page: { size: 20, totalElements: 3, totalPages: 1, number: 0 }
      })
      const second = yield* client.import.getResult({ params, query: { size: 2, page: 1 } })
      assert.deepStrictEqual(second._embedded.languages, languages.slice(2))
      const byName = yield* client.import.getResult({
        params,
        query: { sort: [{ property: "name", direction: "desc" }] }
      })
      assert.deepStrictEqual(
        byName._embedded.languages.map(({ name }) => name),
        ["xx", "en", "cs"]
      )
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result/languages/${languages[1]?.id}`), {
        status: 200,
        body: languages[1]
      })
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result/languages/999999`), notFound)
      assert.deepStrictEqual(
        yield* send(asOwner, "GET", `${path}/result/languages/first`),
        error(400, "wrong_param_type", ["languageId"])
      )
    })
  )

  it.effect("lists texts by key, found in texts and in names of keys, whatever their case", () =>
    Effect.gen(function* () {
      const { asOwner, path, client, params } = yield* seedImportFixture()
      const texts = { "b.title": "ÚVOD", "a.100%": "Sleva", c: "jiný úvod", d: "konec" }
      const [language] = languagesIn(yield* upload(asOwner, path, [jsonFile("cs.json", texts)]))
      const list = `${path}/result/languages/${language?.id}/translations`
      const languageId = language?.id ?? 0
      const keysFor = Effect.fnUntraced(function* (
        query: Parameters<typeof client.import.listTranslations>[0]["query"]
      ) {
        const page = yield* client.import.listTranslations({ params: { ...params, languageId }, query })
        return page._embedded.translations.map(({ keyName }) => keyName)
      })
      assert.deepStrictEqual(yield* keysFor({}), ["a.100%", "b.title", "c", "d"])
      assert.deepStrictEqual(yield* keysFor({ search: "úvod" }), ["b.title", "c"])
      assert.deepStrictEqual(yield* keysFor({ search: "TITLE" }), ["b.title"])
      assert.deepStrictEqual(yield* keysFor({ search: "%" }), ["a.100%"])
      assert.deepStrictEqual(yield* keysFor({ search: "_" }), [])
      assert.deepStrictEqual(yield* keysFor({ search: "\u0000" }), [])
      assert.deepStrictEqual(yield* keysFor({ sort: [{ property: "keyName", direction: "desc" }], size: 2, page: 1 }), [
        "b.title",
        "a.100%"
      ])
      assert.deepStrictEqual(yield* keysFor({ onlyConflicts: true }), [])
      assert.deepStrictEqual(yield* keysFor({ onlyUnresolved: true }), [])
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${list}?sort=secret`), error(400, "unknown_sort_property"))
      assert.deepStrictEqual(
        yield* send(asOwner, "GET", `${list}?onlyConflicts=perhaps`),
        error(400, "wrong_param_type", ["onlyConflicts"])
      )
    })
  )

  it.effect("pages the issues of a file by id and by type, forwards and backwards, without skipping one", () =>
    Effect.gen(function* () {
      const { asOwner, path, client, params } = yield* seedImportFixture()
      const [language] = languagesIn(yield* upload(asOwner, path, [jsonFile("en.json", flawedTexts(25))]))
      const importFileId = language?.importFileId ?? 0
      const all = yield* issuesOf(asOwner, params, importFileId)
      assert.lengthOf(all, 25)
      const byType = (first: number) => (left: ImportFileIssueModel, right: ImportFileIssueModel) =>
        first * left.type.localeCompare(right.type) || left.id - right.id
      const by = (property: "id" | "type", direction: "asc" | "desc" = "asc") => ({ property, direction })
      const orders: ReadonlyArray<
        readonly [ReadonlyArray<ReturnType<typeof by>>, ReadonlyArray<ImportFileIssueModel>]
      > = [
        [[], all],
        [[by("id")], all],
        [[by("id", "desc")], all.toReversed()],
        [[by("type")], all.toSorted(byType(1))],
        [[by("type", "desc")], all.toSorted(byType(-1))],
        [
          [by("type"), by("id", "desc")],
          all.toReversed().toSorted((left, right) => left.type.localeCompare(right.type))
        ]
      ]
      for (const [sort, expected] of orders) {
        const pages = yield* Effect.forEach([0, 1, 2, 3], (number) =>
          Effect.map(
            client.import.listFileIssues({
              params: { ...params, importFileId },
              query: { size: 10, page: number, sort }
            }),
            ({ page, _embedded }) => {
              assert.deepStrictEqual(page, { size: 10, totalElements: 25, totalPages: 3, number })
              return _embedded.importFileIssues
            }
          )
        )
        assert.deepStrictEqual(
          pages.map((page) => page.length),
          [10, 10, 5, 0]
        )
        assert.deepStrictEqual(pages.flat(), expected)
      }
    })
  )

  it.effect("refuses pages and orders that do not exist", () =>
    Effect.gen(function* () {
      const { asOwner, path, client, params } = yield* seedImportFixture()
      const [language] = languagesIn(yield* upload(asOwner, path, [jsonFile("en.json", { k: "v" })]))
      const list = `${path}/result/files/${language?.importFileId}/issues`
      const invalid = (field: string, message: string) => ({
        status: 400,
        body: { STANDARD_VALIDATION: { [field]: message } }
      })
      assert.deepStrictEqual(
        yield* send(asOwner, "GET", `${list}?size=0`),
        invalid("size", "must be greater than or equal to 1")
      )
      assert.strictEqual((yield* send(asOwner, "GET", `${list}?page=-1`)).status, 400)
      assert.strictEqual((yield* send(asOwner, "GET", `${list}?page=x`)).status, 400)
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${list}?sort=message`), error(400, "unknown_sort_property"))
      const large = yield* client.import.listFileIssues({
        params: { ...params, importFileId: language?.importFileId ?? 0 },
        query: { size: 100000 }
      })
      assert.deepStrictEqual(large.page, { size: 2000, totalElements: 0, totalPages: 0, number: 0 })
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result/files/999999/issues`), notFound)
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result/files/9007199254740993/issues`), notFound)
      assert.deepStrictEqual(
        yield* send(asOwner, "GET", `${path}/result/files/x/issues`),
        error(400, "wrong_param_type", ["importFileId"])
      )
    })
  )

  it.effect("loses a deleted language and the keys that only it had; the last one takes the import with it", () =>
    Effect.gen(function* () {
      const { asOwner, path, client, params, project } = yield* seedImportFixture()
      const xliff = (id: string, target: string) => `<trans-unit id="${id}"><source>s</source>${target}</trans-unit>`
      const content = `<xliff version="1.2"><file original="f" source-language="en" target-language="cs"><body>${
        xliff("both", "<target>t</target>") + xliff("source", "")
      }</body></file></xliff>`
      const [en, cs] = languagesIn(yield* upload(asOwner, path, [{ name: "f.xlf", content }]))
      assert(en !== undefined && cs !== undefined)
      yield* client.import.deleteLanguage({ params: { ...params, languageId: en.id } })
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", `${path}/result/languages/${en.id}`), notFound)
      const left = yield* client.import.getResult({ params, query: {} })
      assert.deepStrictEqual(
        left._embedded.languages.map(({ id }) => id),
        [cs.id]
      )
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT name FROM import_key WHERE import_file_id = ${cs.importFileId}`, [
        { name: "both" }
      ])
      yield* client.import.deleteLanguage({ params: { ...params, languageId: cs.id } })
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result`), notFound)
      assert.deepStrictEqual(
        yield* sql`SELECT id FROM import WHERE project_id = ${project.id} AND deleted_at IS NULL`,
        []
      )
    })
  )

  it.effect("gives the keys of a deleted language to the next one that has them", () =>
    Effect.gen(function* () {
      const { asOwner, path, client, params } = yield* seedImportFixture()
      const response = yield* upload(asOwner, path, [
        jsonFile("a/en.json", { k: "first", own: "o" }),
        jsonFile("b/en.json", { e: "", k: "second", l: "" }),
        jsonFile("c/en.json", { k: "third", own: "third", l: "" })
      ])
      const [first, second, third] = languagesIn(response)
      assert(first !== undefined && second !== undefined && third !== undefined)
      assert.deepStrictEqual([second.totalCount, third.totalCount], [2, 0])
      yield* client.import.deleteLanguage({ params: { ...params, languageId: first.id } })
      const left = yield* client.import.getResult({ params, query: {} })
      assert.deepStrictEqual(
        left._embedded.languages.map(({ id, totalCount, importFileIssueCount }) => [
          id,
          totalCount,
          importFileIssueCount
        ]),
        [
          [second.id, 3, 2],
          [third.id, 1, 3]
        ]
      )
      const sql = yield* SqlClient.SqlClient
      const keys = yield* sql<{ id: number; name: string }>`
        SELECT id, name FROM import_key WHERE import_file_id = ${second.importFileId}`
      const keyId = (name: string) => String(keys.find((key) => key.name === name)?.id)
      const [empty, ...others] = (yield* issuesOf(asOwner, params, third.importFileId)).toSorted((left, right) =>
        right.type.localeCompare(left.type)
      )
      assert.strictEqual(empty?.type, "VALUE_IS_EMPTY")
      assert.deepStrictEqual(
        others.map(({ params }) => params.map(({ value }) => value)),
        ["k", "l"].map((name) => [keyId(name), String(second.id), name, "en"])
      )
      // Positions stay dense: every page is full.
      const page = yield* client.import.listFileIssues({
        params: { ...params, importFileId: second.importFileId },
        query: { size: 1, page: 1 }
      })
      assert.lengthOf(page._embedded.importFileIssues, 1)
    })
  )

  it.effect("is gone when the import is cancelled, and its rows are erased", () =>
    Effect.gen(function* () {
      const { asOwner, path, project } = yield* seedImportFixture()
      const [language] = languagesIn(yield* upload(asOwner, path, [jsonFile("en.json", { k: "" })]))
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", path), { status: 200, body: "" })
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", path), notFound)
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result`), notFound)
      assert.deepStrictEqual(
        yield* send(asOwner, "GET", `${path}/result/files/${language?.importFileId}/issues`),
        notFound
      )
      // The next upload begins a new import; erasing goes before it, through the same thread.
      const [next] = languagesIn(yield* upload(asOwner, path, [jsonFile("en.json", { k: "v" })]))
      assert.notStrictEqual(next?.id, language?.id)
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT id FROM import WHERE project_id = ${project.id}`, 1)
      assert.deepStrictEqual(
        yield* sql`SELECT id FROM import_file_issue WHERE import_file_id = ${language?.importFileId ?? 0}`,
        []
      )
    })
  )

  it.effect("lives for two hours from the first upload on; then the next upload begins a new import", () =>
    Effect.gen(function* () {
      const { asOwner, path, project } = yield* seedImportFixture()
      const [language] = languagesIn(yield* upload(asOwner, path, [jsonFile("en.json", { k: "v" })]))
      yield* ageImports(project.id, 1.9 * hours)
      assert.strictEqual((yield* send(asOwner, "GET", `${path}/result`)).status, 200)
      const added = languagesIn(yield* upload(asOwner, path, [jsonFile("cs.json", { k: "v" })]))
      assert.lengthOf(added, 2)
      yield* ageImports(project.id, 0.2 * hours)
      const fresh = languagesIn(yield* upload(asOwner, path, [jsonFile("en.json", { k: "v" })]))
      assert.lengthOf(fresh, 1)
      assert.notStrictEqual(fresh[0]?.id, language?.id)
      yield* ageImports(project.id, 2.1 * hours)
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result`), notFound)
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", path), notFound)
    })
  )

  it.effect("forgets the pairing with a project language that is deleted", () =>
    Effect.gen(function* () {
      const { asOwner, path, client, params, project } = yield* seedImportFixture()
      const [language] = languagesIn(yield* upload(asOwner, path, [jsonFile("cs.json", { k: "v" })]))
      yield* client.language.delete({ params: { ...params, languageId: project.languages["cs"] ?? 0 } })
      const unpaired = yield* client.import.getLanguage({ params: { ...params, languageId: language?.id ?? 0 } })
      assert.deepInclude(unpaired, { existingLanguageId: null, existingLanguageTag: null })
      assert.deepStrictEqual([...(yield* textsOf(asOwner, params, language?.id ?? 0))], [["k", "v"]])
    })
  )

  it.effect("of one user stays as it is when another user uploads", () =>
    Effect.gen(function* () {
      const { asOwner, path, params, project } = yield* seedImportFixture()
      const member = yield* seed.user({ username: "result other member" })
      yield* seed.directPermission({ project: project.id, user: member, permission: "VIEW" })
      const asMember = yield* seed.accessToken(member)
      const [mine] = languagesIn(yield* upload(asOwner, path, [jsonFile("en.json", { k: "mine" })]))
      const theirs = uploaded(yield* upload(asMember, path, [jsonFile("en.json", { k: "theirs" })]))
      assert.strictEqual(theirs.result?._embedded.languages[0]?.totalCount, 1)
      assert.deepStrictEqual([...(yield* textsOf(asOwner, params, mine?.id ?? 0))], [["k", "mine"]])
      yield* send(asMember, "DELETE", path)
      assert.strictEqual((yield* send(asOwner, "GET", `${path}/result`)).status, 200)
    })
  )
})
