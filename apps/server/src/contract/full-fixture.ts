import { collectImportNotices } from "@dragoman/domain/activity"
import { exportFormats, formatDataNames } from "@dragoman/formats"
import { ActivityRepository, Database, FormatDataRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../testing/seed.ts"
import type { TestCredential } from "../testing/send.ts"
import { callerKinds } from "./caller-kinds.ts"
import { type ContractFixture, seedCaller, seedFixture } from "./contract-fixture.ts"

/** In everything that belongs to the other organization. */
export const foreignText = "canary of others"

/** The texts of the base language, which a caller with one language may not view. */
export const hiddenText = "canary of a hidden language"

let fixtures = 0

/** A world with content on both sides. The names of all worlds are equally long. */
export const seedFullFixture = Effect.gen(function* () {
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      fixtures += 1
      const fixture = yield* seedFixture(`w${String(fixtures).padStart(6, "0")}`)
      const { owner, otherOwner, project, otherProject } = fixture
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* Effect.orDie(
        sql<{ id: number }>`SELECT base_language_id AS id FROM project WHERE id = ${project.id}`
      )
      const key = yield* seed.key({ project: project.id, name: "key" })
      const hidden = yield* seed.translation({ key, language: row?.id ?? 0, text: hiddenText })
      yield* seedFormatData(project.id, hidden)
      yield* seedImportNotice(project.id, row?.id ?? 0)
      const comment = yield* seed.comment({ translation: hidden, author: owner, text: hiddenText })
      const suggestion = yield* seed.suggestion({ key, language: row?.id ?? 0, author: owner, text: hiddenText })
      yield* seed.translation({ key, language: project.languageId, text: "visible" })
      const foreignKey = yield* seed.key({ project: otherProject.id, name: foreignText })
      const translation = yield* seed.translation({
        key: foreignKey,
        language: otherProject.languageId,
        text: foreignText
      })
      yield* seed.comment({ translation, author: otherOwner, text: foreignText })
      yield* seed.suggestion({
        key: foreignKey,
        language: otherProject.languageId,
        author: otherOwner,
        text: foreignText
      })
      yield* seed.tag({ project: otherProject.id, key: foreignKey, name: foreignText })
      yield* seed.namespace({ project: otherProject.id, name: foreignText })
      return { fixture, key, hidden, comment, suggestion, hiddenLanguage: row?.id ?? 0 }
    })
  )
})

/** Stores the revision of an import that left a warning about a text of a language. */
const seedImportNotice = Effect.fnUntraced(function* (projectId: number, languageId: number) {
  const repository = yield* ActivityRepository
  const collector = collectImportNotices()
  const place = { fileName: "en.json", line: 1, column: 1 }
  collector.add({ ...place, keyName: hiddenText, keyNamespace: null, languageName: "en", message: hiddenText }, [
    languageId
  ])
  const head = { projectId, authorId: null, type: "IMPORT", createdAt: 0 } as const
  const { id } = yield* repository.insert({ ...head, params: collector.params() })
  yield* repository.setCounts(id, { Translation: 1 })
}, Effect.provide(ActivityRepository.layer))

/** Stores data of each file format for a text. */
const seedFormatData = Effect.fnUntraced(function* (projectId: number, translationId: number) {
  const repository = yield* FormatDataRepository
  const rows = exportFormats.map(({ format }) => ({
    translationId,
    format,
    data: Object.fromEntries(formatDataNames.map((name) => [name, hiddenText])),
    textData: { [`_of${format}`]: hiddenText },
    text: hiddenText
  }))
  yield* repository.save(projectId, rows).pipe(Effect.provide(FormatDataRepository.layer))
})

/** Those with the fewest rights first: what a request changes is seen by the next ones. An administrator comes last. */
const callers = [...callerKinds].reverse()

/**
 * The anonymous caller and one of each other kind except some, by name. Their keys were used just now: using them writes nothing.
 */
export const seedCallers = Effect.fnUntraced(function* (fixture: ContractFixture, without: ReadonlyArray<string> = []) {
  const sql = yield* SqlClient.SqlClient
  const credentials: Array<readonly [string, TestCredential]> = [["anonymous", null]]
  for (const kind of callers) {
    if (!without.includes(kind.name)) credentials.push([kind.name, yield* seedCaller(fixture, kind)])
  }
  const now = yield* Clock.currentTimeMillis
  for (const table of ["project_api_key", "personal_access_token"]) {
    yield* Effect.orDie(sql`UPDATE ${sql(table)} SET last_used_at = ${now} WHERE last_used_at IS NULL`)
  }
  return credentials
})
