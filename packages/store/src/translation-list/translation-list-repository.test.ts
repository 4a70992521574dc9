import type { KeyCondition, KeyOrder, TranslationCondition } from "@dragoman/domain/translation-list"
import { assert, describe, layer } from "@effect/vitest"
import { Array as Arr, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { defaultBranch } from "../database/content-place.ts"
import { Database } from "../database/database.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { type KeySelection, TranslationListRepository } from "./translation-list-repository.ts"

const place = defaultBranch(1)

const en = 1
const de = 2
const fr = 3
const languageIds = [en, de, fr]
const byId: KeyOrder = [{ property: "keyId", languageId: null, direction: "asc" }]

const seedKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = { created_at: 0 }
  yield* sql`INSERT INTO organization ${sql.insert([{ name: "Acme", slug: "acme", base_type: "VIEW", ...at }])}`
  yield* sql`INSERT INTO project ${sql.insert([
    { id: 1, organization_id: 1, name: "One", slug: "one", uses_quality_checks: 1, ...at },
    { id: 2, organization_id: 1, name: "Two", slug: "two", uses_quality_checks: 0, ...at }
  ])}`
  yield* sql`INSERT INTO language ${sql.insert([
    { id: en, project_id: 1, tag: "en", name: "English", ...at },
    { id: de, project_id: 1, tag: "de", name: "German", ...at },
    { id: fr, project_id: 1, tag: "fr", name: "French", ...at },
    { id: 4, project_id: 2, tag: "en", name: "English", ...at }
  ])}`
  yield* sql`INSERT INTO namespace ${sql.insert([{ id: 7, project_id: 1, name: "Shop" }])}`
  const key = (columns: Record<string, string | number | null>): Record<string, unknown> => ({
    namespace_id: null,
    description: null,
    is_plural: 0,
    plural_argument_name: null,
    max_char_limit: null,
    deleted_at: null,
    deleted_by: null,
    project_id: 1,
    ...at,
    ...columns
  })
  yield* sql`INSERT INTO translation_key ${sql.insert([
    key({ id: 1, name: "title", description: "Shown 100% of ТЕКСТ", created_at: 5 }),
    key({ id: 2, name: "body_a", description: "", max_char_limit: 10 }),
    key({ id: 3, name: "cart", namespace_id: 7, is_plural: 1, plural_argument_name: "n" }),
    key({ id: 4, name: "empty" }),
    key({ id: 5, name: "thrown away", deleted_at: 9, deleted_by: 8 }),
    key({ id: 6, name: "title", project_id: 2 })
  ])}`
  const text = (
    keyId: number,
    languageId: number,
    value: string | null,
    columns: Record<string, string | number> = {}
  ): Record<string, unknown> => ({
    key_id: keyId,
    project_id: keyId === 6 ? 2 : 1,
    language_id: languageId,
    text: value,
    state: value === null ? "UNTRANSLATED" : "TRANSLATED",
    is_outdated: 0,
    is_auto: 0,
    ...columns
  })
  yield* sql`INSERT INTO translation ${sql.insert([
    text(1, en, "Welcome"),
    text(1, de, "Grüße, 漢字"),
    text(1, fr, null),
    text(2, en, "under_score \\ 50%", { state: "REVIEWED" }),
    text(2, de, "Text", { is_outdated: 1 }),
    text(3, en, "Cart", { is_auto: 1 }),
    text(3, de, "Wagen"),
    text(3, fr, "Panier"),
    text(5, en, "Gone"),
    text(6, 4, "Welcome")
  ])}`
  yield* sql`UPDATE translation SET quality_score = 40 WHERE key_id = 3`
  yield* sql`INSERT INTO tag ${sql.insert([
    { id: 1, project_id: 1, name: "app" },
    { id: 2, project_id: 1, name: "web" },
    { id: 3, project_id: 2, name: "app" }
  ])}`
  yield* sql`INSERT INTO key_tag ${sql.insert([
    { key_id: 1, tag_id: 1, project_id: 1 },
    { key_id: 2, tag_id: 2, project_id: 1 },
    { key_id: 3, tag_id: 1, project_id: 1 },
    { key_id: 3, tag_id: 2, project_id: 1 }
  ])}`
  yield* sql`INSERT INTO user_account ${sql.insert({ id: 1, username: "ann", name: "Ann", ...at })}`
  const comment = (keyId: number, languageId: number, state: string) => sql`
    INSERT INTO translation_comment (translation_id, project_id, author_id, text, state, created_at, updated_at)
    SELECT id, project_id, 1, 'why?', ${state}, 0, 0 FROM translation WHERE key_id = ${keyId} AND language_id = ${languageId}`
  yield* comment(1, de, "RESOLVED")
  yield* comment(2, de, "RESOLVED")
  yield* comment(2, de, "NEEDS_RESOLUTION")
  yield* comment(3, en, "NEEDS_RESOLUTION")
  const issue = (keyId: number, languageId: number, type: string, state = "OPEN") => sql`
    INSERT INTO quality_issue (project_id, translation_id, type, message, identity, state)
    SELECT project_id, id, ${type}, 'qa', ${`${type} ${state}`}, ${state} FROM translation
    WHERE key_id = ${keyId} AND language_id = ${languageId}`
  yield* issue(1, en, "TRIM_CHECK")
  yield* issue(1, de, "TRIM_CHECK")
  yield* issue(1, de, "TRIM_CHECK", "IGNORED")
  yield* issue(2, de, "TRIM_CHECK", "IGNORED")
  yield* issue(3, de, "REPEATED_WORDS")
  yield* issue(3, fr, "TRIM_CHECK")
  const suggestion = (keyId: number, languageId: number, state: string) =>
    sql`INSERT INTO translation_suggestion ${sql.insert({
      project_id: 1,
      key_id: keyId,
      language_id: languageId,
      author_id: 1,
      text: state,
      is_plural: 0,
      state,
      updated_at: 0,
      ...at
    })}`
  yield* suggestion(1, de, "ACTIVE")
  yield* suggestion(2, de, "DECLINED")
  yield* suggestion(4, fr, "ACTIVE")
  yield* sql`INSERT INTO label ${sql.insert([
    { id: 3, project_id: 1, name: "Legal", color: "#AA00FF" },
    { id: 4, project_id: 2, name: "Legal", color: "#AA00FF" }
  ])}`
  yield* sql`
    INSERT INTO translation_label (translation_id, label_id, project_id)
    SELECT id, CASE project_id WHEN 1 THEN 3 ELSE 4 END, project_id FROM translation WHERE key_id IN (1, 6)`
  yield* sql`INSERT INTO quality_setting ${sql.insert({ project_id: 1, language_id: fr, severities: "{}", is_enabled: 0 })}`
  yield* sql`
    INSERT INTO stale_check (translation_id, project_id)
    SELECT id, project_id FROM translation WHERE key_id IN (1, 3) AND language_id IN (${en}, ${fr})`
  const job = { id: 21, project_id: 1, author_id: 1, operation: "{}", status: "FAILED", total_items: 3, updated_at: 0 }
  yield* sql`INSERT INTO batch_job ${sql.insert({ ...job, ...at })}`
  yield* sql`INSERT INTO batch_job_piece ${sql.insert([
    { job_id: 21, number: 0, key_ids: "[1]", is_failed: 1 },
    { job_id: 21, number: 2, key_ids: "[3,999]", is_failed: 0 }
  ])}`
  yield* sql`INSERT INTO key_neighbour ${sql.insert([{ key_id: 2, neighbour_id: 3, distance: 1, project_id: 1 }])}`
  yield* sql`INSERT INTO activity_revision ${sql.insert([{ id: 11, project_id: 1, type: "EDIT_KEY_NAME", ...at }])}`
  const entity = { revision_id: 11, entity_class: "Key", relations: "{}" }
  yield* sql`INSERT INTO activity_modified_entity ${sql.insert([
    { ...entity, entity_id: 1, kind: "MOD", description: "{}", modifications: "{}" }
  ])}`
  const user = (id: number): Record<string, unknown> => ({ id, username: `u${id}`, name: "U", ...at })
  yield* sql`INSERT INTO user_account ${sql.insert([user(8), user(9)])}`
  yield* sql`INSERT INTO activity_revision ${sql.insert([
    { id: 12, project_id: 1, type: "CREATE_KEY", author_id: 8, created_at: 20 },
    { id: 13, project_id: 1, type: "SET_TRANSLATIONS", author_id: 9, created_at: 30 }
  ])}`
  const added = { revision_id: 12, kind: "ADD", description: "{}", relations: "{}" }
  const edited = { ...added, revision_id: 13, entity_class: "Translation", kind: "MOD" }
  const translations = yield* sql<{ readonly id: number; readonly keyId: number; readonly languageId: number }>`
    SELECT id, key_id AS "keyId", language_id AS "languageId" FROM translation`
  const idOf = (key: number, language: number) =>
    translations.find(({ keyId, languageId }) => keyId === key && languageId === language)?.id ?? 0
  yield* sql`INSERT INTO activity_modified_entity ${sql.insert([
    { ...added, entity_class: "Key", entity_id: 3, modifications: "{}" },
    {
      ...added,
      entity_class: "Translation",
      entity_id: idOf(3, en),
      modifications: `{"text":{"old":null,"new":"Cart"}}`
    },
    { ...edited, entity_id: idOf(2, de), modifications: `{"text":{"old":"T","new":"Text"}}` },
    { ...edited, entity_id: idOf(1, de), modifications: `{"outdated":{"old":"\\"text\\":","new":true}}` }
  ])}`
  yield* sql`INSERT INTO activity_described_entity ${sql.insert([{ ...entity, entity_id: 3, data: "{}" }])}`
})

