import { assignIds } from "@dragoman/domain/tolgee"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn, isNamedIn } from "../database/content-place.ts"
import { jsonIds, jsonTexts } from "../database/sql-fragments.ts"
import { type NewRowOf, type RowOf, select, type Table } from "../database/table.ts"
import { makeSecretColumns, secretPlace } from "../encryption/secret-columns.ts"
import { digestOfInvitationCode } from "../invitation/invitation-repository.ts"
import { activityRevisionTable, describedEntityTable, modifiedEntityTable } from "../table/activity-tables.ts"
import { branchTable } from "../table/branch-tables.ts"
import {
  commentTable,
  keyTable,
  screenshotReferenceTable,
  suggestionTable,
  translationTable
} from "../table/content-tables.ts"
import { glossaryTable, glossaryTermTable } from "../table/glossary-tables.ts"
import { labelTable } from "../table/label-tables.ts"
import { promptTable } from "../table/machine-translation-tables.ts"
import { memoryEntryTable, memoryTable } from "../table/memory-tables.ts"
import { organizationRoleTable, organizationTable } from "../table/organization-tables.ts"
import { directPermissionTable, invitationTable } from "../table/permission-tables.ts"
import { languageTable, namespaceTable, projectApiKeyTable, projectTable } from "../table/project-tables.ts"
import { recoveryCodeTable, totpTable } from "../table/second-factor-tables.ts"
import { userIdentityTable } from "../table/sign-in-tables.ts"
import { personalAccessTokenTable, userAccountTable } from "../table/user-tables.ts"
import { webhookConfigurationTable } from "../table/webhook-tables.ts"

/** Tables whose rows have ids of their own. */
const numbered = {
  user: userAccountTable,
  organization: organizationTable,
  project: projectTable,
  language: languageTable,
  namespace: namespaceTable,
  branch: branchTable,
  key: keyTable,
  translation: translationTable,
  comment: commentTable,
  suggestion: suggestionTable,
  label: labelTable,
  revision: activityRevisionTable,
  webhook: webhookConfigurationTable,
  projectApiKey: projectApiKeyTable,
  personalAccessToken: personalAccessTokenTable,
  invitation: invitationTable,
  memory: memoryTable,
  memoryEntry: memoryEntryTable,
  glossary: glossaryTable,
  glossaryTerm: glossaryTermTable,
  prompt: promptTable
} as const

type Numbered = typeof numbered

/** Kinds of rows that can be stored under an id of another server. */
export type NumberedKind = keyof Numbered

/** Tables whose rows are told apart by other columns; a row that is there is replaced. */
const keyed = {
  role: { table: organizationRoleTable, by: ["organizationId", "userId"] },
  permission: { table: directPermissionTable, by: ["projectId", "userId"] },
  reference: { table: screenshotReferenceTable, by: ["imageId", "keyId"] },
  modified: { table: modifiedEntityTable, by: ["revisionId", "entityClass", "entityId"] },
  described: { table: describedEntityTable, by: ["revisionId", "entityClass", "entityId"] }
} as const

type Keyed = typeof keyed

const login = select({
  id: userAccountTable.as().id,
  username: userAccountTable.as().username,
  passwordHash: userAccountTable.as().passwordHash
})

const keyName = select({
  id: keyTable.as("k").id,
  namespaceId: keyTable.as("k").namespaceId,
  name: keyTable.as("k").name
})

/**
 * Rows that are taken from a server of Tolgee as they are, with their ids, times and authors, which no use case writes.
 * For a command that runs alone on the database: other programs do not hear of the changes. Writes belong into a transaction.
 */
