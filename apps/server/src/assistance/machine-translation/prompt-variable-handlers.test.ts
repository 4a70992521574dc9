import type { PromptVariable } from "@dragoman/domain/machine-translation"
import { recognizeImage } from "@dragoman/formats"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { makePng, sendImage } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { indexMemory } from "../memory/index-memory.ts"
import { readPromptContext, wholeProject } from "./prompt-context.ts"
import { readPromptParts } from "./prompt-images.ts"
import { renderPromptOrFail } from "./render-prompt.ts"

let fixtures = 0

/** A project with en (base), cs and de, and a key with all that helps to translate it. */
const seedFixture = Effect.gen(function* () {
  const name = `Prompts ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "cs", "de"] })
  const languageOf = (tag: string): number => project.languages[tag] ?? 0
  const asOwner = yield* seed.accessToken(owner)
  const client = yield* clientOf(asOwner)
  const params = { projectId: project.id }
  const save = (key: string, translations: Record<string, string>) =>
    Effect.map(client.translation.createOrSet({ params, payload: { key, translations } }), ({ keyId }) => keyId)
  const path = `/v2/projects/${project.id}`
  const keyId = yield* save("booking.title", { en: "Book a berth, {name}!", de: "Liegeplatz buchen, {name}!" })
  const get = (credential: TestCredential, key = keyId, language = languageOf("cs")) =>
    send(credential, "GET", `${path}/prompts/get-variables?keyId=${key}&targetLanguageId=${language}`)
  const member = Effect.fnUntraced(function* (permission: Parameters<typeof seed.directPermission>[0]["permission"]) {
    const user = yield* seed.user({ username: `${name} member ${++fixtures}` })
    yield* seed.directPermission({ project: project.id, user, permission })
    return yield* seed.accessToken(user)
  })
  return { name, organization, project, languageOf, asOwner, save, path, keyId, get, member }
})

const variablesOf = ({ status, body }: TestResponse): ReadonlyArray<PromptVariable> => {
  assert.strictEqual(status, 200)
  return (body as { readonly data: ReadonlyArray<PromptVariable> }).data
}

/** The values by the names that templates use. */
const valuesOf = (variables: ReadonlyArray<PromptVariable>, start = ""): Record<string, string | null> =>
  Object.assign(
    {},
    ...variables.map(({ name, value, type, props }) =>
      type === "OBJECT" ? valuesOf(props, `${start}${name}.`) : { [`${start}${name}`]: value }
    )
  )

const jsonLines = (text: string | null | undefined) =>
  (text ?? "").split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as unknown]))

layer(layerTestServer(), { timeout: "60 seconds" })("variables of prompts", (it) => {
  it.effect("are refused without the scope, the view of both languages, a key or a language of the project", () =>
    Effect.gen(function* () {
      const { get, member, asOwner, languageOf } = yield* seedFixture
      const other = yield* seedFixture
      const foreignKey = yield* other.save("foreign", { en: "Foreign" })
      const reader = yield* member({ scopes: ["translations.view"] })
      assert.strictEqual((yield* get(reader)).status, 403)
      const blind = yield* member({ scopes: ["project.edit"] })
      assert.strictEqual((yield* get(blind)).status, 403)
      const german = yield* member({
        scopes: ["project.edit", "translations.view"],
        viewLanguageIds: [languageOf("en"), languageOf("de")]
      })
      assert.strictEqual((yield* get(german)).status, 403)
      assert.deepStrictEqual(yield* get(asOwner, foreignKey), error(404, "key_not_found"))
      assert.deepStrictEqual(yield* get(asOwner, undefined, other.languageOf("cs")), error(404, "language_not_found"))
    })
  )

  it.effect("have names and descriptions without a key, and no values", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedFixture
      const variables = variablesOf(yield* send(asOwner, "GET", `${path}/prompts/get-variables`))
      const values = valuesOf(variables)
      assert.include(values["fragment.intro"], "{{escapeJson source.languageName}}")
      for (const name of ["source.translation", "target.pluralFormExamples", "key.namespace", "glossary.json"]) {
        assert.isNull(values[name])
      }
    })
  )

  it.effect("have the facts that help to translate a key", () =>
    Effect.gen(function* () {
      const { name, organization, project, asOwner, languageOf, save, path, keyId, get } = yield* seedFixture
      const put = (url: string, body: object) => send(asOwner, "PUT", `${path}${url}`, body)
      yield* put(`/keys/${keyId}/complex-update`, {
        name: "booking.title",
        description: 'Title of the "booking" page',
        maxCharLimit: 40
      })
      yield* save("cancel", { en: "Cancel", cs: "Zrušit" })
      yield* send(asOwner, "POST", `${path}/big-meta`, {
        relatedKeysInOrder: [{ keyName: "booking.title" }, { keyName: "cancel" }]
      })
      yield* save("like", { en: "Book a berth, {user}", cs: "Rezervovat stání, {user}" })
      const glossary = yield* seed.glossary({ organization: organization.id, name })
      yield* seed.glossaryAssignment({ glossary, project: project.id })
      const term = yield* seed.glossaryTerm({ glossary, texts: { en: "berth", cs: "stání" } })
      assert.isAbove(term, 0)
      const screenshot = yield* sendImage(
        asOwner,
        "POST",
        `${path}/keys/${keyId}/screenshots`,
        "screenshot",
        makePng(800, 400),
        { positions: [{ x: 10, y: 20, width: 30, height: 40 }] }
      )
      const { id: screenshotId } = screenshot.body as { readonly id: number }
      yield* put("/ai-prompt-customization", { description: "Texts for skippers" })
      yield* indexMemory({ compares: false })

      const values = valuesOf(variablesOf(yield* get(asOwner)))
      assert.include(values, {
        "source.languageTag": "en",
        "source.translation": "Book a berth, {name}!",
        "target.languageTag": "cs",
        "target.translation": "",
        "target.isCJK": "false",
        "target.exampleIcuPlural": "",
        "project.name": name,
        "project.description": "Texts for skippers",
        "key.name": "booking.title",
        "key.description": 'Title of the "booking" page',
        "key.maxCharLimit": "40",
        "other.de.translation": "Liegeplatz buchen, {name}!",
        "screenshots.first": `[[screenshot_small_${screenshotId}]]`,
        "glossary.hasForbiddenTerm": "false",
        "reviewed.json": "",
        "previous.translation": ""
      })
      assert.deepStrictEqual(jsonLines(values["relatedKeys.json"]), [
        { source: "Cancel", target: "Zrušit", key: "cancel", keyNamespace: null }
      ])
      assert.deepStrictEqual(jsonLines(values["translationMemory.json"]), [
        { source: "Book a berth, {user}", target: "Rezervovat stání, {name}", key: "like", keyNamespace: null }
      ])
      assert.deepStrictEqual(jsonLines(values["glossary.json"]), [{ source: "berth", target: "stání" }])
      assert.notProperty(values, "other.cs.translation")

      const context = yield* readPromptContext({
        projectId: project.id,
        organizationId: organization.id,
        targetLanguageId: languageOf("cs"),
        keyId: null,
        baseText: "{n, plural, one {# berth} other {# berths}}",
        visible: wholeProject,
        notes: { project: "Harbours", languages: new Map([[languageOf("cs"), "Vykat"]]) },
        formality: "FORMAL"
      })
      assert.deepInclude(context, { key: null, relatedKeys: [], screenshotIds: [], others: [], previous: null })
      assert.deepStrictEqual(
        context.plural?.forms.map(({ selector, example }) => `${selector} ${example}`),
        ["one 1", "few 2", "many 0.5", "other 5"]
      )
      const rendered = yield* renderPromptOrFail({ template: null, options: null, context })
      assert.include(rendered.system, '"Vykat"')
      assert.isTrue(rendered.isJson)
      const mistake = yield* Effect.flip(renderPromptOrFail({ template: "a\n{{#if}", options: null, context }))
      assert.deepInclude(mistake, { code: "llm_template_parsing_error", status: 400 })
    })
  )

  it.effect("mark screenshots whose images go into the prompt at the places of the key", () =>
    Effect.gen(function* () {
      const { path, keyId, asOwner, save } = yield* seedFixture
      const upload = (key: number, info?: object) =>
        Effect.map(
          sendImage(asOwner, "POST", `${path}/keys/${key}/screenshots`, "screenshot", makePng(1_200, 300), info),
          ({ body }) => (body as { readonly id: number }).id
        )
      const marked = yield* upload(keyId, { positions: [{ x: 100, y: 100, width: 200, height: 50 }] })
      const plain = yield* upload(keyId)
      const foreign = yield* upload(yield* save("other", { en: "Other" }))
      const image = (screenshotId: number, size: "small" | "full") => ({ type: "image", screenshotId, size }) as const
      const parts = yield* readPromptParts(
        [
          { type: "text", text: "before" },
          image(plain, "full"),
          image(marked, "full"),
          image(marked, "small"),
          image(foreign, "small"),
          image(987_654, "small")
        ],
        keyId
      )
      assert.strictEqual(parts.length, 4)
      const images = parts.flatMap((part) => (part.type === "image" ? [part.bytes] : []))
      assert.deepStrictEqual(
        images.map((bytes) => recognizeImage(bytes)).map((header) => header && [header.width, header.height]),
        [
          [1_200, 300],
          [1_200, 300],
          [600, 150]
        ]
      )
      assert.notDeepEqual(images[0], images[1])
      assert.deepStrictEqual(yield* readPromptParts([image(marked, "full")], null), [])
    })
  )

  it.effect("show only what the caller may view", () =>
    Effect.gen(function* () {
      const { get, member, languageOf, path, keyId, asOwner } = yield* seedFixture
      yield* sendImage(asOwner, "POST", `${path}/keys/${keyId}/screenshots`, "screenshot", makePng(8, 4))
      const czech = yield* member({
        scopes: ["project.edit", "translations.view"],
        viewLanguageIds: [languageOf("en"), languageOf("cs")]
      })
      const values = valuesOf(variablesOf(yield* get(czech)))
      assert.strictEqual(values["source.translation"], "Book a berth, {name}!")
      assert.strictEqual(values["screenshots.all"], "")
      assert.notProperty(values, "other.de.translation")
      assert.notInclude(JSON.stringify(values), "Liegeplatz")
    })
  )

  it.effect("have the approved translation of another language, and that of the text before it changed", () =>
    Effect.gen(function* () {
      const { get, save, path, keyId, languageOf, asOwner } = yield* seedFixture
      const review = (tag: string) =>
        Effect.gen(function* () {
          const { body } = yield* send(asOwner, "GET", `${path}/translations?filterKeyId=${keyId}&languages=${tag}`)
          const { _embedded } = body as { _embedded: { keys: [{ translations: Record<string, { id: number }> }] } }
          const id = _embedded.keys[0].translations[tag]?.id
          const { status } = yield* send(asOwner, "PUT", `${path}/translations/${id}/set-state/REVIEWED`)
          assert.strictEqual(status, 200)
        })
      yield* save("booking.title", { cs: "Rezervace, {name}!" })
      yield* review("cs")
      yield* save("booking.title", { en: "Book one berth, {name}!" })
      yield* save("booking.title", { en: "Book your berth, {name}!" })
      yield* review("de")
      const values = valuesOf(variablesOf(yield* get(asOwner)))
      assert.include(values, {
        "source.translation": "Book your berth, {name}!",
        "previous.source": "Book a berth, {name}!",
        "previous.translation": "Rezervace, {name}!"
      })
      assert.deepStrictEqual(jsonLines(values["reviewed.json"]), [
        { language: "Language de", tag: "de", text: "Liegeplatz buchen, {name}!" }
      ])
      const german = valuesOf(variablesOf(yield* get(asOwner, keyId, languageOf("de"))))
      // The Czech text is approved for an earlier base text, so it does not show what the text means.
      assert.include(german, { "reviewed.json": "", "previous.translation": "" })
    })
  )
})
