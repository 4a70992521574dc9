import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../testing/client.ts"
import { seed } from "../testing/seed.ts"
import { send, type TestCredential } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"

let fixtures = 0

type Names<Name extends string> = Readonly<Record<Name, number>>

const run = <E>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, E>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql.withTransaction(statement(sql))))

/** A project with en, de and fr and two keys with texts, whose members may see names of keys alone. */
const seedFixture = <const Name extends string>(...names: ReadonlyArray<Name>) =>
  Effect.gen(function* () {
    const name = `Rights ${++fixtures}`
    const owner = yield* seed.user({ username: `${name} owner` })
    const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
    const { id, languages } = yield* seed.project({
      organization: organization.id,
      name,
      languages: ["en", "de", "fr"]
    })
    yield* run((sql) => sql`UPDATE project SET suggestions_mode = 'ENABLED' WHERE id = ${id}`)
    const { en = 0, de = 0, fr = 0 } = languages
    const members: Record<string, number> = {}
    for (const member of names) {
      const user = yield* seed.user({ username: `${name} ${member}` })
      members[member] = user
      yield* seed.directPermission({ project: id, user, permission: { scopes: ["keys.view"] } })
    }
    const credential = yield* seed.accessToken(owner, { super: true })
    const client = yield* clientOf(credential)
    const write = (key: string) =>
      client.translation.createOrSet({
        params: { projectId: id },
        payload: { key, translations: { en: `Dear ${key}`, de: `Lieber ${key}`, fr: `Cher ${key}` } }
      })
    const hello = yield* write("hello")
    const bye = yield* write("bye")
    const tasks = `/v2/projects/${id}/tasks`
    const createTask = (type: "TRANSLATE" | "REVIEW", assignees: ReadonlyArray<number>, languageId = de) =>
      Effect.map(
        send(credential, "POST", tasks, { name: "Release", type, languageId, keys: [hello.keyId], assignees }),
        ({ status, body }) => {
          assert.strictEqual(status, 200, JSON.stringify(body))
          return (body as { readonly number: number }).number
        }
      )
    const act = (method: string, path: string, body?: object) => send(credential, method, `${tasks}${path}`, body)
    return {
      ...{ projectId: id, owner, credential, languages: { en, de, fr }, hello, bye, createTask, act },
      members: members as Names<Name>
    }
  })

type Fixture = Effect.Success<ReturnType<typeof seedFixture>>

let texts = 0

/** Statuses of the requests of a caller for the key `hello` in de, and for its neighbours. */
const statuses = Effect.fnUntraced(function* (
  { projectId, languages: { en, de, fr }, hello, bye }: Omit<Fixture, "members">,
  credential: TestCredential,
  task: number
) {
  const text = `Text ${++texts}`
  const base = `/v2/projects/${projectId}`
  const ask = (method: string, path: string, body?: object) =>
    Effect.map(send(credential, method, `${base}${path}`, body), ({ status }) => status)
  const set = (key: string, tag: string) => ask("PUT", "/translations", { key, translations: { [tag]: text } })
  const idOf = (key: typeof hello, tag: string) => key.translations[tag]?.id ?? 0
  const view = (key: typeof hello, tag: string) => ask("GET", `/translations/${idOf(key, tag)}/history`)
  const suggest = (keyId: number, languageId: number) =>
    ask("POST", `/languages/${languageId}/key/${keyId}/suggestion`, { translation: text })
  const byMachine = (keyId: number, targetLanguageId: number) =>
    ask("POST", "/suggest/machine-translations", { keyId, targetLanguageId })
  const onDe = `/translations/${idOf(hello, "de")}`
  return {
    view: yield* view(hello, "de"),
    comments: yield* ask("GET", `${onDe}/comments`),
    translate: yield* set("hello", "de"),
    review: yield* ask("PUT", `${onDe}/set-state/TRANSLATED`),
    comment: yield* ask("POST", `${onDe}/comments`, { text, state: "RESOLUTION_NOT_NEEDED" }),
    suggest: yield* suggest(hello.keyId, de),
    machine: yield* byMachine(hello.keyId, de),
    base: yield* view(hello, "en"),
    get: yield* ask("GET", `/tasks/${task}`),
    tick: yield* ask("PUT", `/tasks/${task}/keys/${hello.keyId}`, { done: false }),
    finish: yield* ask("PUT", `/tasks/${task}/finish`),
    elsewhere: [
      ...[yield* view(hello, "fr"), yield* view(bye, "de"), yield* view(bye, "en")],
      ...[yield* set("hello", "fr"), yield* set("bye", "de"), yield* set("hello", "en"), yield* set("none", "de")],
      ...[yield* suggest(bye.keyId, de), yield* suggest(hello.keyId, fr), yield* suggest(hello.keyId, en + 999)],
      ...[yield* byMachine(bye.keyId, de), yield* byMachine(hello.keyId, fr)],
      yield* ask("PUT", `/tasks/${task}/cancel`)
    ]
  }
})

