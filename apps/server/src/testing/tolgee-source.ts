import { Context, Effect, Layer } from "effect"
import type { SettingValues } from "../platform/settings/settings.ts"
import { makePng } from "./image-files.ts"
import { seed } from "./seed.ts"
import { send, sendBody, type TestCredential } from "./send.ts"
import { layerTestServer } from "./test-server.ts"

/** One request that is answered with success. */
export const call = Effect.fnUntraced(function* (
  credential: TestCredential,
  method: string,
  path: string,
  body?: unknown
) {
  const answer = yield* send(credential, method, path, body)
  if (answer.status > 201) return yield* Effect.die(new Error(`${method} ${path}: ${JSON.stringify(answer)}`))
  return answer.body as { readonly id: number; readonly [field: string]: unknown }
})

/** An organization with members of all kinds, a project with all that a key can have, and an empty one. */
const fillSource = Effect.gen(function* () {
  const administrator = yield* seed.user({ username: "admin", serverRole: "ADMIN" })
  const admin = yield* seed.accessToken(administrator, { super: true })
  const token = admin.accessToken
  const organization = yield* call(admin, "POST", "/v2/organizations", {
    name: "Harbour company",
    description: "Boats"
  })
  yield* call(admin, "PUT", `/v2/organizations/${organization.id}/set-base-permissions/TRANSLATE`)
  const user = (username: string, more: object = {}) =>
    call(admin, "POST", "/v2/administration/users", {
      username,
      name: `${username} name`,
      password: "long password",
      ...more
    })
  const owner = yield* user("owner@example.com", { organizationId: organization.id, roleType: "OWNER" })
  const member = yield* user("member@example.com", { organizationId: organization.id, roleType: "MEMBER" })
  const reviewer = yield* user("reviewer@example.com", { organizationId: organization.id, roleType: "MEMBER" })
  const disabled = yield* user("disabled@example.com")
  yield* call(admin, "PUT", `/v2/administration/users/${disabled.id}/disable`)

  const project = yield* call(admin, "POST", "/v2/projects", {
    name: "Booking site",
    organizationId: organization.id,
    baseLanguageTag: "en",
    languages: [
      { name: "Czech", originalName: "čeština", tag: "cs", flagEmoji: "🇨🇿" },
      { name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" },
      { name: "German", originalName: "Deutsch", tag: "de", flagEmoji: "🇩🇪" }
    ]
  })
  const at = `/v2/projects/${project.id}`
  const { _embedded: list } = yield* call(admin, "GET", `${at}/languages?sort=id`)
  const [czech] = (list as { readonly languages: ReadonlyArray<{ readonly id: number }> }).languages
  yield* call(admin, "PUT", at, {
    name: "Booking site",
    description: "Texts of the site",
    useNamespaces: true,
    suggestionsMode: "ENABLED",
    translationProtection: "PROTECT_REVIEWED"
  })
  const key = yield* call(admin, "POST", `${at}/keys/create`, {
    name: "booking.title",
    namespace: "web",
    description: "Heading",
    maxCharLimit: 40,
    tags: ["first", "second"],
    translations: { en: "Book a berth", cs: "Rezervovat stání" },
    states: { cs: "REVIEWED" }
  })
  yield* call(admin, "PUT", `${at}/keys/${key.id}/complex-update`, {
    name: "booking.title",
    namespace: "web",
    custom: { a: { b: [1] } }
  })
  yield* call(admin, "POST", `${at}/keys/create`, {
    name: "booking.count",
    isPlural: true,
    pluralArgName: "count",
    translations: { en: "{count, plural, one {# berth} other {# berths}}" }
  })
  for (let number = 0; number < 20; number++) {
    yield* call(admin, "POST", `${at}/keys/create`, {
      name: `key.${number}`,
      translations: { en: `Text ${number}`, de: "", ...(number === 7 ? { cs: "Textik 7!" } : {}) }
    })
  }
  // The text of the other language is outdated from now on.
  yield* call(admin, "POST", `${at}/translations`, {
    key: "booking.title",
    namespace: "web",
    translations: { en: "Reserve a berth" }
  })
  yield* call(admin, "PUT", `${at}/keys/${key.id}/disabled-languages`, { languageIds: [] })
  yield* call(admin, "POST", `${at}/translations/create-comment`, {
    keyId: key.id,
    languageId: czech?.id,
    text: "Which berth?",
    state: "NEEDS_RESOLUTION"
  })
  const form = new FormData()
  form.append("screenshot", new Blob([makePng(40, 20)], { type: "image/png" }), "screen.png")
  form.append(
    "info",
    new Blob([JSON.stringify({ text: "Seen", location: "step-2", positions: [{ x: 1, y: 2, width: 3, height: 4 }] })], {
      type: "application/json"
    }),
    "info"
  )
  const shot = yield* sendBody(admin, "POST", `${at}/keys/${key.id}/screenshots`, form)
  if (shot.status !== 201) return yield* Effect.die(new Error(JSON.stringify(shot)))
  yield* call(
    admin,
    "PUT",
    `${at}/users/${member.id}/set-permissions?languages=${czech?.id}&scopes=translations.edit&translateLanguages=${czech?.id}`
  )
  yield* call(admin, "PUT", `${at}/users/${reviewer.id}/set-permissions/REVIEW`)
  const webhook = yield* call(admin, "POST", `${at}/webhook-configs`, {
    url: "http://127.0.0.1:8099/hook",
    enabled: false
  })
  const delivery = yield* call(admin, "POST", `${at}/content-delivery-configs`, {
    ...{ name: "App", format: "PROPERTIES", languages: ["en"], filterKeyId: [key.id], filterTagIn: ["first"] },
    ...{ filterState: null, structureDelimiter: null, zip: true, pruneBeforePublish: false }
  })
  yield* call(admin, "PUT", `${at}/invite`, { type: "EDIT", name: "Guest", email: "guest@example.com" })
  yield* call(admin, "POST", "/v2/api-keys", {
    projectId: project.id,
    scopes: ["translations.view"],
    description: "CI"
  })
  const empty = yield* call(admin, "POST", "/v2/projects", {
    name: "Empty one",
    organizationId: organization.id,
    languages: [{ name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" }]
  })
  const { issue, memory } = yield* fillHelp(admin, organization.id, project.id, empty.id, czech?.id ?? 0)
  const glossary = yield* fillGlossary(admin, organization.id, project.id)
  const prompts = yield* fillMachineTranslation(admin, organization.id, at, empty.id, czech?.id ?? 0)
  const people = yield* fillLabelsAndSuggestions(admin, at, key.id, czech?.id ?? 0)
  const branch = yield* fillBranch(admin, at)
  yield* call(admin, "POST", `${at}/content-delivery-configs`, { name: "Release", filterBranch: branch.name })
  const contentStorageId = yield* seed.contentStorage({ project: empty.id, name: "Bucket" })
  const inBucket = { name: "Web", contentStorageId, slug: "web" }
  yield* call(admin, "POST", `/v2/projects/${empty.id}/content-delivery-configs`, inBucket)
  yield* fillTasks(admin, at, branch.name, czech?.id ?? 0, [owner.id, reviewer.id])
  return {
    administrator,
    token,
    branch,
    organization,
    owner,
    member,
    project,
    empty,
    key,
    webhook,
    delivery,
    at,
    issue,
    memory,
    glossary,
    prompts,
    ...people
  }
})

/** Settings of checks with an ignored issue, and a shared memory that both projects use. */
const fillHelp = Effect.fnUntraced(function* (
  admin: TestCredential,
  organizationId: number,
  projectId: number,
  emptyId: number,
  czechId: number
) {
  const at = `/v2/projects/${projectId}`
  const settings = { CHARACTER_CASE_MISMATCH: "OFF", SCRIPT_CONVENTIONS: "WARNING" }
  yield* call(admin, "PUT", `${at}/qa-settings`, { settings })
  yield* call(admin, "PUT", `${at}/qa-settings/languages/${czechId}`, { settings: { REPEATED_WORDS: "OFF" } })
  yield* call(admin, "PUT", `/v2/projects/${emptyId}/qa-settings/enabled`, { enabled: false })
  yield* call(admin, "PUT", `${at}/per-language-auto-translation-settings`, [
    { languageId: czechId, usingTranslationMemory: true, enableForImport: true }
  ])
  const list = yield* call(admin, "GET", `${at}/translations?languages=cs&filterKeyName=key.7`)
  const [key] = (
    list["_embedded"] as {
      readonly keys: ReadonlyArray<{ readonly translations: Record<string, { readonly id: number }> }>
    }
  ).keys
  const translationId = key?.translations["cs"]?.id ?? 0
  const path = `${at}/translations/${translationId}/qa-issues`
  const [found] = issuesOf(yield* call(admin, "GET", path))
  yield* call(admin, "PUT", `${path}/${found?.["id"]}/ignore`)
  const memories = `/v2/organizations/${organizationId}/translation-memories`
  const memory = yield* call(admin, "POST", memories, {
    name: "Harbour terms",
    sourceLanguageTag: "en",
    defaultPenalty: 5,
    writeOnlyReviewed: true,
    assignedProjects: [
      { projectId, penalty: 10 },
      { projectId: emptyId, writeAccess: false }
    ]
  })
  const entries = `${memories}/${memory.id}/entries`
  const translations = [
    { targetLanguageTag: "cs", targetText: "Stání" },
    { targetLanguageTag: "de", targetText: "Liegeplatz" }
  ]
  yield* call(admin, "POST", `${entries}/multiple`, { sourceText: "Berth", translations })
  const entry = yield* call(admin, "POST", entries, { sourceText: "Quay", ...translations[1], targetText: "Kai" })
  yield* call(admin, "PUT", `${at}/translation-memories/project-tm-settings`, { writeOnlyReviewed: true })
  return { issue: { translationId, path }, memory: { entries, entryId: entry.id, path: `${memories}/${memory.id}` } }
})

/** A glossary of one project, with a term of each kind. */
const fillGlossary = Effect.fnUntraced(function* (admin: TestCredential, organizationId: number, projectId: number) {
  const list = `/v2/organizations/${organizationId}/glossaries`
  const made = yield* call(admin, "POST", list, {
    name: "Harbour words",
    baseLanguageTag: "en",
    assignedProjectIds: [projectId]
  })
  const path = `${list}/${made.id}`
  const termOf = (body: unknown) => (body as { readonly term: { readonly id: number } }).term.id
  const berth = termOf(
    yield* call(admin, "POST", `${path}/terms`, {
      text: "berth",
      description: "Place of a boat",
      flagCaseSensitive: true
    })
  )
  yield* call(admin, "POST", `${path}/terms/${berth}/translations`, { languageTag: "cs", text: "stání" })
  yield* call(admin, "POST", `${path}/terms/${berth}/translations`, { languageTag: "de", text: "Liegeplatz" })
  yield* call(admin, "POST", `${path}/terms`, { text: "VHF", flagNonTranslatable: true, flagAbbreviation: true })
  yield* call(admin, "POST", `${path}/terms`, { text: "parking lot", flagForbiddenTerm: true })
  return { path, berth, terms: `${path}/termsWithTranslations?sort=id` }
})

/** Key of a provider of the organization, which a move must not take. */
export const modelKey = "sk-key-of-the-organization"

/** Services with formality and a prompt, notes for language models, and a project without keys that a machine fills. */
const fillMachineTranslation = Effect.fnUntraced(function* (
  admin: TestCredential,
  organizationId: number,
  at: string,
  emptyId: number,
  czechId: number
) {
  yield* call(admin, "POST", `/v2/organizations/${organizationId}/llm-providers`, {
    name: "house model",
    type: "ANTHROPIC",
    model: "small",
    apiKey: modelKey
  })
  const prompt = yield* call(admin, "POST", `${at}/prompts`, {
    name: "Short texts",
    providerName: "house model",
    template: "Translate {{source.translation}} in short words.",
    basicPromptOptions: ["GLOSSARY", "KEY_NAME"]
  })
  const plain = yield* call(admin, "POST", `${at}/prompts`, { name: "Plain", providerName: "default" })
  const model = { serviceType: "PROMPT", promptId: prompt.id }
  const deepl = { serviceType: "DEEPL", formality: "INFORMAL" }
  yield* call(admin, "PUT", `${at}/machine-translation-service-settings`, {
    settings: [
      { primaryServiceInfo: model, enabledServicesInfo: [model, { serviceType: "DEEPL" }] },
      { targetLanguageId: czechId, primaryServiceInfo: null, enabledServicesInfo: [{ serviceType: "DEEPL" }] }
    ]
  })
  yield* call(admin, "PUT", `/v2/projects/${emptyId}/machine-translation-service-settings`, {
    settings: [{ primaryServiceInfo: deepl, enabledServicesInfo: [] }]
  })
  yield* call(admin, "PUT", `/v2/projects/${emptyId}/per-language-auto-translation-settings`, [
    { languageId: null, usingMachineTranslation: true, enableForImport: true }
  ])
  yield* call(admin, "PUT", `${at}/ai-prompt-customization`, { description: "Texts of a harbour." })
  yield* call(admin, "PUT", `${at}/languages/${czechId}/ai-prompt-customization`, { description: "Vykání." })
  return { short: prompt.id, plain: plain.id }
})

/** Two labels on one text, an active suggestion for a text without a translation, and a declined one. */
const fillLabelsAndSuggestions = Effect.fnUntraced(function* (
  admin: TestCredential,
  at: string,
  keyId: number,
  czechId: number
) {
  const legal = yield* call(admin, "POST", `${at}/labels`, { name: "Legal", color: "#aa00ff", description: "Approved" })
  const short = yield* call(admin, "POST", `${at}/labels`, { name: "Short", color: "#00aa00" })
  for (const { id: labelId } of [legal, short]) {
    yield* call(admin, "PUT", `${at}/translations/label`, { keyId, languageId: czechId, labelId })
  }
  const { _embedded: list } = yield* call(admin, "GET", `${at}/keys?size=100`)
  const other = (list as { readonly keys: ReadonlyArray<{ readonly id: number; readonly name: string }> }).keys.find(
    ({ name }) => name === "key.3"
  )
  const suggestions = [keyId, other?.id].map((id) => `${at}/languages/${czechId}/key/${id}/suggestion`)
  const [ofTitle = "", ofOther = ""] = suggestions
  const declined = yield* call(admin, "POST", ofTitle, { translation: "Zamluvit stání" })
  yield* call(admin, "PUT", `${ofTitle}/${declined.id}/decline`)
  const active = yield* call(admin, "POST", ofOther, { translation: "Textík 3" })
  return { labels: { legal: legal.id, short: short.id }, suggestions, active: `${ofOther}/${active.id}` }
})

/** A protected branch on which a text was changed, a key added and another one deleted. */
const fillBranch = Effect.fnUntraced(function* (admin: TestCredential, at: string) {
  yield* call(admin, "PUT", at, {
    name: "Booking site",
    description: "Texts of the site",
    useNamespaces: true,
    useBranching: true,
    suggestionsMode: "ENABLED",
    translationProtection: "PROTECT_REVIEWED"
  })
  const main = yield* call(admin, "GET", `${at}/branches/find`)
  const name = "release/1"
  const branch = yield* call(admin, "POST", `${at}/branches`, { name, originBranchId: main.id })
  yield* call(admin, "POST", `${at}/branches/${branch.id}/protected`, { isProtected: true })
  yield* call(admin, "PUT", `${at}/translations`, {
    key: "key.0",
    branch: name,
    translations: { en: "Text of release" }
  })
  yield* call(admin, "POST", `${at}/keys/create`, { name: "key.release", branch: name, translations: { en: "New" } })
  const { _embedded: list } = yield* call(admin, "GET", `${at}/keys?size=100&branch=${name}`)
  const { keys } = list as { readonly keys: ReadonlyArray<{ readonly id: number; readonly name: string }> }
  yield* call(admin, "DELETE", `${at}/keys/${keys.find((key) => key.name === "key.1")?.id}`)
  return { id: branch.id, name }
})

/** A closed task with all keys done, an open one without name and progress, and one on a branch. */
const fillTasks = Effect.fnUntraced(function* (
  admin: TestCredential,
  at: string,
  branch: string,
  languageId: number,
  [owner = 0, reviewer = 0]: ReadonlyArray<number>
) {
  const keysOf = (query: string) =>
    Effect.map(call(admin, "GET", `${at}/keys?size=100&sort=name${query}`), ({ _embedded: list }) =>
      (list as { readonly keys: ReadonlyArray<{ readonly id: number }> }).keys.slice(0, 3).map(({ id }) => id)
    )
  const keys = yield* keysOf("")
  const dueDate = Date.UTC(2040, 1, 2)
  const task = { name: "Release 1", description: "Carefully", type: "TRANSLATE", languageId, dueDate }
  yield* call(admin, "POST", `${at}/tasks`, { ...task, keys, assignees: [owner, reviewer] })
  for (const key of keys) yield* call(admin, "PUT", `${at}/tasks/1/keys/${key}`, { done: true })
  yield* call(admin, "PUT", `${at}/tasks/1/finish`)
  yield* call(admin, "POST", `${at}/tasks`, { type: "REVIEW", languageId, keys, assignees: [reviewer] })
  const ofBranch = yield* keysOf(`&branch=${branch}`)
  yield* call(admin, "POST", `${at}/tasks`, { ...task, name: "On a branch", branch, keys: ofBranch, assignees: [] })
})

export const issuesOf = (body: { readonly [field: string]: unknown }) =>
  (body["_embedded"] as { readonly qaIssues: ReadonlyArray<Record<string, unknown>> }).qaIssues

/** Settings of a server that has services of machine translation; no text of the tests is sent to them. */
export const withTranslationServices: Partial<SettingValues> = {
  mtDeeplKey: "deepl-key",
  llmProviders: [
    {
      name: "small model",
      enabled: true,
      type: "OPENAI",
      apiUrl: null,
      apiKey: "model-key",
      model: "small",
      deployment: null,
      format: null,
      maxTokens: null,
      reasoningEffort: null,
      priority: null,
      attempts: [5],
      tokenPriceInCreditsInput: 0,
      tokenPriceInCreditsOutput: 0
    }
  ]
}

/** The server of the test, filled so. */
export class TolgeeSource extends Context.Service<TolgeeSource, Effect.Success<typeof fillSource>>()(
  "@dragoman/server/testing/TolgeeSource"
) {
  static readonly layer = Layer.effect(TolgeeSource, fillSource).pipe(
    Layer.provideMerge(layerTestServer(withTranslationServices))
  )
}

/** Two keys change names, one is made anew under the name of a deleted one, texts change; also what helps translators. */
export const changeSource = Effect.fnUntraced(function* (source: TolgeeSource["Service"]) {
  const { token, at, key, memory, glossary, labels, empty, delivery } = source
  const admin = { accessToken: token }
  yield* call(admin, "PUT", `${at}/content-delivery-configs/${delivery.id}`, { name: "Phones" })
  yield* call(admin, "PUT", `${memory.entries}/${memory.entryId}`, {
    sourceText: "Quay",
    targetLanguageTag: "de",
    targetText: "Kaimauer"
  })
  yield* call(admin, "PUT", `${at}/qa-settings`, { settings: { SCRIPT_CONVENTIONS: null } })
  yield* call(admin, "PUT", glossary.path, { name: "Words", baseLanguageTag: "en", assignedProjectIds: [empty.id] })
  const term = `${glossary.path}/terms/${glossary.berth}`
  yield* call(admin, "PUT", term, { description: "", flagCaseSensitive: false })
  yield* call(admin, "POST", `${term}/translations`, { languageTag: "de", text: "" })
  yield* call(admin, "POST", `${glossary.path}/terms`, { text: "quay" })
  // The labels exchange their names.
  yield* call(admin, "PUT", `${at}/labels/${labels.legal}`, { name: "Other", color: "#AA00FF" })
  yield* call(admin, "PUT", `${at}/labels/${labels.short}`, { name: "Legal", color: "#00AA00" })
  yield* call(admin, "PUT", `${at}/labels/${labels.legal}`, { name: "Short", color: "#AA00FF" })
  yield* call(admin, "PUT", `${source.active}/accept`)
  yield* call(admin, "PUT", `${at}/machine-translation-service-settings`, {
    settings: [{ primaryServiceInfo: { serviceType: "PROMPT", promptId: source.prompts.plain } }]
  })
  yield* call(admin, "PUT", `${at}/prompts/${source.prompts.short}`, { name: "Shorter texts", providerName: "default" })
  yield* call(admin, "PUT", `${at}/ai-prompt-customization`, { description: "" })
  yield* call(admin, "PUT", `/v2/projects/${empty.id}/ai-prompt-customization`, { description: "Nothing yet." })
  yield* call(admin, "PUT", `${at}/auto-translation-settings`, { usingTranslationMemory: true })
  const { _embedded: list } = yield* call(admin, "GET", `${at}/keys?size=100`)
  const keys = (list as { readonly keys: ReadonlyArray<{ readonly id: number; readonly name: string }> }).keys
  const idOf = (name: string) => keys.find((one) => one.name === name)?.id
  const rename = (id: number | undefined, name: string) => call(admin, "PUT", `${at}/keys/${id}`, { name })
  const [zero, one] = [idOf("key.0"), idOf("key.1")]
  yield* rename(zero, "key.x")
  yield* rename(one, "key.0")
  yield* rename(zero, "key.1")
  yield* call(admin, "DELETE", `${at}/keys/${idOf("key.2")}`)
  yield* call(admin, "POST", `${at}/keys/create`, { name: "key.2", translations: { en: "Another text" } })
  yield* call(admin, "POST", `${at}/keys/create`, { name: "key.new", translations: { cs: "Nový" } })
  yield* call(admin, "POST", `${at}/branches/${source.branch.id}/protected`, { isProtected: false })
  yield* call(admin, "PUT", `${at}/tasks/2`, { name: "Second look", assignees: [] })
  yield* call(admin, "POST", `${at}/branches`, { name: "next", originBranchId: source.branch.id })
  yield* call(admin, "POST", `${at}/translations`, {
    key: "key.release",
    branch: source.branch.name,
    translations: { en: "Newer" }
  })
  yield* call(admin, "PUT", `${at}/keys/${key.id}/complex-update`, {
    name: "booking.title",
    namespace: "web",
    tags: ["second"],
    translations: { de: "Liegeplatz" }
  })
})