/** Makes the texts of the project a small part of all: then they are looked through key by key. */
const seedManyOthers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const otherIds = Arr.makeBy(50, (index) => 100 + index)
  yield* sql`INSERT INTO translation_key ${sql.insert(
    Arr.map(otherIds, (id) => ({ id, project_id: 2, name: `other ${id}`, created_at: 0 }))
  )}`
  yield* sql`INSERT INTO translation ${sql.insert(
    Arr.map(otherIds, (id) => ({ key_id: id, project_id: 2, language_id: 4, text: "Welcome", state: "TRANSLATED" }))
  )}`
})

const select = Effect.fnUntraced(function* (selection: Partial<KeySelection>) {
  const repository = yield* TranslationListRepository
  return yield* repository.selectIds({
    place,
    trashed: false,
    languageIds,
    conditions: [],
    order: byId,
    ...selection
  })
})

const anyOf = (...translations: ReadonlyArray<TranslationCondition>): KeyCondition => ({ kind: "anyOf", translations })
const search = (text: string): KeyCondition => ({ kind: "search", text })
const pattern = (
  field: "name" | "namespace" | "description",
  pieces: ReadonlyArray<string>,
  matches = true
): KeyCondition => ({ kind: "pattern", field, pattern: pieces, matches })
const textPattern = (ids: ReadonlyArray<number>, pieces: ReadonlyArray<string>, matches = true): KeyCondition => ({
  kind: "textPattern",
  languageIds: ids,
  pattern: pieces,
  matches
})

