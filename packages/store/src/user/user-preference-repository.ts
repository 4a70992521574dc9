import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { optional, type Selected, select } from "../database/table.ts"
import { organizationTable } from "../table/organization-tables.ts"
import { userAccountTable, userStoredValueTable } from "../table/user-tables.ts"

const preferences = select({
  languageTag: userAccountTable.as("u").languageTag,
  /** May be closed to the user by now. */
  preferredOrganizationId: optional(organizationTable.as("o")).id
})

export interface UserPreferencesRow extends Selected<typeof preferences> {}

/** Preferences of users, and values that programs keep for them. */
export class UserPreferenceRepository extends Context.Service<
  UserPreferenceRepository,
  {
    readonly find: (userId: number) => Effect.Effect<UserPreferencesRow>
    readonly setLanguage: (userId: number, languageTag: string) => Effect.Effect<void>
    /**
     * An organization that the user can see without being a server administrator: of those with a role the oldest, else
     * of the one with the oldest project that a permission opens.
     */
    readonly findVisibleOrganization: (userId: number) => Effect.Effect<Option.Option<number>>
    /** JSON text. */
    readonly findStoredValue: (userId: number, field: string) => Effect.Effect<Option.Option<string>>
    /** `data`: JSON text; null removes the value. */
    readonly setStoredValue: (userId: number, field: string, data: string | null) => Effect.Effect<void>
  }
>()("@dragoman/store/user/UserPreferenceRepository") {
  static readonly layer = Layer.effect(
    UserPreferenceRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return UserPreferenceRepository.of({
        find: Effect.fnUntraced(function* (userId) {
          const found = yield* preferences.first(sql`
            SELECT ${preferences.columns} FROM user_account u
            LEFT JOIN organization o ON o.id = u.preferred_organization_id AND o.deleted_at IS NULL
            WHERE u.id = ${userId}`)
          return Option.getOrElse(found, () => ({ languageTag: null, preferredOrganizationId: null }))
        }, Effect.orDie),

        setLanguage: Effect.fnUntraced(function* (userId, languageTag) {
          yield* sql`UPDATE user_account SET language_tag = ${languageTag} WHERE id = ${userId}`
        }, Effect.orDie),

        findVisibleOrganization: Effect.fnUntraced(function* (userId) {
          const rows = yield* sql<{ organizationId: number }>`
            SELECT visible.organization_id FROM (
              SELECT r.organization_id, 0 AS rank, r.created_at AS age FROM organization_role r WHERE r.user_id = ${userId}
              UNION ALL
              SELECT p.organization_id, 1 AS rank, p.id AS age
              FROM direct_permission d JOIN project p ON p.id = d.project_id
              WHERE d.user_id = ${userId} AND p.deleted_at IS NULL AND (d.type IS NULL OR d.type <> 'NONE')
            ) visible
            JOIN organization o ON o.id = visible.organization_id
            WHERE o.deleted_at IS NULL
            ORDER BY visible.rank, visible.age, visible.organization_id LIMIT 1`
          return Option.map(Option.fromNullishOr(rows[0]), ({ organizationId }) => organizationId)
        }, Effect.orDie),

        findStoredValue: Effect.fnUntraced(function* (userId, field) {
          const rows = yield* sql<{ data: string }>`
            SELECT data FROM user_stored_value WHERE user_id = ${userId} AND field = ${field}`
          return Option.map(Option.fromNullishOr(rows[0]), ({ data }) => data)
        }, Effect.orDie),

        setStoredValue: Effect.fnUntraced(function* (userId, field, data) {
          if (data === null) {
            yield* sql`DELETE FROM user_stored_value WHERE user_id = ${userId} AND field = ${field}`
            return
          }
          yield* userStoredValueTable.upsert(sql, ["userId", "field"], [{ userId, field, data }])
        }, Effect.orDie)
      })
    })
  )
}
