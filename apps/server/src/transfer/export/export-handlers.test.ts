import { readdirSync } from "node:fs"
import { connect } from "node:net"
import { unpackArchive } from "@dragoman/formats"
import { Database } from "@dragoman/store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { credentialHeaders, error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { exportFolder } from "./export-thread.ts"

let fixtures = 0

interface SeedTexts {
  readonly key: string
  readonly namespace?: string
  readonly tags?: ReadonlyArray<string>
  readonly en?: string
  readonly de?: string
  readonly "en-XA"?: string
}

/** A project with en (base) and de, or other languages, these keys, its owner, and a member with the permission given. */
const seedFixture = Effect.fnUntraced(function* (
  keys: ReadonlyArray<SeedTexts>,
  options: {
    readonly name?: string
    readonly languages?: ReadonlyArray<string>
    readonly permission?: (languages: Readonly<Record<string, number>>) => SeedPermission
  } = {}
) {
  const user = `export${++fixtures}`
  const owner = yield* seed.user({ username: `${user} owner` })
  const member = yield* seed.user({ username: `${user} member` })
  const organization = yield* seed.organization({ name: user, owner, basePermission: "NONE" })
  const name = options.name ?? `Export ${fixtures}`
  const languages = options.languages ?? ["en", "de"]
  const project = yield* seed.project({ organization: organization.id, name, languages })
  yield* seed.useNamespaces(project.id)
  const permission = options.permission?.(project.languages) ?? "VIEW"
  yield* seed.directPermission({ project: project.id, user: member, permission })
  const namespaces = new Map<string, number>()
  const tagIds = new Map<string, number>()
  for (const { key, namespace, tags = [], ...texts } of keys) {
    if (namespace !== undefined && !namespaces.has(namespace)) {
      namespaces.set(namespace, yield* seed.namespace({ project: project.id, name: namespace }))
    }
    const id = namespaces.get(namespace ?? "")
    const keyId = yield* seed.key({ project: project.id, name: key, ...(id === undefined ? {} : { namespace: id }) })
    for (const tag of tags) yield* seedTag(project.id, keyId, tag, tagIds)
    for (const [tag, text] of Object.entries(texts)) {
      yield* seed.translation({ key: keyId, language: project.languages[tag] ?? 0, text })
    }
  }
  const credential = yield* seed.accessToken(owner)
  return {
    project,
    owner,
    name,
    path: `/v2/projects/${project.id}/export`,
    credential,
    memberCredential: yield* seed.accessToken(member),
    client: yield* clientOf(credential)
  }
})

const all: ReadonlyArray<string> = ["title en", "title de", "cart.empty en", "cart.pay en", "cart.pay de"]

const seedTag = Effect.fnUntraced(function* (project: number, key: number, name: string, ids: Map<string, number>) {
  const known = ids.get(name)
  if (known === undefined) {
    ids.set(name, yield* seed.tag({ project, key, name }))
    return
  }
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* Effect.orDie(
    database.transaction(sql`INSERT INTO key_tag ${sql.insert({ key_id: key, tag_id: known, project_id: project })}`)
  )
})

/** One request for an export; with a body it is a POST. */
const ask = Effect.fnUntraced(function* (
  credential: TestCredential,
  path: string,
  options: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {}
) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: options.body === undefined ? "GET" : "POST",
      headers: {
        ...credentialHeaders(credential),
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) })
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  })
})

/** The files of an archive, JSON parsed. */
const filesIn = (bytes: Uint8Array): Readonly<Record<string, unknown>> => {
  const archive = unpackArchive(bytes, { uncompressedBytesMax: 1_000_000 })
  if (archive.kind !== "unpacked") throw new Error("no archive")
  return Object.fromEntries(
    archive.files.map(({ path, bytes: content }) => {
      const text = new TextDecoder().decode(content)
      return [path, path.endsWith(".json") ? JSON.parse(text) : text]
    })
  )
}

const shop: ReadonlyArray<SeedTexts> = [
  { key: "title", en: "Shop", de: "Laden", tags: ["web", "draft-1"] },
  { key: "cart.empty", en: "Empty", tags: ["web"] },
  {
    key: "cart.pay",
    namespace: "checkout",
    en: "Pay {amount, number}",
    de: "Zahlen {amount, number}",
    tags: ["draft-2"]
  },
  { key: "unused" }
]