const cases: ReadonlyArray<readonly [string, KeyCondition, ReadonlyArray<number>]> = [
  ["no key fulfils nothing", { kind: "nothing" }, []],
  ["a name is found in any case", search("TITLE"), [1]],
  ["a namespace is found", search("shop"), [3]],
  ["a description is found in any case, Cyrillic letters too", search("текст"), [1]],
  ["a text is found in any case", search("PANIER"), [3]],
  ["a text is found by letters outside ASCII", search("GRÜSS"), []],
  ["a text is found by letters outside ASCII in any case", search("GRÜßE"), [1]],
  ["a text is found by letters without cases", search("漢字"), [1]],
  ["a percent sign is itself", search("0%"), [1, 2]],
  ["an underscore is itself", search("r_s"), [2]],
  ["a backslash is itself", search("\\"), [2]],
  ["nothing is found by what no text has", search("a\0b"), []],
  ["names are compared exactly", { kind: "name", names: ["title", "CART", "a\0b"] }, [1]],
  ["ids of other projects are no keys of this one", { kind: "id", ids: [1, 3, 6, 99] }, [1, 3]],
  ["a namespace by name", { kind: "namespace", names: ["Shop"], isOneOf: true }, [3]],
  ["the default namespace", { kind: "namespace", names: [""], isOneOf: true }, [1, 2, 4]],
  ["both namespaces", { kind: "namespace", names: ["", "Shop"], isOneOf: true }, [1, 2, 3, 4]],
  ["not in a namespace", { kind: "namespace", names: ["Shop"], isOneOf: false }, [1, 2, 4]],
  ["not in the default namespace", { kind: "namespace", names: [""], isOneOf: false }, [3]],
  ["one of the tags", { kind: "tag", names: ["app", "none"], hasAny: true }, [1, 3]],
  ["no tag at all", { kind: "tag", names: [""], hasAny: true }, [4]],
  ["one of the tags, or none at all", { kind: "tag", names: ["web", ""], hasAny: true }, [2, 3, 4]],
  ["none of the tags", { kind: "tag", names: ["app"], hasAny: false }, [2, 4]],
  ["at least one tag", { kind: "tag", names: [""], hasAny: false }, [1, 2, 3]],
  ["a description", { kind: "description", exists: true }, [1]],
  ["no description, or an empty one", { kind: "description", exists: false }, [2, 3, 4]],
  ["a text in any language", { kind: "anyText", exists: true }, [1, 2, 3]],
  ["a language without a text", { kind: "anyText", exists: false }, [1, 2, 4]],
  ["created by a user", { kind: "createdBy", userIds: [8] }, [3]],
  ["created by another one", { kind: "createdBy", userIds: [9] }, []],
  ["created at a time", { kind: "created", after: 5, before: 6 }, [1]],
  ["created before a time", { kind: "created", after: null, before: 5 }, [2, 3, 4]],
  ["whose text a user changed, not only its flags", { kind: "edited", userIds: [9], after: null, before: null }, [2]],
  ["whose text was changed in a time", { kind: "edited", userIds: null, after: 20, before: 30 }, [3]],
  ["whose text a user changed in a time", { kind: "edited", userIds: [8, 9], after: 31, before: null }, []],
  ["changed or referenced by a revision", { kind: "revision", ids: [11, 12] }, [1, 3]],
  ["a name with a pattern", pattern("name", ["T", "LE"]), [1]],
  ["a name that begins otherwise", pattern("name", ["itle", ""]), []],
  ["a name without the pattern", pattern("name", ["", "t", ""], false), [2]],
  ["a namespace with a pattern", pattern("namespace", ["sh", ""]), [3]],
  ["no namespace matches no pattern", pattern("namespace", ["sh", ""], false), [1, 2, 4]],
  ["a description with a pattern", pattern("description", ["", "100%", ""]), [1]],
  ["a description without the pattern", pattern("description", ["", "100%", ""], false), [2, 3, 4]],
  ["a text with a pattern in one language", textPattern([de], ["", "t", ""]), [2]],
  ["a text with a pattern in any language", textPattern(languageIds, ["", "t", ""]), [2, 3]],
  ["no text with the pattern", textPattern(languageIds, ["", "t", ""], false), [1, 4]],
  ["without languages no text matches", textPattern([], ["", "t", ""]), []],
  ["without languages no text matches, which is wanted", textPattern([], ["", "t", ""], false), [1, 2, 3, 4]],
  ["deleted by a user", { kind: "deletedBy", userIds: [8] }, []],
  ["an empty group of filters", anyOf(), []],
  ["a state", anyOf({ kind: "state", languageId: en, state: "REVIEWED" }), [2]],
  [
    "states of one language",
    anyOf({ kind: "state", languageId: en, state: "REVIEWED" }, { kind: "state", languageId: en, state: "TRANSLATED" }),
    [1, 2, 3]
  ],
  [
    "states of two languages",
    anyOf({ kind: "state", languageId: en, state: "REVIEWED" }, { kind: "state", languageId: fr, state: "TRANSLATED" }),
    [2, 3]
  ],
  ["untranslated, also without a row", anyOf({ kind: "state", languageId: fr, state: "UNTRANSLATED" }), [1, 2, 4]],
  [
    "untranslated in any of all languages",
    anyOf(...languageIds.map((languageId) => ({ kind: "state", languageId, state: "UNTRANSLATED" }) as const)),
    [1, 2, 4]
  ],
  ["disabled nowhere", anyOf({ kind: "state", languageId: fr, state: "DISABLED" }), []],
  ["without a text", anyOf({ kind: "text", languageId: fr, exists: false }), [1, 2, 4]],
  ["with a text", anyOf({ kind: "text", languageId: fr, exists: true }), [3]],
  ["translated by a machine", anyOf({ kind: "auto", languageId: en }), [3]],
  ["outdated", anyOf({ kind: "outdated", languageId: de, isOutdated: true }), [2]],
  ["not outdated, of those that have a row", anyOf({ kind: "outdated", languageId: de, isOutdated: false }), [1, 3]],
  ["left over by a batch job", { kind: "failedInJob", jobId: 21 }, [1, 3]],
  ["left over by a batch job that there is not", { kind: "failedInJob", jobId: 22 }, []],
  ["commented on", anyOf({ kind: "comment", languageId: de, isUnresolved: false }), [1, 2]],
  ["with an unresolved comment", anyOf({ kind: "comment", languageId: de, isUnresolved: true }), [2]],
  [
    "commented on in any language",
    anyOf(...[en, fr].map((languageId) => ({ kind: "comment", languageId, isUnresolved: false }) as const)),
    [3]
  ],
  ["with a suggestion", anyOf({ kind: "suggestion", languageId: de, exists: true }), [1]],
  ["with a suggestion and no row", anyOf({ kind: "suggestion", languageId: fr, exists: true }), [4]],
  ["without a suggestion", anyOf({ kind: "suggestion", languageId: de, exists: false }), [2, 3, 4]],
  [
    "with a suggestion, or an unresolved comment",
    anyOf(
      { kind: "suggestion", languageId: fr, exists: true },
      { kind: "comment", languageId: de, isUnresolved: true }
    ),
    [2, 4]
  ],
  ["with an open issue", anyOf({ kind: "qualityIssue", languageId: de, type: null }), [1, 3]],
  ["with an open issue of a type", anyOf({ kind: "qualityIssue", languageId: de, type: "REPEATED_WORDS" }), [3]],
  ["with an issue, of a language that is not checked", anyOf({ kind: "qualityIssue", languageId: fr, type: null }), []],
  ["that wait for checks", anyOf({ kind: "staleChecks", languageId: en }), [1, 3]],
  ["with a label", anyOf({ kind: "label", languageId: de, labelId: 3 }), [1]],
  ["with a quality below a score", anyOf({ kind: "qualityBelow", languageId: en, score: 41 }), [3]],
  ["with a quality below their own one", anyOf({ kind: "qualityBelow", languageId: en, score: 40 }), []],
  [
    "with the quality of a text that a person has confirmed",
    anyOf({ kind: "qualityBelow", languageId: de, score: 100 }),
    []
  ],
  ["with a label of another project", anyOf({ kind: "label", languageId: de, labelId: 4 }), []],
  ["that wait for checks, of a language that is not checked", anyOf({ kind: "staleChecks", languageId: fr }), []],
  [
    "with an issue, or without a text",
    anyOf(
      { kind: "qualityIssue", languageId: de, type: "TRIM_CHECK" },
      { kind: "text", languageId: de, exists: false }
    ),
    [1, 4]
  ]
]