type Statuses = Effect.Success<ReturnType<typeof statuses>>

const all = (status: number, change: Partial<Statuses> = {}): Statuses => ({
  ...{ view: status, comments: status, translate: status, review: status, comment: status, suggest: status },
  ...{ machine: status, base: status, get: status, tick: status, finish: status },
  // The language with the unknown id.
  elsewhere: Array.from({ length: 13 }, (_, index) => (index === 9 ? 404 : status)),
  ...change
})

const nothing = all(403)
const working = all(403, {
  ...{ view: 200, comments: 200, comment: 201, suggest: 200, machine: 200, base: 200, get: 200, tick: 200 },
  // Allowed, but a key is left to do.
  finish: 400
})
const translating: Statuses = { ...working, translate: 200 }
const reviewing: Statuses = { ...working, review: 200 }
/** The task itself can be read for good. */
const closed: Statuses = { ...nothing, get: 200, tick: 400, finish: 400 }

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("rights by tasks", (it) => {
  it.effect("belong to assignees of open tasks, for the keys in the language of the task", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture("translator", "reviewer", "former", "finished", "canceled", "other")
      const { members, projectId, createTask, act, hello } = fixture
      const { translator, reviewer, former, finished, canceled, other } = members
      const ended = yield* createTask("TRANSLATE", [finished])
      yield* act("PUT", `/${ended}/keys/${hello.keyId}`, { done: true })
      assert.strictEqual((yield* act("PUT", `/${ended}/finish`)).status, 200)
      const dropped = yield* createTask("REVIEW", [canceled])
      assert.strictEqual((yield* act("PUT", `/${dropped}/cancel`)).status, 200)
      const open = yield* createTask("TRANSLATE", [translator, former])
      assert.strictEqual((yield* act("PUT", `/${open}`, { name: "Release", assignees: [translator] })).status, 200)
      const review = yield* createTask("REVIEW", [reviewer])
      const keyOf = (...scopes: Parameters<typeof seed.apiKey>[0]["scopes"]) =>
        seed.apiKey({ project: projectId, user: translator, scopes })
      const rows: ReadonlyArray<readonly [string, TestCredential, number, Statuses]> = [
        ["member without a task", yield* seed.accessToken(other), open, nothing],
        ["translator", yield* seed.accessToken(translator), open, translating],
        ["reviewer", yield* seed.accessToken(reviewer), review, reviewing],
        [
          "translator, of the task of the reviewer",
          yield* seed.accessToken(translator),
          review,
          {
            ...translating,
            ...{ get: 403, tick: 403, finish: 403 }
          }
        ],
        [
          "translator with a personal access token",
          yield* seed.personalAccessToken({ user: translator }),
          open,
          translating
        ],
        ["key with all scopes", yield* keyOf("admin"), open, translating],
        ["key without scopes on texts", yield* keyOf("keys.view"), open, nothing],
        [
          "key that may only read",
          yield* keyOf("keys.view", "tasks.view"),
          open,
          {
            ...nothing,
            ...{ view: 200, comments: 200, suggest: 200, base: 200, get: 200 }
          }
        ],
        ["former assignee", yield* seed.accessToken(former), open, nothing],
        ["assignee of a finished task", yield* seed.accessToken(finished), ended, closed],
        ["assignee of a canceled task", yield* seed.accessToken(canceled), dropped, closed]
      ]
      for (const [name, credential, task, expected] of rows) {
        assert.deepStrictEqual(yield* statuses(fixture, credential, task), expected, name)
      }
    })
  )

  it.effect("end with the membership: an assignment lets nobody into a project", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture("translator")
      const { members, projectId, createTask } = fixture
      const credential = yield* seed.accessToken(members.translator)
      const task = yield* createTask("TRANSLATE", [members.translator])
      assert.deepStrictEqual(yield* statuses(fixture, credential, task), translating)
      yield* run((sql) => sql`DELETE FROM direct_permission WHERE user_id = ${members.translator}`)
      assert.deepStrictEqual(yield* statuses(fixture, credential, task), all(404))
      // Visitors of a public project suggest like everyone else.
      yield* run((sql) => sql`UPDATE project SET is_public = 1 WHERE id = ${projectId}`)
      const { suggest, elsewhere, ...rest } = yield* statuses(fixture, credential, task)
      assert.strictEqual(suggest, 200)
      assert.deepStrictEqual({ ...rest, suggest: 404, elsewhere: [] }, { ...all(404), elsewhere: [] })
      assert.deepStrictEqual(
        elsewhere.slice(0, 7),
        Array.from({ length: 7 }, () => 404)
      )
    })
  )

  it.effect("are explained, with the task as the rule that decided", () =>
    Effect.gen(function* () {
      const { members, projectId, languages, createTask, hello, bye } = yield* seedFixture("translator")
      yield* createTask("TRANSLATE", [members.translator])
      const client = yield* clientOf(yield* seed.accessToken(members.translator))
      const explain = (keyId: number) =>
        client.permission.explain({
          params: { projectId },
          query: { scope: "translations.edit", languageId: languages.de, keyId }
        })
      assert.deepInclude(yield* explain(hello.keyId), { allowed: true, origin: "TASK", obstacles: [] })
      const denied = yield* explain(bye.keyId)
      assert.deepInclude(denied, { allowed: false, origin: "DIRECT" })
      assert.isTrue(denied.obstacles[0]?.remedies.some(({ code }) => code === "ASSIGN_TASK"))
      const path = `/v2/projects/${projectId}/permissions/explain?scope=keys.view&keyId=${hello.keyId}`
      assert.deepStrictEqual(yield* send(yield* seed.accessToken(members.translator), "GET", path), {
        status: 400,
        body: { STANDARD_VALIDATION: { languageId: "must not be null" } }
      })
    })
  )

  it.effect("show no other text, also not of the same key", () =>
    Effect.gen(function* () {
      const { members, projectId, createTask, hello } = yield* seedFixture("translator", "other")
      yield* createTask("TRANSLATE", [members.translator])
      const base = `/v2/projects/${projectId}`
      for (const user of [members.translator, members.other]) {
        const credential = yield* seed.accessToken(user)
        const body = { key: "hello", translations: {}, languagesToReturn: ["en", "de", "fr"] }
        const read = yield* send(credential, "PUT", `${base}/translations`, body)
        assert.deepInclude(read, { status: 200 })
        assert.deepInclude(read.body, { translations: {} })
      }
      const credential = yield* seed.accessToken(members.translator)
      const written = { key: "hello", translations: { de: "Tag" }, languagesToReturn: ["en", "de", "fr"] }
      const { body } = yield* send(credential, "PUT", `${base}/translations`, written)
      assert.hasAllKeys((body as { readonly translations: object }).translations, ["de"])
      const update = (change: object) =>
        send(credential, "PUT", `${base}/keys/${hello.keyId}/complex-update`, { name: "hello", ...change })
      assert.deepInclude(yield* update({ translations: { de: "Guten Tag" } }), { status: 200 })
      assert.strictEqual((yield* update({ translations: { fr: "Bonjour" } })).status, 403)
      assert.strictEqual((yield* update({ translations: { de: "Abend" }, tags: ["evening"] })).status, 403)
      assert.strictEqual((yield* update({ states: { de: "REVIEWED" } })).status, 403)
    })
  )

  it.effect("go beyond the languages of a permission, but the memory shows texts of other keys", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture("hidden", "viewer")
      const { members, projectId, languages, createTask, hello, bye } = fixture
      const { en, de, fr } = languages
      yield* run((sql) => sql`DELETE FROM direct_permission WHERE project_id = ${projectId}`)
      const viewing = { scopes: ["translations.edit"], viewLanguageIds: [en, fr], translateLanguageIds: [fr] } as const
      yield* seed.directPermission({ project: projectId, user: members.hidden, permission: viewing })
      yield* seed.directPermission({ project: projectId, user: members.viewer, permission: "VIEW" })
      yield* createTask("TRANSLATE", [members.hidden, members.viewer])
      const hidden = yield* seed.accessToken(members.hidden)
      const viewer = yield* seed.accessToken(members.viewer)
      const ask = (credential: TestCredential, path: string, body?: object) =>
        Effect.map(
          send(credential, body === undefined ? "GET" : "POST", `/v2/projects/${projectId}${path}`, body),
          ({ status }) => status
        )
      const history = (key: typeof hello) => ask(hidden, `/translations/${key.translations["de"]?.id}/history`)
      assert.deepStrictEqual([yield* history(hello), yield* history(bye)], [200, 403])
      const write = (translations: object) =>
        send(hidden, "PUT", `/v2/projects/${projectId}/translations`, { key: "hello", translations })
      assert.deepInclude(yield* write({ de: "Hallo", fr: "Salut" }), { status: 200 })
      assert.deepStrictEqual(yield* write({ de: "Tag", en: "Hi", fr: "Salut" }), {
        status: 403,
        body: { code: "language_not_permitted", params: [[en], ["en"]] }
      })
      const fromMemory = (credential: TestCredential, keyId: number) =>
        ask(credential, "/suggest/translation-memory", { keyId, targetLanguageId: de })
      assert.strictEqual(yield* fromMemory(hidden, hello.keyId), 403)
      assert.deepStrictEqual([yield* fromMemory(viewer, hello.keyId), yield* fromMemory(viewer, bye.keyId)], [200, 403])
    })
  )

  it.effect("show texts in a list of the keys of one open task, and no text in any other list", () =>
    Effect.gen(function* () {
      const { members, projectId, createTask, hello, act } = yield* seedFixture("translator")
      const task = yield* createTask("TRANSLATE", [members.translator])
      const credential = yield* seed.accessToken(members.translator)
      const list = (query: string, by: TestCredential = credential) =>
        Effect.map(
          send(by, "GET", `/v2/projects/${projectId}/translations?languages=en&languages=de&languages=fr${query}`),
          ({ body }) => {
            const { _embedded } = body as {
              readonly _embedded?: {
                readonly keys: ReadonlyArray<{
                  readonly keyName: string
                  readonly translations: Readonly<Record<string, { readonly text: string }>>
                }>
              }
            }
            return (_embedded?.keys ?? []).map(({ keyName, translations }) => [keyName, ...Object.keys(translations)])
          }
        )
      const shown = [["hello", "en", "de"]]
      assert.deepStrictEqual(yield* list(`&filterTaskNumber=${task}`), shown)
      assert.deepStrictEqual(yield* list(`&filterTaskNumber=${task}&search=Lieber`), shown)
      assert.deepStrictEqual(yield* list(`&filterTaskNumber=${task}&search=Cher`), [])
      assert.deepStrictEqual(yield* list("&search=Lieber"), [])
      assert.deepStrictEqual(yield* list(""), [["hello"], ["bye"]])
      assert.deepStrictEqual(yield* list(`&filterTaskNumber=${task}&filterTaskNumber=99`), [["hello"]])
      assert.deepStrictEqual(yield* list(`&filterTaskNumber=${task}&trashed=true`), [])
      const key = yield* seed.apiKey({ project: projectId, user: members.translator, scopes: ["keys.view"] })
      assert.deepStrictEqual(yield* list(`&filterTaskNumber=${task}`, key), [["hello"]])
      yield* act("PUT", `/${task}/keys/${hello.keyId}`, { done: true })
      yield* act("PUT", `/${task}/finish`)
      assert.deepStrictEqual(yield* list(`&filterTaskNumber=${task}`), [["hello"]])
    })
  )

  it.effect("decide on suggestions, and change protected texts with a task of each type", () =>
    Effect.gen(function* () {
      const { members, projectId, languages, createTask, hello, credential: owner } = yield* seedFixture("translator")
      const translator = yield* seed.accessToken(members.translator)
      const base = `/v2/projects/${projectId}`
      const suggestions = `${base}/languages/${languages.de}/key/${hello.keyId}/suggestion`
      const suggest = (translation: string) =>
        Effect.map(send(owner, "POST", suggestions, { translation }), ({ body }) => (body as { id: number }).id)
      const first = yield* suggest("Hallo")
      assert.strictEqual((yield* send(translator, "PUT", `${suggestions}/${first}/accept`)).status, 403)
      yield* createTask("TRANSLATE", [members.translator])
      assert.strictEqual((yield* send(translator, "PUT", `${suggestions}/${first}/accept`)).status, 200)
      assert.strictEqual((yield* send(translator, "DELETE", `${suggestions}/${first}`)).status, 200)
      yield* run((sql) => sql`UPDATE project SET suggestions_mode = 'ENFORCED' WHERE id = ${projectId}`)
      const state = `${base}/translations/${hello.translations["de"]?.id}/set-state/REVIEWED`
      assert.strictEqual((yield* send(owner, "PUT", state)).status, 200)
      const write = (de: string) =>
        Effect.map(
          send(translator, "PUT", `${base}/translations`, { key: "hello", translations: { de } }),
          ({ body }) => (body as { suggestedLanguages: unknown }).suggestedLanguages
        )
      assert.deepStrictEqual(yield* write("Grüß dich"), ["de"])
      yield* createTask("REVIEW", [members.translator])
      assert.deepStrictEqual(yield* write("Servus"), [])
    })
  )
})