const shopFiles = {
  "checkout/de.json": { cart: { pay: "Zahlen {amount, number}" } },
  "checkout/en.json": { cart: { pay: "Pay {amount, number}" } },
  "de.json": { title: "Laden" },
  "en.json": { title: "Shop", cart: { empty: "Empty" } }
}

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("export", (it) => {
  it.effect("is an archive with a file for each language and namespace that has texts", () =>
    Effect.gen(function* () {
      const { credential, path, name } = yield* seedFixture(shop)
      const { status, headers, bytes } = yield* ask(credential, path)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(filesIn(bytes), shopFiles)
      assert.strictEqual(headers.get("content-type"), "application/zip")
      assert.strictEqual(headers.get("content-length"), String(bytes.byteLength))
      assert.strictEqual(headers.get("content-disposition"), `attachment; filename="${name}.zip"`)
      assert.include(headers.get("access-control-expose-headers") ?? "", "Content-Disposition")
      assert.include(headers.get("access-control-expose-headers") ?? "", "X-Dragoman-Notices")
      assert.strictEqual(headers.get("x-dragoman-notices"), "0")
      const posted = yield* ask(credential, path, { body: {} })
      assert.deepStrictEqual(Buffer.compare(posted.bytes, bytes), 0, "the same files are the same bytes")
    })
  )

  it.effect("without zip a single file comes as it is, several still come as an archive", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture(shop)
      const single = yield* ask(credential, `${path}?zip=false&languages=en&filterNamespace=checkout`)
      assert.strictEqual(single.text, '{\n  "cart": {\n    "pay": "Pay {amount, number}"\n  }\n}')
      assert.strictEqual(single.headers.get("content-type"), "application/json")
      assert.strictEqual(single.headers.get("content-disposition"), 'attachment; filename="checkout/en.json"')
      const several = yield* ask(credential, path, { body: { zip: false, languages: ["en"] } })
      assert.strictEqual(several.headers.get("content-type"), "application/zip")
      assert.sameMembers(Object.keys(filesIn(several.bytes)), ["en.json", "checkout/en.json"])
    })
  )

  it.effect(
    "exports pseudo-locales of the base language when they are named, in formats of one language and of several",
    () =>
      Effect.gen(function* () {
        const { project, credential, path, memberCredential } = yield* seedFixture(
          [{ key: "greeting", en: "Hi {name}", de: "Hallo {name}" }],
          { permission: ({ de = 0 }) => ({ type: "VIEW", viewLanguageIds: [de] }) }
        )
        const textIn = (languages: string) =>
          Effect.map(ask(credential, `${path}?zip=false&languages=${languages}`), ({ text }) => JSON.parse(text))
        assert.deepStrictEqual(yield* textIn("en-XA"), { greeting: "[Ĥî {name} one]" })
        assert.deepStrictEqual(yield* textIn("ar-XB"), { greeting: "\u200F\u202EHi\u202C\u200F {name}" })
        assert.sameMembers(Object.keys(filesIn((yield* ask(credential, path)).bytes)), ["en.json", "de.json"])
        const table = yield* ask(credential, `${path}?zip=false&format=CSV&languages=en,en-XA`)
        assert.include(table.text, '"Hi {name}","[Ĥî {name} one]"')
        const map = `/v2/projects/${project.id}/translations`
        assert.deepStrictEqual((yield* send(credential, "GET", `${map}/de,en-XA`)).body, {
          de: { greeting: "Hallo {name}" },
          "en-XA": { greeting: "[Ĥî {name} one]" }
        })

        const denied = yield* ask(memberCredential, `${path}?languages=en-XA`)
        assert.strictEqual(denied.status, 403)
        assert.deepStrictEqual((yield* send(memberCredential, "GET", `${map}/en-XA`)).body, {})

        const own = yield* seedFixture([{ key: "greeting", en: "Hi", "en-XA": "ours" }], { languages: ["en", "en-XA"] })
        const { text } = yield* ask(own.credential, `${own.path}?zip=false&languages=en-XA`)
        assert.deepStrictEqual(JSON.parse(text), { greeting: "ours" })
        const ofSdk = yield* send(own.credential, "GET", `/v2/projects/${own.project.id}/translations/en-XA`)
        assert.deepStrictEqual(ofSdk.body, { "en-XA": { greeting: "ours" } })
      })
  )

  it.effect.each<[string, string, object, ReadonlyArray<string>]>([
    ["languages, unknown ones ignored", "languages=de,xx", { languages: ["de", "xx"] }, ["title de", "cart.pay de"]],
    ["an empty list is none", "", { languages: [], filterNamespace: [], filterTagIn: [] }, all],
    [
      "the default namespace",
      "filterNamespace=&languages=en",
      { filterNamespace: [""], languages: ["en"] },
      ["title en", "cart.empty en"]
    ],
    ["two namespaces", "filterNamespace=&filterNamespace=checkout", { filterNamespace: ["", "checkout"] }, all],
    ["a tag", "filterTag=web", { filterTag: "web" }, ["title en", "title de", "cart.empty en"]],
    [
      "any of several tags",
      "filterTagIn=nothing,web",
      { filterTagIn: ["nothing", "web"] },
      ["title en", "title de", "cart.empty en"]
    ],
    [
      "a pattern of tags",
      "filterTagIn=draft-*",
      { filterTagIn: ["draft-*"] },
      ["title en", "title de", "cart.pay en", "cart.pay de"]
    ],
    [
      "none of the tags",
      "filterTagNotIn=*-2&filterTagNotIn=nothing",
      { filterTagNotIn: ["*-2", "nothing"] },
      ["title en", "title de", "cart.empty en"]
    ],
    ["a prefix", "filterKeyPrefix=cart.e", { filterKeyPrefix: "cart.e" }, ["cart.empty en"]],
    [
      "untranslated ones",
      "filterState=UNTRANSLATED",
      { filterState: ["UNTRANSLATED"] },
      ["cart.empty de", "unused en", "unused de"]
    ],
    [
      "two states",
      "filterState=UNTRANSLATED,TRANSLATED",
      { filterState: ["UNTRANSLATED", "TRANSLATED"] },
      [...all, "cart.empty de", "unused en", "unused de"]
    ]
  ])("filters: %s", ([, query, body, expected]) =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture(shop)
      const flat = { structureDelimiter: "" }
      for (const answer of [
        yield* ask(credential, `${path}?structureDelimiter=&${query}`),
        yield* ask(credential, path, { body: { ...flat, ...body } })
      ]) {
        const found = Object.entries(filesIn(answer.bytes)).flatMap(([file, texts]) =>
          Object.keys(texts as object).map((key) => `${key} ${/(\w+)\.json$/.exec(file)?.[1]}`)
        )
        assert.sameMembers(found, [...expected])
      }
    })
  )

  it.effect("filters by ids of keys; without a filter of states everything is exported", () =>
    Effect.gen(function* () {
      const { credential, path, project } = yield* seedFixture(shop)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* Effect.orDie(
        sql<{ id: number; name: string }>`SELECT id, name FROM translation_key WHERE project_id = ${project.id}`
      )
      const [title = 0, unused = 0] = ["title", "unused"].map((name) => rows.find((row) => row.name === name)?.id ?? 0)
      const byId = { languages: ["en"], filterState: null, filterKeyId: [title, unused] }
      const { bytes } = yield* ask(credential, path, { body: byId })
      assert.deepStrictEqual(filesIn(bytes), { "en.json": { title: "Shop", unused: null } })
      const except = yield* ask(credential, `${path}?languages=de&filterKeyIdNot=${title},${unused}`)
      assert.deepStrictEqual(Object.keys(filesIn(except.bytes)), ["checkout/de.json"])
    })
  )

  it.effect("the format decides about names, structure and placeholders", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture(shop)
      const only = { languages: ["de"], filterNamespace: ["checkout"], zip: false }
      const php = yield* ask(credential, path, {
        body: { ...only, messageFormat: "PHP_SPRINTF", structureDelimiter: "/" }
      })
      assert.deepStrictEqual(JSON.parse(php.text), { "cart.pay": "Zahlen %d" })
      const po = yield* ask(credential, path, { body: { ...only, format: "PO" } })
      assert.include(po.text, 'msgid "cart.pay"\nmsgstr "Zahlen {amount, number}"')
      assert.strictEqual(po.headers.get("content-type"), "text/x-gettext-translation")
      const named = yield* ask(credential, path, {
        body: { ...only, format: "XLIFF", fileStructureTemplate: "i18n/../{snakeLanguageTag}/{namespace}.{extension}" }
      })
      assert.strictEqual(named.headers.get("content-disposition"), 'attachment; filename="de/checkout.xliff"')
      assert.include(named.text, '<source xml:space="preserve">Pay {amount, number}</source>')
    })
  )

  it.effect("an item of a list that has no text keeps its place, or the list is left out", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture([
        { key: "w[0]", en: "Mon", de: "Mo" },
        { key: "w[1]", en: "Tue" },
        { key: "w[2]", en: "Wed", de: "Mi" },
        { key: "steps[0].t", en: "One" },
        { key: "steps[1].t", en: "Two", de: "Zwei" },
        { key: "untranslated[0]", en: "None" }
      ])
      const german = `${path}?languages=de&zip=false&supportArrays=true`
      for (const format of ["JSON", "JSON_I18NEXT"]) {
        const { text } = yield* ask(credential, `${german}&format=${format}`)
        assert.deepStrictEqual(JSON.parse(text), { steps: [{ t: null }, { t: "Zwei" }], w: ["Mo", null, "Mi"] }, format)
      }
      const laravel = yield* ask(credential, `${german}&format=PHP_LARAVEL`)
      assert.include(laravel.text, "'Mo',\n        null,\n        'Mi',")
      const ruby = yield* ask(credential, `${german}&format=YAML_RUBY`)
      assert.strictEqual(ruby.text, "de: {}\n")
      assert.strictEqual(ruby.headers.get("x-dragoman-notices"), "3")
      const android = yield* ask(credential, `${german}&format=ANDROID_XML`)
      assert.notInclude(android.text, "string-array")
      const english = yield* ask(credential, `${path}?languages=en&zip=false&format=ANDROID_XML`)
      assert.include(english.text, "<item>Mon</item>\n        <item>Tue</item>\n        <item>Wed</item>")
      const flat = yield* ask(credential, `${path}?languages=de&zip=false`)
      assert.deepStrictEqual(JSON.parse(flat.text), { "steps[1]": { t: "Zwei" }, "w[0]": "Mo", "w[2]": "Mi" })
    })
  )

  it.effect("a format with several languages in one file has a file for each namespace", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture(shop)
      const { bytes } = yield* ask(credential, `${path}?format=CSV`)
      const files = {
        "all.csv": '"key","de","en"\n"cart.empty","","Empty"\n"title","Laden","Shop"\n',
        "checkout/all.csv": '"key","de","en"\n"cart.pay","Zahlen {amount, number}","Pay {amount, number}"\n'
      }
      assert.deepStrictEqual(filesIn(bytes), files)
      const several = yield* ask(credential, `${path}?format=CSV&zip=false`)
      assert.strictEqual(several.headers.get("content-type"), "application/zip")
      assert.deepStrictEqual(filesIn(several.bytes), files)
      const single = yield* ask(credential, path, {
        body: {
          format: "CSV",
          zip: false,
          languages: ["de"],
          filterNamespace: [""],
          fileStructureTemplate: "texts.csv"
        }
      })
      assert.strictEqual(single.headers.get("content-disposition"), 'attachment; filename="texts.csv"')
      assert.strictEqual(single.headers.get("content-type"), "text/csv")
      assert.strictEqual(single.text, '"key","de"\n"title","Laden"\n')
      assert.strictEqual(single.headers.get("content-length"), String(single.bytes.byteLength))
      const untranslated = yield* ask(credential, `${path}?format=CSV&zip=false&filterState=UNTRANSLATED`)
      assert.strictEqual(untranslated.text, '"key","de","en"\n"cart.empty","",""\n"unused","",""\n')
      assert.deepStrictEqual(
        yield* send(credential, "GET", `${path}?format=CSV&fileStructureTemplate=all.csv`),
        error(400, "missing_placeholder_in_template", ["NAMESPACE"])
      )
      assert.deepStrictEqual(
        yield* send(credential, "GET", `${path}?format=CSV&languages=xx`),
        error(400, "no_exported_result")
      )
    })
  )

  it.effect("a file with several languages is written in batches, in the order of its keys", () =>
    Effect.gen(function* () {
      const { client, project, path, credential } = yield* seedFixture([])
      const keys = Array.from({ length: 2_501 }, (_, index) => `key${String(index).padStart(5, "0")}`)
      yield* client.singleStepImport.importKeys({
        params: { projectId: project.id },
        query: {},
        payload: { keys: keys.map((name) => ({ name, translations: { en: `${name} en`, de: `${name} {d, date}` } })) }
      })
      const query = `format=CSV&messageFormat=PHP_SPRINTF&zip=false`
      const { text, headers } = yield* ask(credential, `${path}?${query}`)
      assert.strictEqual(headers.get("x-dragoman-notices"), String(keys.length))
      const rows = keys.map((name) => `"${name}","${name} {d, date}","${name} en"\n`)
      assert.strictEqual(text, `"key","de","en"\n${rows.join("")}`)
      const { body } = yield* send(credential, "GET", `${path}/notices?${query}&size=1`)
      const { _embedded } = body as { _embedded: { exportNotices: ReadonlyArray<Record<string, unknown>> } }
      assert.deepInclude(_embedded.exportNotices[0] ?? {}, { languageTag: "de", namespace: null, keyName: keys[0] })
    })
  )

  it.effect("a language may have several files", () =>
    Effect.gen(function* () {
      const { credential, client, project, path } = yield* seedFixture([{ key: "a", en: "A", de: "Ä" }])
      const translations = { en: "{0, plural, one {# ship} other {# ships}}" }
      yield* client.translation.createOrSet({ params: { projectId: project.id }, payload: { key: "b", translations } })
      const { bytes } = yield* ask(credential, `${path}?format=APPLE_STRINGS_STRINGSDICT`)
      const files = filesIn(bytes)
      assert.strictEqual(files["de.lproj/Localizable.strings"], '"a" = "Ä";\n')
      assert.sameMembers(Object.keys(files), [
        "de.lproj/Localizable.strings",
        "en.lproj/Localizable.strings",
        "en.lproj/Localizable.stringsdict"
      ])
    })
  )

  it.effect("the files for the SDK of Android have a manifest that names their languages", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture(shop)
      const { bytes } = yield* ask(credential, `${path}?format=ANDROID_SDK`)
      const files = filesIn(bytes)
      assert.deepStrictEqual(files["manifest.json"], { locales: ["de", "en"] })
      assert.lengthOf(Object.keys(files), 5)
      const single = yield* ask(credential, `${path}?format=ANDROID_SDK&zip=false&languages=de&filterNamespace=`)
      assert.deepStrictEqual(filesIn(single.bytes), {
        "de.json": { title: "Laden" },
        "manifest.json": { locales: ["de"] }
      })
    })
  )

  it.effect("files whose paths would be the same get different ones", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture([
        { key: "a", namespace: "x/y", en: "1" },
        { key: "a", namespace: "x//y", en: "2" }
      ])
      const { bytes } = yield* ask(credential, path)
      assert.deepStrictEqual(filesIn(bytes), { "x/y/en.json": { a: "2" }, "x/y/en_2.json": { a: "1" } })
    })
  )

  it.effect("so do files that would be one where cases and forms of accents are the same", () =>
    Effect.gen(function* () {
      const names = ["Shop", "shop", "caf\u00e9", "cafe\u0301", "stra\u00dfe", "STRASSE", "a_2"]
      const { credential, path } = yield* seedFixture(
        names.map((namespace) => ({ key: "a", namespace, en: namespace }))
      )
      const files = filesIn((yield* ask(credential, path)).bytes)
      const folded = Object.keys(files).map((file) => file.normalize("NFC").toUpperCase())
      assert.strictEqual(new Set(folded).size, names.length)
      assert.sameMembers(
        Object.values(files).map((file) => (file as { a: string }).a),
        names
      )
    })
  )

  it.effect.each<[string, string, string | null]>([
    ["Übersetzungen „1“", "_bersetzungen _1_.zip", "%C3%9Cbersetzungen%20%E2%80%9E1%E2%80%9C.zip"],
    ['a"b\\c', 'a\\"b\\\\c.zip', null],
    ["100%", "100%.zip", "100%25.zip"]
  ])("a project called %s names the archive", ([name, plain, extended]) =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture([{ key: "a", en: "A" }], { name })
      const { headers } = yield* ask(credential, path)
      assert.strictEqual(
        headers.get("content-disposition"),
        `attachment; filename="${plain}"${extended === null ? "" : `; filename*=UTF-8''${extended}`}`
      )
    })
  )

  it.effect("formats are listed without authentication, in Tolgee's order", () =>
    Effect.gen(function* () {
      const { status, body } = yield* send(null, "GET", "/v2/public/export-info/formats")
      assert.strictEqual(status, 200)
      const { _embedded } = body as { _embedded: { exportFormats: ReadonlyArray<Record<string, string>> } }
      assert.deepStrictEqual(_embedded.exportFormats[0], {
        format: "JSON",
        extension: "json",
        mediaType: "application/json",
        defaultFileStructureTemplate: "{namespace}/{languageTag}.{extension}"
      })
      assert.deepStrictEqual(
        _embedded.exportFormats.map(({ format }) => format),
        [
          ...["JSON", "JSON_TOLGEE", "XLIFF", "PO", "APPLE_STRINGS_STRINGSDICT", "APPLE_XLIFF"],
          ...["ANDROID_XML", "COMPOSE_XML"],
          ...["FLUTTER_ARB", "PROPERTIES", "YAML_RUBY", "YAML", "JSON_I18NEXT", "CSV", "RESX_ICU"],
          ...["XLSX", "APPLE_XCSTRINGS", "ANDROID_SDK", "APPLE_SDK", "XLIFF_2", "QT_TS", "FLUENT", "TMX"],
          ...["PHP_LARAVEL", "PHP_ARRAY", "JSON_WEBEXTENSION"]
        ]
      )
    })
  )

  describe("is refused", () => {
    const oneOf = (field: string) => (message: string) => {
      assert.include(message, field)
    }
    it.effect("when nothing matches", () =>
      Effect.gen(function* () {
        const { credential, path } = yield* seedFixture(shop)
        const nothing = error(400, "no_exported_result")
        for (const query of [
          "languages=xx",
          "filterKeyPrefix=nothing",
          "filterKeyPrefix=%25",
          "filterKeyPrefix=%00",
          "filterNamespace=nothing",
          "filterTag=nothing",
          "filterTag=",
          "filterKeyId=0",
          "filterState=REVIEWED"
        ]) {
          assert.deepStrictEqual(yield* send(credential, "GET", `${path}?${query}`), nothing, query)
        }
        const empty = yield* seedFixture([])
        assert.deepStrictEqual(yield* send(empty.credential, "POST", empty.path, {}), nothing)
      })
    )

    it.effect("when files of different languages or namespaces would have one path", () =>
      Effect.gen(function* () {
        const { credential, path } = yield* seedFixture(shop)
        const withTemplate = (template: string, query = "") =>
          send(credential, "GET", `${path}?fileStructureTemplate=${encodeURIComponent(template)}&${query}`)
        const missing = (...names: ReadonlyArray<string>) => error(400, "missing_placeholder_in_template", names)
        assert.deepStrictEqual(
          yield* withTemplate("{namespace}.{extension}"),
          missing("LANGUAGE_TAG", "ANDROID_LANGUAGE_TAG", "SNAKE_LANGUAGE_TAG")
        )
        assert.deepStrictEqual(yield* withTemplate("{languageTag}.json"), missing("NAMESPACE"))
        assert.strictEqual((yield* withTemplate("{languageTag}.json", "filterNamespace=checkout")).status, 200)
      })
    )

    it.effect("for templates that no path can be made of", () =>
      Effect.gen(function* () {
        const { credential, path } = yield* seedFixture(shop)
        const template = `${"a".repeat(479)}/{languageTag}.{extension}`
        const tooLong = { STANDARD_VALIDATION: { fileStructureTemplate: "size must be between 0 and 500" } }
        const only = { filterNamespace: ["checkout"], languages: ["en"] }
        for (const zip of [true, false]) {
          const body = { ...only, zip, fileStructureTemplate: `aaaaa${template}` }
          assert.deepStrictEqual(yield* send(credential, "POST", path, body), { status: 400, body: tooLong })
          const most = yield* ask(credential, path, {
            body: { ...only, zip, fileStructureTemplate: template.slice(5) }
          })
          assert.strictEqual(most.status, 200)
        }
        const deep = `${"{namespace}/".repeat(40)}{languageTag}`
        const single = { ...only, zip: false, fileStructureTemplate: deep }
        assert.strictEqual((yield* ask(credential, path, { body: single })).status, 200)
      })
    )

    it.effect("when a form of a plural would have the name of another key", () =>
      Effect.gen(function* () {
        const { client, project, path, credential } = yield* seedFixture([])
        const params = { projectId: project.id }
        const dogs = "{count, plural, one {# dog} other {# dogs}}"
        yield* client.translation.createOrSet({ params, payload: { key: "dogs", translations: { de: dogs } } })
        yield* client.translation.createOrSet({ params, payload: { key: "dogs_one", translations: { de: "x" } } })
        assert.deepStrictEqual(
          yield* send(credential, "POST", path, { format: "JSON_I18NEXT" }),
          error(400, "export_key_plural_suffix_collision", ["dogs", "dogs_one", "_one"])
        )
      })
    )

    it.effect("when a name is none of the list: in a query and in a body", () =>
      Effect.gen(function* () {
        const { credential, path } = yield* seedFixture(shop)
        for (const [field, value] of [
          ["format", "ANDROID"],
          ["format", "json"],
          ["messageFormat", "icu"],
          ["filterState", "DONE"]
        ] as const) {
          const inQuery = yield* send(credential, "GET", `${path}?${field}=${value}`)
          assert.strictEqual(inQuery.status, 400)
          const { STANDARD_VALIDATION } = inQuery.body as { STANDARD_VALIDATION: Record<string, string> }
          assert.match(Object.values(STANDARD_VALIDATION)[0] ?? "", /^must be one of /)
          oneOf(field)(Object.keys(STANDARD_VALIDATION)[0] ?? "")
          const inBody = yield* send(credential, "POST", path, { [field]: field === "filterState" ? [value] : value })
          const { code, params } = inBody.body as { code: string; params: ReadonlyArray<string> }
          assert.deepStrictEqual([inBody.status, code], [400, "request_parse_error"])
          assert.match(params[0] ?? "", new RegExp(`^${field}(\\[0\\])?: Expected "`))
        }
        const delimiter = {
          status: 400,
          body: { STANDARD_VALIDATION: { structureDelimiter: "must be one character" } }
        }
        assert.deepStrictEqual(yield* send(credential, "POST", path, { structureDelimiter: "::" }), delimiter)
        const stars = Array.from({ length: 101 }, (_, index) => `${index}*`)
        assert.strictEqual((yield* send(credential, "POST", path, { filterTagIn: stars })).status, 400)
        assert.deepStrictEqual(
          yield* send(credential, "GET", `${path}?zip=maybe`),
          error(400, "wrong_param_type", ["zip"])
        )
      })
    )

    it.effect("from a branch", () =>
      Effect.gen(function* () {
        const { credential, path } = yield* seedFixture(shop)
        const noBranches = error(400, "feature_not_enabled_for_project", ["BRANCHING"])
        assert.deepStrictEqual(yield* send(credential, "GET", `${path}?filterBranch=x`), noBranches)
        assert.deepStrictEqual(yield* send(credential, "GET", `${path}/notices?filterBranch=x`), noBranches)
        assert.strictEqual((yield* send(credential, "POST", path, { filterBranch: "" })).status, 200)
      })
    )
  })

  describe("shows no more than its caller may view", () => {
    const germanOnly = (languages: Readonly<Record<string, number>>): SeedPermission => ({
      type: "TRANSLATE",
      viewLanguageIds: [languages["de"] ?? 0],
      translateLanguageIds: [languages["de"] ?? 0]
    })

    it.effect("without languages all that are permitted are exported, a forbidden one is refused", () =>
      Effect.gen(function* () {
        const { memberCredential, path, project } = yield* seedFixture(shop, { permission: germanOnly })
        const { bytes } = yield* ask(memberCredential, path)
        assert.deepStrictEqual(Object.keys(filesIn(bytes)), ["checkout/de.json", "de.json"])
        const english = project.languages["en"] ?? 0
        for (const answer of [
          yield* send(memberCredential, "GET", `${path}?languages=de&languages=en`),
          yield* send(memberCredential, "POST", path, { languages: ["en", "de"] }),
          yield* send(memberCredential, "GET", `${path}/notices?languages=en`)
        ]) {
          assert.deepStrictEqual(answer, error(403, "language_not_permitted", [[english], ["en"]]))
        }
      })
    )

    it.effect("the base text stays hidden in formats that hold it", () =>
      Effect.gen(function* () {
        const { credential, memberCredential, path } = yield* seedFixture(shop, { permission: germanOnly })
        const query = `${path}?format=XLIFF&languages=de`
        const seen = Object.values(filesIn((yield* ask(credential, query)).bytes)).join("")
        assert.include(seen, ">Shop<")
        const hidden = Object.values(filesIn((yield* ask(memberCredential, query)).bytes)).join("")
        assert.include(hidden, ">Laden<")
        assert.notInclude(hidden, "Shop")
        assert.notInclude(hidden, "Pay")
      })
    )

    it.effect("a project API key exports its project without naming it", () =>
      Effect.gen(function* () {
        const { project, owner } = yield* seedFixture(shop)
        const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
        assert.deepStrictEqual(filesIn((yield* ask(key, "/v2/projects/export")).bytes), shopFiles)
        assert.deepStrictEqual(filesIn((yield* ask(key, "/v2/projects/export", { body: {} })).bytes), shopFiles)
        const keysOnly = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["keys.view"] })
        assert.deepStrictEqual(
          yield* send(keysOnly, "POST", "/v2/projects/export", {}),
          error(403, "operation_not_permitted", ["translations.view"])
        )
      })
    )

    it.effect("keys in the trash and other projects are not in it", () =>
      Effect.gen(function* () {
        const { credential, path, project } = yield* seedFixture([
          { key: "kept", en: "Kept" },
          { key: "gone", en: "Gone" }
        ])
        const sql = yield* SqlClient.SqlClient
        yield* Effect.orDie(
          sql.withTransaction(
            sql`UPDATE translation_key SET deleted_at = 1 WHERE project_id = ${project.id} AND name = 'gone'`
          )
        )
        yield* seedFixture([{ key: "foreign", en: "Foreign" }])
        assert.deepStrictEqual(filesIn((yield* ask(credential, path)).bytes), { "en.json": { kept: "Kept" } })
      })
    )
  })

  it.effect("is not sent to a client that has it, until something changes", () =>
    Effect.gen(function* () {
      const { client, credential, path, project } = yield* seedFixture(shop)
      const write = (text: string) =>
        client.translation.createOrSet({
          params: { projectId: project.id },
          payload: { key: "title", translations: { en: text } }
        })
      yield* write("First")
      for (const options of [{}, { body: { languages: ["en"] } }]) {
        const first = yield* ask(credential, path, options)
        const etag = first.headers.get("etag") ?? ""
        assert.match(etag, /^"[^"]+"$/)
        assert.strictEqual(first.headers.get("cache-control"), "max-age=0")
        for (const known of [etag, etag.slice(1, -1), `W/${etag}`, `"other", ${etag}`]) {
          const again = yield* ask(credential, path, { ...options, headers: { "if-none-match": known } })
          assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag])
        }
        // Within the second of a change no date is sent.
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        yield* database.transaction(sql`UPDATE activity_revision SET created_at = created_at - 10000`)
        const lastModified = (yield* ask(credential, path, options)).headers.get("last-modified") ?? ""
        const since = { "if-modified-since": lastModified }
        assert.strictEqual((yield* ask(credential, path, { ...options, headers: since })).status, 304)
        const wins = { ...since, "if-none-match": '"other"' }
        assert.strictEqual((yield* ask(credential, path, { ...options, headers: wins })).status, 200)
        const known = { headers: { "if-none-match": etag } }
        assert.strictEqual((yield* ask(credential, path, { body: { languages: ["de"] }, ...known })).status, 200)
        yield* write(`Changed ${etag}`)
        const changed = yield* ask(credential, path, { ...options, ...known })
        assert.strictEqual(changed.status, 200)
        assert.notStrictEqual(changed.headers.get("etag"), etag)
      }
    })
  )

  it.effect("counts the texts that the format cannot carry in a header, and lists them on a page of their own", () =>
    Effect.gen(function* () {
      const date = "Until {day, date, short}"
      const { client, credential, path, project } = yield* seedFixture([
        { key: "a", en: date },
        { key: "a", namespace: "shop", en: date, de: date },
        { key: "b", en: "Fine {0}" }
      ])
      const query = "messageFormat=PHP_SPRINTF"
      const { headers, bytes } = yield* ask(credential, `${path}?${query}`)
      assert.strictEqual(headers.get("x-dragoman-notices"), "3")
      assert.strictEqual((filesIn(bytes) as Record<string, Record<string, string>>)["en.json"]?.["a"], date)
      const params = { projectId: project.id }
      const page = yield* client.export.listNotices({
        params,
        query: { messageFormat: "PHP_SPRINTF", size: 2, page: 0 }
      })
      assert.deepStrictEqual(
        page._embedded.exportNotices.map(({ languageTag, namespace, keyName }) => [languageTag, namespace, keyName]),
        [
          ["de", "shop", "a"],
          ["en", null, "a"]
        ]
      )
      assert.deepStrictEqual(page.page, { size: 2, number: 0, totalElements: 3, totalPages: 2 })
      for (const { reason, message } of page._embedded.exportNotices) {
        assert.notStrictEqual(reason, "")
        assert.notStrictEqual(message, "")
      }
      const none = yield* client.export.listNotices({ params, query: {} })
      assert.deepStrictEqual(none._embedded.exportNotices, [])
    })
  )

  it.effect("ends when its client goes away, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { credential, path, project } = yield* seedFixture([])
      // More than all buffers on the way hold, quick to render.
      yield* seedLongTexts(project.id, project.languages["en"] ?? 0)
      const { baseUrl, dataDir } = yield* TestServer
      const filesOnDisk = Effect.sync(() => readdirSync(exportFolder(dataDir)))
      const url = new URL(`${baseUrl}${path}?zip=false`)
      const send = (untilFirstByte: boolean) =>
        Effect.promise(
          () =>
            new Promise<void>((resolve, reject) => {
              const socket = connect(Number(url.port), url.hostname)
              socket.once("error", reject)
              socket.write(
                `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: x\r\nAuthorization: ${credentialHeaders(credential)["authorization"]}\r\n\r\n`
              )
              const leave = () => {
                socket.destroy()
                resolve()
              }
              if (untilFirstByte) socket.once("data", leave)
              else socket.once("connect", () => setImmediate(leave))
            })
        )
      yield* send(true)
      yield* send(false)
      // Exports run one after the other: the answer to this one comes when the others have ended.
      const { status, bytes } = yield* ask(credential, `${path}?zip=false&languages=en`)
      assert.deepStrictEqual([status, JSON.parse(new TextDecoder().decode(bytes)).key1.length], [200, 10_000])
      yield* Effect.repeat(filesOnDisk, { until: (files) => files.length === 0, schedule: Schedule.spaced("5 millis") })
    })
  )
})