const orders: ReadonlyArray<readonly [string, KeyOrder[number], ReadonlyArray<number>]> = [
  ["names", { property: "keyName", languageId: null, direction: "asc" }, [2, 3, 4, 1]],
  ["namespaces, those without first", { property: "keyNamespace", languageId: null, direction: "asc" }, [1, 2, 4, 3]],
  ["namespaces, those without last", { property: "keyNamespace", languageId: null, direction: "desc" }, [3, 1, 2, 4]],
  ["ids of namespaces", { property: "keyNamespaceId", languageId: null, direction: "desc" }, [3, 1, 2, 4]],
  ["time", { property: "createdAt", languageId: null, direction: "desc" }, [1, 2, 3, 4]],
  ["descriptions", { property: "keyDescription", languageId: null, direction: "desc" }, [1, 2, 3, 4]],
  ["plurals", { property: "keyIsPlural", languageId: null, direction: "desc" }, [3, 1, 2, 4]],
  ["arguments", { property: "keyPluralArgName", languageId: null, direction: "asc" }, [1, 2, 4, 3]],
  ["limits", { property: "keyMaxCharLimit", languageId: null, direction: "desc" }, [2, 1, 3, 4]],
  ["context", { property: "contextPresent", languageId: null, direction: "desc" }, [2, 1, 3, 4]],
  ["texts", { property: "text", languageId: de, direction: "asc" }, [4, 1, 2, 3]],
  ["texts, last first", { property: "text", languageId: de, direction: "desc" }, [3, 2, 1, 4]],
  ["scores", { property: "qualityScore", languageId: en, direction: "asc" }, [1, 2, 4, 3]],
  ["scores, those without last", { property: "qualityScore", languageId: en, direction: "desc" }, [3, 1, 2, 4]],
  ["scores of people's texts as none", { property: "qualityScore", languageId: de, direction: "desc" }, [1, 2, 3, 4]]
]

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("the translation list on %s", (_, layerTest) => {
  const layerFixture = TranslationListRepository.layer.pipe(
    Layer.provideMerge(
      Layer.tap(layerTest, (services) =>
        Effect.provideContext(
          Effect.flatMap(Database, (database) => database.transaction(Effect.orDie(seedKeys))),
          services
        )
      )
    )
  )
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect.each(cases)("%s", ([, condition, expected]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* select({ conditions: [condition] }), expected)
      })
    )

    it.effect("finds the same in a project that is a small part of the database", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const rollBack = database.transaction(
          Effect.gen(function* () {
            yield* Effect.orDie(seedManyOthers)
            for (const [title, condition, expected] of cases) {
              assert.deepStrictEqual(yield* select({ conditions: [condition] }), expected, title)
            }
            return yield* Effect.fail("rolled back")
          })
        )
        assert.strictEqual(yield* Effect.flip(rollBack), "rolled back")
      })
    )

    it.effect("combines conditions with AND, and keeps to the selected languages", () =>
      Effect.gen(function* () {
        const conditions: ReadonlyArray<KeyCondition> = [search("e"), { kind: "tag", names: ["web"], hasAny: true }]
        assert.deepStrictEqual(yield* select({ conditions }), [2, 3])
        assert.deepStrictEqual(yield* select({ conditions: [search("panier")], languageIds: [en, de] }), [])
        assert.deepStrictEqual(yield* select({ conditions: [search("panier")], languageIds: [] }), [])
        assert.deepStrictEqual(
          yield* select({ conditions: [{ kind: "anyText", exists: false }], languageIds: [en] }),
          [4]
        )
      })
    )

    it.effect("shows the trash apart", () =>
      Effect.gen(function* () {
        const repository = yield* TranslationListRepository
        assert.deepStrictEqual(yield* select({ trashed: true }), [5])
        const deletedBy = (userId: number): ReadonlyArray<KeyCondition> => [{ kind: "deletedBy", userIds: [userId] }]
        assert.deepStrictEqual(yield* select({ trashed: true, conditions: deletedBy(8) }), [5])
        assert.deepStrictEqual(yield* select({ trashed: true, conditions: deletedBy(9) }), [])
        assert.deepStrictEqual([yield* repository.count(place), yield* repository.count(place, true)], [4, 1])
        const slice = { afterId: 0, offset: 0, limit: 9 }
        assert.deepStrictEqual(yield* repository.pageOfIds(place, true, slice), [5])
        assert.deepStrictEqual(yield* repository.pageOfIds(place, false, { ...slice, offset: 1, limit: 2 }), [2, 3])
        assert.deepStrictEqual(yield* repository.pageOfIds(place, false, { ...slice, afterId: 3 }), [4])
      })
    )

    it.effect.each(orders)("sorted by %s, every key is found behind the one before", ([, criterion, expected]) =>
      Effect.gen(function* () {
        const repository = yield* TranslationListRepository
        const order = [criterion, ...byId]
        const selection: KeySelection = { place, trashed: false, languageIds, conditions: [], order }
        assert.deepStrictEqual(yield* repository.selectIds(selection), expected)
        for (const [index, id] of expected.entries()) {
          const values = Option.getOrThrow(yield* repository.findSortValues(1, order, id))
          const next = yield* repository.findAfter(selection, values)
          assert.strictEqual(Option.getOrNull(next), expected[index + 1] ?? null)
        }
      })
    )

    it.effect("lists keys in the order asked for, and their texts in the languages asked for", () =>
      Effect.gen(function* () {
        const repository = yield* TranslationListRepository
        assert.deepStrictEqual(yield* repository.listKeys(1, [3, 99, 2]), [
          {
            id: 3,
            branchId: null,
            name: "cart",
            namespaceId: 7,
            namespace: "Shop",
            description: null,
            isPlural: true,
            pluralArgumentName: "n",
            maxCharLimit: null,
            createdAt: 0,
            hasContext: false
          },
          {
            id: 2,
            branchId: null,
            name: "body_a",
            namespaceId: null,
            namespace: null,
            description: "",
            isPlural: false,
            pluralArgumentName: null,
            maxCharLimit: 10,
            createdAt: 0,
            hasContext: true
          }
        ])
        const rows = yield* repository.listTranslations(1, [1, 3], [de, fr])
        assert.sameDeepMembers(
          rows.map(({ keyId, languageId, text }) => [keyId, languageId, text]),
          [
            [1, de, "Grüße, 漢字"],
            [1, fr, null],
            [3, de, "Wagen"],
            [3, fr, "Panier"]
          ]
        )
        assert.deepStrictEqual(yield* repository.listTranslations(1, [1], []), [])
      })
    )

    it.effect("names the texts of one language by name of the key, of one namespace and with a tag", () =>
      Effect.gen(function* () {
        const repository = yield* TranslationListRepository
        const inDefault = { place, namespaceId: null, tagNames: null, languageId: en }
        assert.deepStrictEqual(yield* repository.listNamedTexts(inDefault), [
          { name: "body_a", text: "under_score \\ 50%" },
          { name: "title", text: "Welcome" }
        ])
        assert.deepStrictEqual(yield* repository.listNamedTexts({ ...inDefault, languageId: fr }), [
          { name: "title", text: null }
        ])
        assert.deepStrictEqual(yield* repository.listNamedTexts({ ...inDefault, namespaceId: 7 }), [
          { name: "cart", text: "Cart" }
        ])
        assert.deepStrictEqual(yield* repository.listNamedTexts({ ...inDefault, tagNames: ["app", "a\0b"] }), [
          { name: "title", text: "Welcome" }
        ])
        assert.deepStrictEqual(yield* repository.listNamedTexts({ ...inDefault, tagNames: [] }), [])
      })
    )
  })
})
