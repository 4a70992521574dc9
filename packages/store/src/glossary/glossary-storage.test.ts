import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { GlossaryRepository } from "./glossary-repository.ts"
import { type GlossaryTermFields, GlossaryTermRepository } from "./glossary-term-repository.ts"

const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
  const sql = yield* SqlClient.SqlClient
  const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING *`
  return inserted?.id ?? 0
}, Effect.orDie)

const term = (fields: Partial<GlossaryTermFields> = {}): GlossaryTermFields => ({
  description: null,
  isNonTranslatable: false,
  isCaseSensitive: false,
  isAbbreviation: false,
  isForbidden: false,
  ...fields
})

const firstPage = { sort: [{ property: "id", direction: "asc" }], limit: 20, offset: 0 } as const

const idsOf = ({ rows }: { readonly rows: ReadonlyArray<{ readonly id: number }> }) => rows.map(({ id }) => id)

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("glossaries on %s", (_, layerTest) => {
  const layerRepositories = Layer.mergeAll(GlossaryRepository.layer, GlossaryTermRepository.layer)
  layer(layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest))), { timeout: "60 seconds" })((it) => {
    const seedProject = (name: string) =>
      insert("project", { organization_id: 1, name, slug: name.toLowerCase(), created_at: 0 })

    const seedGlossary = (name: string) =>
      GlossaryRepository.use((repository) => repository.insert(1, { name, baseLanguageTag: "en" }, 0))

    it.effect("a viewer sees glossaries of projects that the viewer may enter, and those projects only", () =>
      inFixture(
        Effect.gen(function* () {
          const repository = yield* GlossaryRepository
          const [open, closed] = [yield* seedProject("Open"), yield* seedProject("Closed")]
          const viewer = 3
          yield* insert("direct_permission", { project_id: open, user_id: viewer, type: "VIEW", created_at: 0 })
          const [shared, hidden] = [yield* seedGlossary("Shared"), yield* seedGlossary("Hidden")]
          yield* repository.assign(shared, [open, closed])
          yield* repository.assign(hidden, [closed])
          const list = (by: number | null) =>
            Effect.map(repository.list({ organizationId: 1, viewer: by, search: "", ...firstPage }), idsOf)
          assert.deepStrictEqual(yield* list(null), [shared, hidden])
          assert.deepStrictEqual(yield* list(viewer), [shared])
          assert.isTrue(Option.isNone(yield* repository.find(1, hidden, viewer)))
          assert.isTrue(Option.isSome(yield* repository.find(1, hidden, null)))
          const projects = yield* repository.listProjects([shared, hidden], viewer)
          assert.deepStrictEqual(
            projects.map(({ id, glossaryId }) => [id, glossaryId]),
            [[open, shared]]
          )
          assert.strictEqual((yield* repository.listProjects([shared, hidden], null)).length, 3)
        })
      )
    )

    it.effect("a search finds descriptions, base texts and texts in the chosen languages", () =>
      inFixture(
        Effect.gen(function* () {
          const terms = yield* GlossaryTermRepository
          const glossary = yield* seedGlossary("Terms")
          const [berth = 0, quay = 0, empty = 0] = yield* terms.insert(glossary, [
            term({ description: "for Šhips" }),
            term(),
            term()
          ])
          yield* terms.setTexts(glossary, [
            { termId: berth, languageTag: "en", text: "Berth" },
            { termId: berth, languageTag: "cs", text: "Kotviště" },
            { termId: quay, languageTag: "en", text: "quay 100%" }
          ])
          const find = (search: string, ...languageTags: ReadonlyArray<string>) =>
            terms.listIds({ glossaryId: glossary, baseLanguageTag: "en", search, languageTags })
          assert.deepStrictEqual(yield* find(""), [berth, quay, empty])
          assert.deepStrictEqual(yield* find("šHIPS"), [berth])
          assert.deepStrictEqual(yield* find("BERTH", "de"), [berth])
          assert.deepStrictEqual(yield* find("kotviště"), [berth])
          assert.deepStrictEqual(yield* find("kotviště", "de"), [])
          assert.deepStrictEqual(yield* find("%"), [quay])
          const byText = yield* terms.list({
            glossaryId: glossary,
            baseLanguageTag: "en",
            search: "",
            languageTags: [],
            sort: [{ property: "text", direction: "desc" }],
            limit: 2,
            offset: 1
          })
          assert.deepStrictEqual([idsOf(byText), byText.total], [[berth, empty], 3])
        })
      )
    )

    it.effect("texts are replaced and deleted, and go with their term", () =>
      inFixture(
        Effect.gen(function* () {
          const terms = yield* GlossaryTermRepository
          const [glossary, other] = [yield* seedGlossary("Own"), yield* seedGlossary("Other")]
          const [first = 0, second = 0] = yield* terms.insert(glossary, [term(), term()])
          const texts = ["en", "cs", "de"].map((languageTag) => ({ termId: first, languageTag, text: languageTag }))
          yield* terms.setTexts(glossary, [...texts, { termId: second, languageTag: "fr", text: "b" }])
          yield* terms.setTexts(glossary, [
            { termId: first, languageTag: "cs", text: "" },
            { termId: first, languageTag: "de", text: "neu" }
          ])
          assert.deepStrictEqual(yield* terms.listTexts([first], null), [
            { termId: first, languageTag: "de", text: "neu" },
            { termId: first, languageTag: "en", text: "en" }
          ])
          yield* terms.removeOtherTexts([first], "en")
          assert.deepStrictEqual(yield* terms.listLanguageTags(glossary), ["en", "fr"])
          assert.strictEqual(yield* terms.remove(other, [second]), 0)
          assert.strictEqual(yield* terms.remove(glossary, [second, 0]), 1)
          assert.deepStrictEqual(yield* terms.listLanguageTags(glossary), ["en"])
        })
      )
    )

    it.effect("a new base language takes the texts of terms that are not translated", () =>
      inFixture(
        Effect.gen(function* () {
          const repository = yield* GlossaryRepository
          const terms = yield* GlossaryTermRepository
          const glossary = yield* seedGlossary("Own")
          const [name = 0, word = 0] = yield* terms.insert(glossary, [term({ isNonTranslatable: true }), term()])
          yield* terms.setTexts(glossary, [
            { termId: name, languageTag: "en", text: "Dragoman" },
            { termId: word, languageTag: "en", text: "berth" }
          ])
          yield* repository.update(glossary, { name: "Own", baseLanguageTag: "de" })
          assert.deepStrictEqual(yield* terms.listTexts([name, word], null), [
            { termId: name, languageTag: "de", text: "Dragoman" },
            { termId: word, languageTag: "en", text: "berth" }
          ])
        })
      )
    )

    it.effect("a project whose glossaries changed is found until it is marked", () =>
      inFixture(
        Effect.gen(function* () {
          const repository = yield* GlossaryRepository
          const project = yield* seedProject("Checked")
          const glossary = yield* seedGlossary("Own")
          const isFound = Effect.map(repository.findUncheckedProject(project - 1), Option.isSome)
          assert.isFalse(yield* isFound)
          yield* repository.assign(glossary, [project])
          assert.isTrue(yield* isFound)
          yield* repository.setChecked(project)
          assert.isFalse(yield* isFound)
          yield* repository.raiseVersion(glossary)
          assert.isTrue(yield* isFound)
          yield* repository.unassign(glossary, [project])
          assert.isFalse(yield* isFound)
        })
      )
    )

    it.effect("terms and texts of a project are those of the glossaries that it uses", () =>
      inFixture(
        Effect.gen(function* () {
          const repository = yield* GlossaryRepository
          const terms = yield* GlossaryTermRepository
          const project = yield* seedProject("Using")
          const [used, other] = [yield* seedGlossary("Used"), yield* seedGlossary("Other")]
          yield* repository.assign(used, [project])
          const [own = 0] = yield* terms.insert(used, [term()])
          const [foreign = 0] = yield* terms.insert(other, [term()])
          yield* terms.setTexts(
            used,
            ["en", "cs"].map((languageTag) => ({ termId: own, languageTag, text: languageTag }))
          )
          yield* terms.setTexts(other, [{ termId: foreign, languageTag: "en", text: "foreign" }])
          assert.deepStrictEqual(idsOf({ rows: yield* terms.listOfProject(project) }), [own])
          const texts = yield* terms.listTextsOfProject(project)
          assert.deepStrictEqual(texts.map(({ languageTag }) => languageTag).sort(), ["cs", "en"])
        })
      )
    )
  })
})