/** 2,000 texts of 10,000 characters. */
const seedLongTexts = Effect.fnUntraced(function* (projectId: number, languageId: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* sql`
        INSERT INTO translation_key (project_id, name, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 2000)
        SELECT ${projectId}, 'key' || number, 0 FROM numbers`
      yield* sql`
        INSERT INTO translation (key_id, project_id, language_id, text, state)
        SELECT id, project_id, ${languageId}, printf('%.*c', 10000, 'x'), 'TRANSLATED' FROM translation_key WHERE project_id = ${projectId}`
    })
  )
}, Effect.orDie)

layer(layerTestServer({ rateLimits: true }), { timeout: "60 seconds" })("exports of one user", (it) => {
  it.effect("are limited; what the client has already costs nothing", () =>
    Effect.gen(function* () {
      const { credential, memberCredential, path } = yield* seedFixture([{ key: "a", en: "A" }])
      const first = yield* ask(credential, path)
      const known = { headers: { "if-none-match": first.headers.get("etag") ?? "" } }
      for (let request = 0; request < 99; request++) {
        assert.strictEqual((yield* ask(credential, path, known)).status, 304)
        assert.strictEqual((yield* ask(credential, path)).status, 200)
      }
      const { status, text } = yield* ask(credential, path)
      assert.strictEqual(status, 429)
      assert.deepStrictEqual(JSON.parse(text).message, "rate_limited")
      assert.strictEqual((yield* ask(credential, path, known)).status, 304)
      assert.strictEqual((yield* ask(memberCredential, path)).status, 200)
    })
  )
})
