import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A live key as tests compare it. */
export interface ContentOfKey {
  readonly namespace: string | null
  readonly plural: string | null
  readonly description: string | null
  readonly custom: unknown
  readonly references: unknown
  readonly tags: ReadonlyArray<string>
  /** By tag: `text`, and behind it what is not usual (`REVIEWED`, `outdated`); null: an untranslated row. */
  readonly texts: Readonly<Record<string, string | null>>
}

/** The live keys of a project by name, a namespace in front of it. */
export const contentOf = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* sql<{
    id: number
    name: string
    namespace: string | null
    isPlural: number
    pluralArgumentName: string | null
    description: string | null
    customValues: string | null
    codeReferences: string | null
  }>`
    SELECT k.id, k.name, n.name AS namespace, k.is_plural, k.plural_argument_name, k.description, k.custom_values,
      k.code_references
    FROM translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id
    WHERE k.project_id = ${projectId} AND k.deleted_at IS NULL ORDER BY k.name, k.id`
  const tags = yield* sql<{ keyId: number; name: string }>`
    SELECT kt.key_id, t.name FROM key_tag kt JOIN tag t ON t.id = kt.tag_id
    WHERE t.project_id = ${projectId} ORDER BY t.name`
  const texts = yield* sql<{ keyId: number; tag: string; text: string | null; state: string; isOutdated: number }>`
    SELECT t.key_id, l.tag, t.text, t.state, t.is_outdated FROM translation t JOIN language l ON l.id = t.language_id
    WHERE l.project_id = ${projectId} ORDER BY l.id`
  const content: Record<string, ContentOfKey> = {}
  for (const key of keys) {
    content[key.namespace === null ? key.name : `${key.namespace}:${key.name}`] = {
      namespace: key.namespace,
      plural: key.isPlural === 1 ? key.pluralArgumentName : null,
      description: key.description,
      custom: key.customValues === null ? null : JSON.parse(key.customValues),
      references: key.codeReferences === null ? null : JSON.parse(key.codeReferences),
      tags: tags.filter(({ keyId }) => keyId === key.id).map(({ name }) => name),
      texts: Object.fromEntries(
        texts
          .filter(({ keyId }) => keyId === key.id)
          .map(({ tag, text, state, isOutdated }) => {
            const marks = [
              ...(state === "TRANSLATED" || state === "UNTRANSLATED" ? [] : [state]),
              ...(isOutdated === 1 ? ["outdated"] : [])
            ]
            return [tag, text === null && marks.length === 0 ? null : [text ?? "", ...marks].join(" ")]
          })
      )
    }
  }
  return content
}, Effect.orDie)

/** Only the texts, by key and tag. */
export const textsIn = (projectId: number) =>
  Effect.map(contentOf(projectId), (content) =>
    Object.fromEntries(Object.entries(content).map(([name, { texts }]) => [name, texts]))
  )

/** The project protects what was reviewed. */
export const protectReviewed = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* database.transaction(
    sql`UPDATE project SET translation_protection = 'PROTECT_REVIEWED' WHERE id = ${projectId}`
  )
}, Effect.orDie)

/** All translations of a project get this state; disabled ones lose their texts. */
export const setStates = Effect.fnUntraced(function* (projectId: number, state: "REVIEWED" | "DISABLED") {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const text = sql.literal(state === "DISABLED" ? "NULL" : "text")
  yield* database.transaction(sql`
    UPDATE translation SET state = ${state}, text = ${text}
    WHERE key_id IN (SELECT id FROM translation_key WHERE project_id = ${projectId})`)
}, Effect.orDie)
