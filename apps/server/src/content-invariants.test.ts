import { parsePluralMessage } from "@dragoman/formats"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "./testing/exhaustive-postgres.ts"
import { seed } from "./testing/seed.ts"
import { send, type TestCredential } from "./testing/send.ts"
import { layerTestServer, TestServer } from "./testing/test-server.ts"
import { layerTestServerPostgres } from "./testing/test-server-postgres.ts"
import { upload } from "./testing/upload.ts"

// Whatever is done to the content of a project, in whatever order: what is counted is what is there, nothing points to
// what is gone, the tag of the content changes exactly when the content does, no text is lost or says something else.

const runs = 10
/** Several seconds on a machine that has nothing else to do. */
const propertyTimeoutMillis = 180_000
const steps = { min: 8, max: 14 }

const works = [
  "write",
  "write",
  "review",
  "push",
  "pushOnly",
  "pushPlural",
  "importKeys",
  "reshape",
  "tag",
  "untag",
  "move",
  "describe",
  "disable",
  "batch",
  "trash",
  "restore",
  "erase",
  "removeLanguage",
  "addLanguage",
  "branch",
  "writeOnBranch",
  "pushOnBranch",
  "trashOnBranch",
  "merge"
] as const

/** A step; its fields say what it changes. `pick` chooses one of the keys that are there. */
const Step = Schema.Struct({
  work: Schema.Literals(works),
  pick: Schema.Literals([0, 1, 2, 3, 4]),
  key: Schema.Literals(["a", "b", "c"]),
  namespace: Schema.Literals(["", "web"]),
  language: Schema.Literals(["en", "de"]),
  text: Schema.Literals([
    "",
    "One",
    "Two words",
    "{n, plural, one {# dog} other {# dogs}}",
    // Without a text for most numbers, without any, with numbers of their own, longer than any text may be.
    "{n, plural, one {a dog} other {}}",
    "{n, plural, one {} other {}}",
    "{n, plural, =1 {dogs} one {a dog} other {dogs}}",
    "{n, plural, one {a dog} other {dogs}}",
    "x".repeat(10_001)
  ])
})
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isMinLength(steps.min), Schema.isMaxLength(steps.max))

interface Fixture {
  readonly projectId: number
  readonly credential: TestCredential
}

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Invariants ${++fixtures}`
  yield* seed.user({ username: `${name} admin`, serverRole: "ADMIN" })
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.useNamespaces(project.id)
  yield* seed.branch({ project: project.id, name: "main", isDefault: true })
  const fixture: Fixture = { projectId: project.id, credential: yield* seed.accessToken(owner) }
  const texts = { en: "Given", de: "Gegeben" }
  for (const key of ["a", "b"]) {
    yield* send(fixture.credential, "POST", `/v2/projects/${project.id}/translations`, { key, translations: texts })
  }
  return fixture
})

interface Content {
  readonly keys: ReadonlyArray<{
    readonly id: number
    readonly name: string
    readonly namespace: string | null
    readonly isPlural: number
    readonly deletedAt: number | null
  }>
  readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }>
  readonly texts: ReadonlyArray<{
    readonly id: number
    readonly keyId: number
    readonly languageId: number
    readonly text: string | null
    readonly state: string
  }>
  readonly tags: ReadonlyArray<{ readonly keyId: number; readonly tagId: number; readonly name: string }>
}

interface ProjectContent extends Content {
  readonly branches: ReadonlyArray<{ readonly id: number; readonly name: string }>
  /** Tags of all branches, which share them. */
  readonly tagIds: ReadonlyArray<{ readonly id: number }>
  /** The content of all branches but the default one. */
  readonly onBranches: Content
}

/** Everything of the project that clients can see of its content. */
const contentOf = Effect.fnUntraced(function* ({ projectId }: Fixture) {
  const sql = yield* SqlClient.SqlClient
  const living = sql<ProjectContent["branches"][number]>`
    SELECT id, name FROM branch WHERE project_id = ${projectId} AND deleted_at IS NULL ORDER BY id`
  const content: ProjectContent = {
    ...(yield* contentWhere(projectId, "k.branch_id IS NULL")),
    branches: yield* living,
    tagIds: yield* sql<{ id: number }>`SELECT id FROM tag WHERE project_id = ${projectId} ORDER BY id`,
    onBranches: yield* contentWhere(projectId, "k.branch_id IN (SELECT id FROM branch WHERE deleted_at IS NULL)")
  }
  return content
}, Effect.orDie)

const contentWhere = Effect.fnUntraced(function* (projectId: number, isOnBranch: string) {
  const sql = yield* SqlClient.SqlClient
  const condition = sql.literal(isOnBranch)
  const content: Content = {
    keys: yield* sql<Content["keys"][number]>`
      SELECT k.id, k.name, n.name AS namespace, k.description, k.is_plural, k.plural_argument_name, k.custom_values,
        k.deleted_at
      FROM translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id
      WHERE k.project_id = ${projectId} AND ${condition} ORDER BY k.id`,
    languages: yield* sql<Content["languages"][number]>`
      SELECT id, tag, name FROM language WHERE project_id = ${projectId} AND deleted_at IS NULL ORDER BY id`,
    texts: yield* sql<Content["texts"][number]>`
      SELECT t.id, t.key_id, t.language_id, t.text, t.state, t.is_outdated, t.is_auto
      FROM translation t
      JOIN translation_key k ON k.id = t.key_id
      JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
      WHERE k.project_id = ${projectId} AND ${condition} ORDER BY t.id`,
    tags: yield* sql<Content["tags"][number]>`
      SELECT kt.key_id, kt.tag_id, g.name FROM key_tag kt JOIN tag g ON g.id = kt.tag_id
      JOIN translation_key k ON k.id = kt.key_id
      WHERE g.project_id = ${projectId} AND ${condition} ORDER BY kt.key_id, kt.tag_id`
  }
  return content
}, Effect.orDie)

const contentTag = Effect.fnUntraced(function* ({ projectId, credential }: Fixture) {
  const { baseUrl } = yield* TestServer
  const token = credential !== null && "accessToken" in credential ? credential.accessToken : ""
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}/v2/projects/${projectId}/translations/en,de,fr`, {
      headers: { authorization: `Bearer ${token}` }
    })
    await response.arrayBuffer()
    return [response.status, response.headers.get("etag")] as const
  })
})

