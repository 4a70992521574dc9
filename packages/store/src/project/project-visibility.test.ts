import { visibilityCases } from "@dragoman/domain/permission/testing"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AccessRepository } from "../access/access-repository.ts"
import { MailRepository } from "../mail/mail-repository.ts"
import { OrganizationLanguageRepository } from "../organization/organization-language-repository.ts"
import { organizationRoleTable, organizationTable } from "../table/organization-tables.ts"
import { directPermissionTable } from "../table/permission-tables.ts"
import { projectTable } from "../table/project-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { ProjectListRepository } from "./project-list-repository.ts"

const layerRepositories = Layer.mergeAll(
  AccessRepository.layer,
  MailRepository.layer,
  OrganizationLanguageRepository.layer,
  ProjectListRepository.layer
)

const [organizationId, projectId, userId] = [1, 1, 2]
const page = { search: "", sort: [{ property: "id", direction: "asc" }], limit: 10, offset: 0 } as const
const request = { ...page, userId, ids: null, exceptIds: [], baseLanguageTag: null }

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("who sees a project on %s", (_, layerTest) => {
  const layerFixture = layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "120 seconds" })((it) => {
    it.effect("is the same in every list as by the rule of the domain, for every combination of facts", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const access = yield* AccessRepository
          const lists = yield* ProjectListRepository
          const mails = yield* MailRepository
          const languages = yield* OrganizationLanguageRepository
          yield* projectTable.insert(sql, [{ id: projectId, organizationId, name: "P", slug: "p", createdAt: 0 }])
          yield* sql`INSERT INTO language (project_id, name, tag, created_at) VALUES (${projectId}, 'English', 'en', 0)`
          for (const { name, facts, isVisible, isVisibleAsUser } of visibilityCases) {
            const { organizationRole, basePermission, directPermission, serverRole } = facts
            const base = { baseType: basePermission.type, baseScopes: basePermission.scopes }
            yield* organizationTable.update(sql, [{ id: organizationId, ...base }])
            yield* userAccountTable.update(sql, [{ id: userId, serverRole }])
            yield* sql`DELETE FROM organization_role WHERE user_id = ${userId}`
            yield* sql`DELETE FROM direct_permission`
            if (organizationRole !== null) {
              const row = { organizationId, userId, role: organizationRole, createdAt: 0 }
              yield* organizationRoleTable.insert(sql, [row])
            }
            if (directPermission !== null) {
              yield* directPermissionTable.insert(sql, [{ projectId, userId, ...directPermission, createdAt: 0 }])
            }
            const organization = Option.getOrThrow(yield* access.findOrganization(organizationId, userId))
            const found = {
              ofOrganization: yield* lists.listOfOrganization({
                ...request,
                owner: { organization, organizationRole: organization.role },
                seesEverything: organization.role === "OWNER" || serverRole === "ADMIN"
              }),
              ofUser: yield* lists.listOfUser({ ...request, firstIds: [] }),
              languages: yield* languages.list({ ...page, organizationId, userId, projectIds: [], baseOnly: false })
            }
            assert.strictEqual(yield* mails.mayRead({ userId, projectIds: [projectId] }), isVisible, `${name}: mails`)
            const counts = Object.entries(found).map(([list, { rows, total }]) => [list, rows.length, total])
            const [all, own] = [isVisible ? 1 : 0, isVisibleAsUser ? 1 : 0]
            const expected = [
              ["ofOrganization", all, all],
              ["ofUser", own, own],
              ["languages", own, own]
            ]
            assert.deepStrictEqual(counts, expected, name)
          }
        })
      )
    )
  })
})