export class MovedRowRepository extends Context.Service<
  MovedRowRepository,
  {
    /** Chooses the ids under which rows are stored: the wanted ones where they are free. */
    readonly chooseIds: (kind: NumberedKind, wanted: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** Lists those of the ids that have a row; for projects and users also a deleted one. */
    readonly existing: (kind: NumberedKind, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlySet<number>>
    /** Inserts invitations; a code is stored encrypted when the database is, and its digest beside it. */
    readonly insertInvitations: (
      rows: ReadonlyArray<Omit<NewRowOf<typeof invitationTable>, "codeDigest"> & { readonly id: number }>
    ) => Effect.Effect<void>
    /** The first row says which columns are written. Ids that are given out later are behind these. */
    readonly insert: <K extends NumberedKind>(
      kind: K,
      rows: ReadonlyArray<NewRowOf<Numbered[K]> & { readonly id: number }>
    ) => Effect.Effect<void>
    readonly update: <K extends NumberedKind>(
      kind: K,
      rows: ReadonlyArray<Partial<RowOf<Numbered[K]>> & { readonly id: number }>
    ) => Effect.Effect<void>
    readonly put: <K extends keyof Keyed>(
      kind: K,
      rows: ReadonlyArray<NewRowOf<Keyed[K]["table"]>>
    ) => Effect.Effect<void>
    /** Finds live accounts with these names, which are in small letters. */
    readonly findUsers: (
      usernames: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly username: string }>>
    /** The hashes of these accounts; null: no password opens the account. */
    readonly listPasswordHashes: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, string | null>>
    /** null: no live organization has the slug. */
    readonly findOrganization: (slug: string) => Effect.Effect<number | null>
    readonly isProjectLive: (id: number) => Effect.Effect<boolean>
    /** Lists the live keys of a branch, by id. */
    readonly listKeys: (
      place: ContentPlace
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly name: string }>>
    /** Finds live keys with these names, in any namespace. */
    readonly findKeys: (
      place: ContentPlace,
      names: ReadonlyArray<string>
    ) => Effect.Effect<
      ReadonlyArray<{ readonly id: number; readonly namespaceId: number | null; readonly name: string }>
    >
    /** The languages in which these keys have a row, and its id. */
    readonly findTranslations: (
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly keyId: number; readonly languageId: number }>>
    /** Records that the texts of the project have changed: readers that keep them ask again. */
    readonly touchLanguages: (projectId: number, at: number) => Effect.Effect<void>
    /** Removes the tags that the key does not have there. */
    readonly removeTagsExcept: (
      keyTags: ReadonlyArray<{ readonly keyId: number; readonly tagIds: ReadonlyArray<number> }>
    ) => Effect.Effect<void>
    /** The second factor of an account that has none. `totpKey`: base32 in small letters. */
    readonly setSecondFactor: (factor: {
      readonly userId: number
      readonly totpKey: string
      readonly lastStep: number
      readonly codeHashes: ReadonlyArray<string>
      readonly at: number
    }) => Effect.Effect<boolean>
    /** false: the account has a login of a provider, or another account has this one. */
    readonly addIdentity: (identity: NewRowOf<typeof userIdentityTable>) => Effect.Effect<boolean>
    /** Finds those of the digests that are stored already, of keys or tokens. */
    readonly findDigests: (
      kind: "projectApiKey" | "personalAccessToken",
      digests: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>>
  }
>()("@dragoman/store/tolgee/MovedRowRepository") {
  static readonly layer = Layer.effect(
    MovedRowRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secretColumns = yield* makeSecretColumns
      const nameOf = (kind: NumberedKind) => sql(numbered[kind].name)
      const lastId = sql.onDialectOrElse({
        pg: () => (kind: NumberedKind) =>
          sql<{ value: number | null }>`
            SELECT GREATEST(MAX(id), (SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(${numbered[kind].name}, 'id') AS regclass)))) AS value
            FROM ${nameOf(kind)}`,
        orElse: () => (kind: NumberedKind) =>
          sql<{ value: number | null }>`
            SELECT MAX(COALESCE((SELECT MAX(id) FROM ${nameOf(kind)}), 0),
              COALESCE((SELECT seq FROM sqlite_sequence WHERE name = ${numbered[kind].name}), 0)) AS value`
      })
      const settleSequence = sql.onDialectOrElse({
        pg: () => (kind: NumberedKind) => {
          const { name } = numbered[kind]
          return Effect.asVoid(sql`
            SELECT setval(s.name, t.last) FROM (SELECT MAX(id) AS last FROM ${sql(name)}) t,
              (SELECT CAST(pg_get_serial_sequence(${name}, 'id') AS regclass) AS name) s
            WHERE t.last > COALESCE(pg_sequence_last_value(s.name), 0)`)
        },
        // SQLite counts them itself.
        orElse: () => () => Effect.void
      })
      const existing = Effect.fnUntraced(function* (kind: NumberedKind, ids: ReadonlyArray<number>) {
        if (ids.length === 0) return new Set<number>()
        const rows = yield* sql<{ id: number }>`SELECT id FROM ${nameOf(kind)} WHERE id IN ${jsonIds(sql, ids)}`
        return new Set(rows.map(({ id }) => id))
      }, Effect.orDie)
      const insert = Effect.fnUntraced(function* <K extends NumberedKind>(
        kind: K,
        rows: ReadonlyArray<NewRowOf<Numbered[K]> & { readonly id: number }>
      ) {
        if (rows.length === 0) return
        yield* (numbered[kind] as unknown as Table<never>).insert(sql, rows as never)
        if (kind === "project") {
          const projects = rows as unknown as ReadonlyArray<{ readonly id: number; readonly createdAt: number }>
          const own = projects.map(({ id, createdAt }) => ({ projectId: id, createdAt }))
          yield* memoryTable.insert(
            sql,
            own.map((row) => ({ ...row, defaultPenalty: 0, writeOnlyReviewed: false }))
          )
        }
        yield* settleSequence(kind)
      }, Effect.orDie)
      return MovedRowRepository.of({
        existing,

        chooseIds: Effect.fnUntraced(function* (kind, wanted) {
          const taken = yield* existing(kind, wanted)
          if (taken.size === 0) return wanted
          const [row] = yield* lastId(kind)
          return assignIds(wanted, taken, row?.value ?? 0)
        }, Effect.orDie),

        insert,

        insertInvitations: Effect.fnUntraced(function* (rows) {
          const sealIn = yield* secretColumns.sealing
          const sealed = rows.map((row) => {
            const codeDigest = digestOfInvitationCode(row.code)
            return { ...row, code: sealIn(secretPlace("invitation", codeDigest), row.code), codeDigest }
          })
          yield* insert("invitation", sealed)
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (kind, rows) {
          if (rows.length === 0) return
          yield* (numbered[kind] as unknown as Table<{ id: never }>).update(sql, rows as never)
        }, Effect.orDie),

        put: Effect.fnUntraced(function* (kind, rows) {
          if (rows.length === 0) return
          const { table, by } = keyed[kind]
          yield* (table as unknown as Table<never>).upsert(sql, by as never, rows as never)
        }, Effect.orDie),

        findUsers: Effect.fnUntraced(function* (usernames) {
          if (usernames.length === 0) return []
          return yield* login.all(sql`
            SELECT ${login.columns} FROM user_account
            WHERE deleted_at IS NULL AND username IN (SELECT input.text FROM ${jsonTexts(sql, usernames)} input)`)
        }, Effect.orDie),

        listPasswordHashes: Effect.fnUntraced(function* (ids) {
          const found = yield* login.all(sql`
            SELECT ${login.columns} FROM user_account WHERE deleted_at IS NULL AND id IN ${jsonIds(sql, ids)}`)
          return new Map(found.map(({ id, passwordHash }) => [id, passwordHash]))
        }, Effect.orDie),

        findOrganization: Effect.fnUntraced(function* (slug) {
          const [row] = yield* sql<{ id: number }>`
            SELECT id FROM organization WHERE slug = ${slug} AND deleted_at IS NULL`
          return row?.id ?? null
        }, Effect.orDie),

        isProjectLive: Effect.fnUntraced(function* (id) {
          const rows = yield* sql`
            SELECT p.id FROM project p JOIN organization o ON o.id = p.organization_id AND o.deleted_at IS NULL
            WHERE p.id = ${id} AND p.deleted_at IS NULL`
          return rows.length > 0
        }, Effect.orDie),

        listKeys: Effect.fnUntraced(function* (place) {
          return yield* keyName.all(sql`
            SELECT ${keyName.columns} FROM translation_key k
            WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL ORDER BY k.id`)
        }, Effect.orDie),

        findKeys: Effect.fnUntraced(function* (place, names) {
          if (names.length === 0) return []
          return yield* keyName.all(sql`
            SELECT ${keyName.columns} FROM translation_key k
            WHERE ${isNamedIn(sql, place, "k")} AND k.deleted_at IS NULL
              AND k.name IN (SELECT input.text FROM ${jsonTexts(sql, names)} input)`)
        }, Effect.orDie),

        findTranslations: Effect.fnUntraced(function* (keyIds) {
          if (keyIds.length === 0) return []
          return yield* sql<{ id: number; keyId: number; languageId: number }>`
            SELECT id, key_id, language_id FROM translation WHERE key_id IN ${jsonIds(sql, keyIds)}`
        }, Effect.orDie),

        touchLanguages: Effect.fnUntraced(function* (projectId, at) {
          yield* sql`UPDATE language SET translations_updated_at = ${at} WHERE project_id = ${projectId}`
        }, Effect.orDie),

        removeTagsExcept: Effect.fnUntraced(function* (keyTags) {
          for (const { keyId, tagIds } of keyTags) {
            yield* sql`DELETE FROM key_tag WHERE key_id = ${keyId} AND tag_id NOT IN ${jsonIds(sql, tagIds)}`
          }
        }, Effect.orDie),

        setSecondFactor: Effect.fnUntraced(function* ({ userId, totpKey, lastStep, codeHashes, at }) {
          const known = yield* sql`SELECT user_id FROM totp WHERE user_id = ${userId}`
          if (known.length > 0) return false
          const sealIn = yield* secretColumns.sealing
          yield* totpTable.insert(sql, [
            { userId, totpKey: sealIn(secretPlace("totp", userId), totpKey), lastStep, createdAt: at }
          ])
          if (codeHashes.length > 0) {
            yield* recoveryCodeTable.insert(
              sql,
              codeHashes.map((codeHash) => ({ userId, codeHash, createdAt: at }))
            )
          }
          return true
        }, Effect.orDie),

        addIdentity: Effect.fnUntraced(function* (identity) {
          const rows = yield* sql`
            ${userIdentityTable.insert(sql, [identity])} ON CONFLICT DO NOTHING RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        findDigests: Effect.fnUntraced(function* (kind, digests) {
          if (digests.length === 0) return new Set<string>()
          const column = sql(kind === "projectApiKey" ? "key_hash" : "token_hash")
          const rows = yield* sql<{ digest: string }>`
            SELECT ${column} AS digest FROM ${nameOf(kind)}
            WHERE ${column} IN (SELECT input.text FROM ${jsonTexts(sql, digests)} input)`
          return new Set(rows.map(({ digest }) => digest))
        }, Effect.orDie)
      })
    })
  )
}