const take = Effect.fnUntraced(function* (fixture: Fixture, step: Step, content: ProjectContent) {
  const { keys, languages, texts, tags, branches, onBranches } = content
  const { projectId, credential } = fixture
  const { work, pick, key, namespace, language, text } = step
  const path = `/v2/projects/${projectId}`
  const picked = (isTrashed: boolean) => {
    const some = keys.filter(({ deletedAt }) => (deletedAt !== null) === isTrashed)
    return some[pick % some.length]
  }
  const live = picked(false)
  const keyId = live?.id ?? 0
  const trashedId = picked(true)?.id ?? 0
  const languageId = (tag: string) => languages.find((one) => one.tag === tag)?.id ?? 0
  const textId = texts.find((one) => one.keyId === keyId && one.languageId === languageId(language))?.id ?? 0
  const translations = { [language]: text }
  const forms = { one: /one \{([^{}]*)\}/.exec(text)?.[1] ?? text, other: /other \{([^{}]*)\}/.exec(text)?.[1] ?? text }
  const [main, next] = branches
  const push = (removeOtherKeys: boolean, branch?: string) =>
    upload(
      credential,
      `${path}/single-step-import`,
      [{ name: `${language}.json`, content: JSON.stringify({ c: "Pushed", [key]: text }) }],
      {
        forceMode: "OVERRIDE",
        removeOtherKeys,
        ...(branch === undefined ? {} : { branch }),
        tagNewKeys: ["pushed"],
        fileMappings: [{ fileName: `${language}.json`, namespace }]
      }
    )
  switch (work) {
    case "write":
      return yield* send(credential, "POST", `${path}/translations`, { key, namespace, translations })
    case "review":
      return yield* send(credential, "PUT", `${path}/translations/${textId}/set-state/REVIEWED`)
    case "push":
      return yield* push(false)
    case "pushOnly":
      return yield* push(true)
    // Tools write an untranslated plural as forms without a text.
    case "pushPlural":
      return yield* upload(
        credential,
        `${path}/single-step-import`,
        [
          {
            name: `${language}.json`,
            content: JSON.stringify({ [`${key}_one`]: forms.one, [`${key}_other`]: forms.other })
          }
        ],
        { forceMode: "OVERRIDE", fileMappings: [{ fileName: `${language}.json`, namespace, format: "JSON_I18NEXT" }] }
      )
    // From a plural to a text, or back; what becomes of the texts that the request does not name, the server decides.
    case "reshape":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}/complex-update`, {
        name: live?.name,
        namespace: live?.namespace,
        isPlural: pick % 2 === 0,
        ...(pick < 2 ? { translations } : {})
      })
    case "importKeys":
      return yield* send(credential, "POST", `${path}/keys/import`, {
        keys: [{ name: key, namespace, translations, tags: ["synced"] }]
      })
    case "tag":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}/tags`, { name: "pushed" })
    case "untag":
      return yield* send(
        credential,
        "DELETE",
        `${path}/keys/${keyId}/tags/${tags.find((one) => one.keyId === keyId)?.tagId ?? 0}`
      )
    case "move":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}`, {
        name: key,
        namespace
      })
    case "describe":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}`, {
        name: live?.name,
        namespace: live?.namespace,
        description: text
      })
    case "disable":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}/disabled-languages`, {
        languageIds: text === "" ? [] : [languageId("de")]
      })
    case "batch": {
      const live = keys.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)
      const trashed = keys.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id)
      const languageIds = [languageId(language)]
      const operations = [
        ["tag-keys", live, { tags: ["pushed"] }],
        ["set-keys-namespace", live, { namespace }],
        ["copy-translations", live, { sourceLanguageId: languageId("en"), targetLanguageIds: languageIds }],
        ["set-translation-state", live, { languageIds, state: text === "" ? "DISABLED" : "REVIEWED" }],
        [text === "" ? "hard-delete-keys" : "restore-keys", trashed, {}]
      ] as const
      const [operation, keyIds, body] = operations[pick]
      const started = yield* send(credential, "POST", `${path}/start-batch-job/${operation}`, { keyIds, ...body })
      const { id = 0 } = started.body as { readonly id?: number }
      return yield* Effect.repeat(send(credential, "GET", `${path}/batch-jobs/${id}`), {
        until: ({ body }) => !["PENDING", "RUNNING"].includes((body as { readonly status?: string }).status ?? ""),
        schedule: Schedule.spaced("2 millis")
      })
    }
    case "trash":
      return yield* send(credential, "DELETE", `${path}/keys/${keyId}`)
    case "restore":
      return yield* send(credential, "PUT", `${path}/keys/trash/${trashedId}/restore`)
    case "erase":
      return yield* send(credential, "DELETE", `${path}/keys/trash/${trashedId}`)
    case "removeLanguage":
      return yield* send(credential, "DELETE", `${path}/languages/${languageId("de")}`)
    case "branch":
      return next === undefined
        ? yield* send(credential, "POST", `${path}/branches`, { name: "next", originBranchId: main?.id })
        : yield* send(credential, "DELETE", `${path}/branches/${next.id}`)
    case "writeOnBranch": {
      const body = { key, namespace, translations, branch: "next" }
      return yield* send(credential, "POST", `${path}/translations`, body)
    }
    case "pushOnBranch":
      return yield* push(pick < 2, "next")
    case "trashOnBranch": {
      const some = onBranches.keys.filter(({ deletedAt }) => deletedAt === null)
      return yield* send(credential, "DELETE", `${path}/keys/${some[pick % some.length]?.id ?? 0}`)
    }
    case "merge": {
      const merges = `${path}/branches/merge`
      const made = yield* send(credential, "POST", `${merges}/preview`, { sourceBranchId: next?.id ?? 0 })
      const { id = 0 } = made.body as { readonly id?: number }
      const resolve = pick % 2 === 0 ? "SOURCE" : "TARGET"
      yield* send(credential, "PUT", `${merges}/${id}/resolve-all`, { resolve })
      return yield* send(credential, "POST", `${merges}/${id}/apply`)
    }
    case "addLanguage":
      return yield* send(credential, "POST", `${path}/languages`, {
        name: "German",
        originalName: "Deutsch",
        tag: "de",
        flagEmoji: ""
      })
  }
})

/** Counts for the stats: by language, keys that are translated, reviewed and neither. */
const countsOf = ({ keys, languages, texts, tagIds }: ProjectContent) => {
  const live = keys.filter(({ deletedAt }) => deletedAt === null)
  const liveIds = new Set(live.map(({ id }) => id))
  const count = (languageId: number, state: string) =>
    texts.filter((text) => liveIds.has(text.keyId) && text.languageId === languageId && text.state === state).length
  return {
    keyCount: live.length,
    tagCount: tagIds.length,
    languages: Object.fromEntries(
      languages.map(({ id, tag }) => {
        const [translated, reviewed] = [count(id, "TRANSLATED"), count(id, "REVIEWED")]
        return [tag, [translated, reviewed, live.length - translated - reviewed]]
      })
    )
  }
}

interface Stats {
  readonly keyCount: number
  readonly tagCount: number
  readonly languageStats: ReadonlyArray<{
    readonly languageTag: string
    readonly translatedKeyCount: number
    readonly reviewedKeyCount: number
    readonly untranslatedKeyCount: number
  }>
}

const statsOf = Effect.fnUntraced(function* ({ projectId, credential }: Fixture) {
  const { keyCount, tagCount, languageStats } = (yield* send(credential, "GET", `/v2/projects/${projectId}/stats`))
    .body as Stats
  const languages = Object.fromEntries(
    languageStats.map((one) => [
      one.languageTag,
      [one.translatedKeyCount, one.reviewedKeyCount, one.untranslatedKeyCount]
    ])
  )
  return { keyCount, tagCount, languages }
})

/** Returns the text of a plural for a number in English; any other text is returned as it is. */
const saysFor = (text: string, count: number): string => {
  const forms = parsePluralMessage(text)?.forms
  return forms === undefined
    ? text
    : (forms.get(`=${count}`) ?? forms.get(count === 1 ? "one" : "other") ?? forms.get("other") ?? "")
}

const saysSame = (one: string, other: string): boolean =>
  [0, 1, 2, 5].every((count) => saysFor(one, count) === saysFor(other, count))

/** Texts that a push must not have taken, or that say nothing. */
const wrongTexts = ({ work }: Step, before: Content, after: Content): ReadonlyArray<string> => {
  const textById = new Map(after.texts.map(({ id, text }) => [id, text]))
  const erased =
    work === "push" || work === "pushPlural"
      ? before.texts.filter(({ id, text }) => text !== null && textById.get(id) === null)
      : []
  const isPlural = new Map(after.keys.map((key) => [key.id, key.isPlural === 1]))
  const saysNothing = after.texts.filter(
    ({ keyId, text }) =>
      text !== null && isPlural.get(keyId) === true && [0, 1, 2].every((count) => saysFor(text, count) === "")
  )
  return [...erased.map(({ text }) => `erased: ${text}`), ...saysNothing.map(({ text }) => `says nothing: ${text}`)]
}

/** A push that overrides puts the text there that it has, as long as any text would be allowed. */
const isPushed = (step: Step, status: number, { keys, languages, texts }: Content): boolean => {
  const { work, text } = step
  if (work !== "push" || status !== 200 || text.length > 10_000) return true
  const key = keys.find(
    (one) => one.deletedAt === null && one.name === step.key && (one.namespace ?? "") === step.namespace
  )
  const language = languages.find(({ tag }) => tag === step.language)
  const stored = texts.find(({ keyId, languageId }) => keyId === key?.id && languageId === language?.id)
  return (
    stored === undefined ||
    stored.state === "DISABLED" ||
    saysFor(text, 1) + saysFor(text, 2) === "" ||
    saysSame(text, stored.text ?? "")
  )
}

/** Lists the texts that an export of English has otherwise than the database. */
const wrongExports = Effect.fnUntraced(function* ({ projectId, credential }: Fixture, content: Content) {
  const base = content.languages.find(({ tag }) => tag === "en")?.id
  const liveKeys = content.keys.filter(({ deletedAt, namespace }) => deletedAt === null && namespace === null)
  const wrong: Array<string> = []
  if (liveKeys.length === 0) return wrong
  const { body } = yield* send(
    credential,
    "GET",
    `/v2/projects/${projectId}/export?format=JSON&zip=false&languages=en&filterNamespace=&structureDelimiter=`
  )
  const exported = body as Readonly<Record<string, string | null>>
  for (const { id, name } of liveKeys) {
    const stored = content.texts.find(({ keyId, languageId }) => keyId === id && languageId === base)?.text ?? null
    const written = exported[name] ?? null
    if (stored !== null && written !== null && !saysSame(stored, written)) wrong.push(`${stored} as ${written}`)
  }
  return wrong
})

/** Goes through the steps in a new project; after each of them every promise is kept. */
const keepsItsPromises = (sequence: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const fixture = yield* seedFixture
    let before = yield* contentOf(fixture)
    let [, tagBefore] = yield* contentTag(fixture)
    for (const [index, step] of sequence.entries()) {
      const named = `${index + 1}. ${JSON.stringify(step)}`
      const { status, body } = yield* take(fixture, step, before)
      assert.isBelow(status, 500, `${named}: ${JSON.stringify(body)}`)
      const after = yield* contentOf(fixture)
      const [, tagAfter] = yield* contentTag(fixture)
      const isChanged = JSON.stringify(after) !== JSON.stringify(before)
      assert.strictEqual(tagAfter !== tagBefore, isChanged, `${named}: ${status}, the tag of the content`)
      assert.deepStrictEqual(yield* statsOf(fixture), countsOf(after), named)
      assert.strictEqual((yield* checkInvariants).join("\n"), "", named)
      assert.deepStrictEqual(wrongTexts(step, before, after), [], named)
      assert.isTrue(isPushed(step, status, after), named)
      before = after
      tagBefore = tagAfter
    }
    assert.deepStrictEqual(yield* wrongExports(fixture, before), [])
  })

const plainStep: Step = { work: "write", pick: 0, key: "a", namespace: "", language: "en", text: "One" }

const exactly = "{n, plural, =1 {dogs} one {a dog} other {dogs}}"

/** Short ones that a random sequence rarely has in this order. */
const troublesome: ReadonlyArray<readonly [name: string, sequence: ReadonlyArray<Step>]> = [
  [
    "a push of empty values leaves the texts that are there",
    [
      { ...plainStep, work: "push", text: "" },
      { ...plainStep, work: "push", text: "{n, plural, one {# dog} other {# dogs}}", key: "c" },
      { ...plainStep, work: "pushPlural", text: "{n, plural, one {} other {}}", key: "c" }
    ]
  ],
  [
    "a plural whose form other is empty becomes no text when its key is a plural no longer",
    [
      { ...plainStep, work: "write", key: "c", text: "{n, plural, one {a dog} other {}}" },
      { ...plainStep, work: "write", key: "c", language: "de", text: "{n, plural, one {ein Hund} other {}}" },
      // Then the key is the only one, and any pick finds it.
      { ...plainStep, work: "trash", pick: 0 },
      { ...plainStep, work: "trash", pick: 0 },
      { ...plainStep, work: "reshape", pick: 3 }
    ]
  ],
  [
    "a branch is changed like the default one, merged with a conflict, and made and deleted again",
    [
      { ...plainStep, work: "branch" },
      { ...plainStep, work: "writeOnBranch", text: "Two words" },
      { ...plainStep, work: "writeOnBranch", key: "c", namespace: "web" },
      { ...plainStep, work: "write", text: "One" },
      { ...plainStep, work: "pushOnBranch", pick: 3, key: "b", text: "{n, plural, one {a dog} other {dogs}}" },
      { ...plainStep, work: "trashOnBranch", pick: 1 },
      { ...plainStep, work: "merge" },
      { ...plainStep, work: "branch" },
      { ...plainStep, work: "pushOnBranch", pick: 0 },
      { ...plainStep, work: "removeLanguage" },
      { ...plainStep, work: "branch" }
    ]
  ],
  [
    "a form for an exact number is exported, and is gone after a push without it",
    [
      { ...plainStep, work: "write", key: "c", text: exactly },
      { ...plainStep, work: "push", key: "c", text: "{n, plural, one {a dog} other {dogs}}" },
      { ...plainStep, work: "push", key: "c", text: exactly }
    ]
  ]
]

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`on ${engine}`, (it) => {
    it.effect.prop(
      "after any sequence of edits, imports and deletions counts are true, nothing is orphaned, the tag follows the content",
      { sequence: Steps },
      ({ sequence }) => keepsItsPromises(sequence),
      { arbitrary: { runs }, timeout: propertyTimeoutMillis }
    )

    it.effect.each(troublesome)("%s", ([, sequence]) => keepsItsPromises(sequence))
  })
}
