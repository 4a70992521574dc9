import { AuditRepository, Database, type NewAuditEntry } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "../../platform/settings/settings.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { eraseOldAuditEntries } from "./erase-audit-entries.ts"

const path = "/v2/administration/audit-log"

interface Log {
  readonly _embedded: { readonly auditEntries: ReadonlyArray<Entry> }
  readonly nextCursor: string | null
}

interface Entry {
  readonly id: number
  readonly timestamp: number
  readonly action: string
  readonly outcome: string
  readonly failure: string | null
  readonly user: {
    readonly id: number | null
    readonly username: string | null
    readonly currentUsername: string | null
    readonly name: string | null
  } | null
  readonly actingUser: { readonly id: number; readonly currentUsername: string | null } | null
  readonly credential: { readonly kind: string; readonly id: number | null } | null
  readonly address: string | null
  readonly object: {
    readonly kind: string
    readonly id: number
    readonly name: string | null
    readonly currentName: string | null
  } | null
  readonly organization: { readonly id: number; readonly name: string | null } | null
  readonly project: { readonly id: number; readonly name: string | null } | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

let numbers = 0

const fixture = Effect.fnUntraced(function* () {
  const name = `f${++numbers}`
  const admin = yield* seed.user({ username: `${name}-admin`, serverRole: "ADMIN" })
  const owner = yield* seed.user({ username: `${name}-owner` })
  const member = yield* seed.user({ username: `${name}-member` })
  const organization = yield* seed.organization({ name, owner, members: [member] })
  const project = yield* seed.project({ organization: organization.id, name })
  return {
    name,
    admin,
    owner,
    member,
    organization,
    project,
    asAdmin: yield* seed.accessToken(admin, { super: true }),
    asOwner: yield* seed.accessToken(owner, { super: true }),
    asMember: yield* seed.accessToken(member, { super: true })
  }
})

const read = (credential: TestCredential, address: string) =>
  Effect.map(send(credential, "GET", address), ({ status, body }) => {
    assert.strictEqual(status, 200, `${address}: ${JSON.stringify(body)}`)
    return body as Log
  })

const entriesOf = (credential: TestCredential, address: string) =>
  Effect.map(read(credential, address), ({ _embedded }) => _embedded.auditEntries)

const emptyEntry: NewAuditEntry = {
  at: 0,
  action: "LOGIN",
  failure: null,
  userId: null,
  actingUserId: null,
  username: null,
  credentialKind: null,
  credentialId: null,
  address: null,
  objectKind: null,
  objectId: null,
  objectName: null,
  organizationId: null,
  projectId: null,
  before: null,
  after: null
}

const insertEntries = Effect.fnUntraced(function* (entries: ReadonlyArray<Partial<NewAuditEntry>>) {
  const database = yield* Database
  const repository = yield* AuditRepository
  yield* database.transaction(
    Effect.forEach(entries, (entry) => repository.insert({ ...emptyEntry, ...entry }), { discard: true })
  )
})

/** The body of a stream as it comes, and its headers. */
const stream = Effect.fnUntraced(function* (credential: { readonly accessToken: string }, address: string) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const headers = { authorization: `Bearer ${credential.accessToken}` }
    const response = await fetch(`${baseUrl}${address}`, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })
})

/** Entries of long ago are not erased while the tests read them. */
const forEver = { auditRetentionDays: 0 }

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer(forEver)],
  ["PostgreSQL", layerTestServerPostgres(forEver)]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true })(`the audit log on ${engine}`, (it) => {
    it.effect("is for administrators with a super token, that of an organization for its owners", () =>
      Effect.gen(function* () {
        const { admin, asAdmin, asOwner, asMember, organization } = yield* fixture()
        const ofOrganization = `/v2/organizations/${organization.slug}/audit-log`
        const plain = yield* seed.accessToken(admin)
        for (const address of [path, `${path}/export`]) {
          assert.deepStrictEqual(yield* send(null, "GET", address), error(401, "unauthenticated"))
          assert.deepStrictEqual(yield* send(plain, "GET", address), error(403, "expired_super_jwt_token"))
          assert.deepStrictEqual(yield* send(asOwner, "GET", address), error(403, "operation_not_permitted"))
          assert.strictEqual((yield* send(asAdmin, "GET", address)).status, 200)
        }
        for (const address of [ofOrganization, `${ofOrganization}/export`]) {
          assert.strictEqual((yield* send(asMember, "GET", address)).status, 403)
          assert.strictEqual((yield* send(asOwner, "GET", address)).status, 200)
          assert.strictEqual((yield* send(asAdmin, "GET", address)).status, 200)
        }
      })
    )

    it.effect("says who changed what, before and after, from where", () =>
      Effect.gen(function* () {
        const { name, owner, member, organization, asOwner, asAdmin } = yield* fixture()
        yield* send(asOwner, "PUT", `/v2/organizations/${organization.id}/users/${member}/set-role`, {
          roleType: "OWNER"
        })
        const [entry] = yield* entriesOf(asAdmin, `${path}?filterOrganizationId=${organization.id}`)
        assert.deepInclude(entry, {
          action: "MEMBER_ROLE_SET",
          outcome: "SUCCESS",
          failure: null,
          user: { id: owner, username: `${name}-owner`, currentUsername: `${name}-owner`, name: `${name}-owner` },
          actingUser: null,
          credential: { kind: "JWT", id: null },
          address: "127.0.0.1",
          object: { kind: "USER", id: member, name: `${name}-member`, currentName: `${name}-member` },
          organization: { id: organization.id, name },
          project: null,
          before: { role: "MEMBER" },
          after: { role: "OWNER" }
        })
      })
    )

    it.effect("shows names of today beside those of then, and that what was deleted is gone", () =>
      Effect.gen(function* () {
        const { name, owner, project, asOwner, asAdmin } = yield* fixture()
        const edit = (title: string) => ({ name: title, useNamespaces: false, icuPlaceholders: true })
        yield* send(asOwner, "PUT", `/v2/projects/${project.id}`, edit("Second"))
        yield* send(asOwner, "PUT", `/v2/projects/${project.id}`, edit("Third"))
        const address = `${path}?filterObjectKind=PROJECT&filterObjectId=${project.id}`
        const [newer, older] = yield* entriesOf(asAdmin, address)
        assert.deepInclude(older?.object, { name, currentName: "Third" })
        assert.deepInclude(newer?.object, { name: "Second", currentName: "Third" })
        yield* send(asOwner, "DELETE", `/v2/projects/${project.id}`)
        yield* send(asAdmin, "DELETE", `/v2/administration/users/${owner}?deleteOwnedOrganizations=true`)
        const [deleted] = yield* entriesOf(asAdmin, address)
        assert.deepInclude(deleted, { action: "PROJECT_DELETED" })
        assert.deepInclude(deleted?.object, { name: "Third", currentName: null })
        assert.deepInclude(deleted?.user, { username: `${name}-owner`, currentUsername: null, name: null })
      })
    )

    it.effect("names the administrator who acts as a user", () =>
      Effect.gen(function* () {
        const { admin, owner, project, asAdmin } = yield* fixture()
        const acting = yield* seed.actingToken({ administrator: admin, user: owner })
        const settings = { overrideKeyDescriptions: true, convertPlaceholdersToIcu: true, createNewKeys: false }
        yield* send(acting, "PUT", `/v2/projects/${project.id}/import-settings`, settings)
        const [entry] = yield* entriesOf(asAdmin, `${path}?filterActingUserId=${admin}`)
        assert.deepInclude(entry, { action: "IMPORT_SETTINGS_SET" })
        assert.strictEqual(entry?.user?.id, owner)
        assert.strictEqual(entry?.actingUser?.id, admin)
      })
    )

    it.effect("has failed logins with their reason, under the account that they were for", () =>
      Effect.gen(function* () {
        const { asAdmin } = yield* fixture()
        const user = yield* seed.user({ username: "hanna", password: "her password" })
        const logIn = (username: string, password: string) =>
          send(null, "POST", "/api/public/generatetoken", { username, password })
        yield* logIn("hanna", "wrong")
        yield* logIn("Sesame-9931-open", "wrong")
        yield* logIn("hanna", "her password")
        yield* send(asAdmin, "PUT", `/v2/administration/users/${user}/disable`)
        yield* logIn("hanna", "her password")
        const ofHanna = yield* entriesOf(asAdmin, `${path}?filterUserId=${user}`)
        assert.deepStrictEqual(
          ofHanna.map(({ action, failure }) => [action, failure]),
          [
            ["LOGIN_FAILED", "user_account_disabled"],
            ["LOGIN", null],
            ["LOGIN_FAILED", "bad_credentials"]
          ]
        )
        const [unknown] = yield* entriesOf(asAdmin, `${path}?filterOutcome=FAILURE&search=se…`)
        assert.deepInclude(unknown, { action: "LOGIN_FAILED", address: "127.0.0.1" })
        // It may have been a password.
        assert.deepInclude(unknown?.user, { id: null, username: "se…" })
      })
    )

    it.effect("of an organization has its entries and those of its projects alone, with shortened addresses", () =>
      Effect.gen(function* () {
        const one = yield* fixture()
        const other = yield* fixture()
        for (const { asOwner, project, member, organization } of [one, other]) {
          yield* send(asOwner, "PUT", `/v2/projects/${project.id}/users/${member}/set-permissions/EDIT`)
          yield* send(asOwner, "PUT", `/v2/organizations/${organization.id}/set-base-permissions/NONE`)
        }
        yield* send(one.asOwner, "POST", "/v2/pats", { description: "Mine" })
        const address = `/v2/organizations/${one.organization.slug}/audit-log`
        const entries = yield* entriesOf(one.asOwner, address)
        assert.deepStrictEqual(
          entries.map(({ action, organization }) => [action, organization?.id]),
          [
            ["ORGANIZATION_BASE_PERMISSION_SET", one.organization.id],
            ["PROJECT_PERMISSION_SET", one.organization.id]
          ]
        )
        assert.deepStrictEqual(new Set(entries.map((entry) => entry.address)), new Set(["127.0.0.0/24"]))
        // A filter leads to no other organization, and to no whole address.
        assert.deepStrictEqual(yield* entriesOf(one.asOwner, `${address}?filterProjectId=${other.project.id}`), [])
        for (const filter of ["filterOrganizationId=1", "filterAddress=127.0.0.1"]) {
          assert.strictEqual((yield* send(one.asOwner, "GET", `${address}?${filter}`)).status, 400)
        }
        const exported = yield* stream(one.asOwner, `${address}/export`)
        assert.lengthOf(exported.text.trim().split("\n"), 2)
        assert.notInclude(exported.text, `"127.0.0.1"`)
      })
    )

    it.effect("is seen by the owners of both organizations when a project moves between them", () =>
      Effect.gen(function* () {
        const one = yield* fixture()
        const other = yield* fixture()
        yield* send(
          one.asAdmin,
          "PUT",
          `/v2/projects/${one.project.id}/transfer-to-organization/${other.organization.id}`
        )
        for (const { asOwner, organization } of [one, other]) {
          const [entry] = yield* entriesOf(asOwner, `/v2/organizations/${organization.id}/audit-log`)
          assert.deepInclude(entry, {
            action: "PROJECT_TRANSFERRED",
            before: { organizationId: one.organization.id },
            after: { organizationId: other.organization.id }
          })
        }
      })
    )

    it.effect("of an organization has names of today only of who and what is in it still", () =>
      Effect.gen(function* () {
        const { name, admin, owner, member, project, organization, asOwner, asAdmin } = yield* fixture()
        const other = yield* fixture()
        const guest = yield* seed.user({ username: `${name}-guest` })
        const token = yield* seed.personalAccessToken({ user: member })
        const key = yield* seed.apiKey({ user: owner, project: project.id, scopes: ["admin"] })
        const webhook = yield* seed.webhook({ project: project.id })
        yield* seed.directPermission({ project: project.id, user: guest, permission: "VIEW" })
        const entry = { organizationId: organization.id, projectId: project.id, username: "then", objectName: "then" }
        const objects = {
          USER: member,
          PROJECT: project.id,
          API_KEY: key.id,
          ACCESS_TOKEN: token.id,
          WEBHOOK: webhook,
          ORGANIZATION: organization.id
        } as const
        yield* insertEntries(
          Object.entries(objects).map(([objectKind, objectId], index) => ({
            ...entry,
            at: 3_000 + index,
            objectKind: objectKind as keyof typeof objects,
            objectId,
            userId: index % 2 === 0 ? member : guest,
            actingUserId: admin
          }))
        )
        const namesFor = Effect.fnUntraced(function* (credential: TestCredential, address: string) {
          const entries = yield* entriesOf(credential, address)
          const shown = entries.filter(({ user }) => user?.username === "then")
          for (const { object } of shown) assert.strictEqual(object?.name, "then")
          return {
            objects: Object.fromEntries(shown.map(({ object }) => [object?.kind, object?.currentName])),
            users: [...new Set(shown.map(({ user }) => user?.currentUsername))].sort(),
            names: [...new Set(shown.map(({ user }) => user?.name))].sort(),
            projects: [...new Set(shown.map((one) => one.project?.name))],
            administrators: [...new Set(shown.map(({ actingUser }) => actingUser?.currentUsername))]
          }
        })
        const ofOrganization = namesFor(asOwner, `/v2/organizations/${organization.id}/audit-log`)
        const ofServer = namesFor(asAdmin, `${path}?filterOrganizationId=${organization.id}`)
        const everything = {
          objects: {
            USER: `${name}-member`,
            PROJECT: name,
            API_KEY: "given",
            ACCESS_TOKEN: "given",
            WEBHOOK: "then",
            ORGANIZATION: name
          },
          users: [`${name}-guest`, `${name}-member`],
          names: [`${name}-guest`, `${name}-member`],
          projects: [name],
          administrators: [`${name}-admin`]
        }
        assert.deepStrictEqual(yield* ofServer, everything)
        // Tokens belong to no organization.
        const objectsOfOwner = { ...everything.objects, ACCESS_TOKEN: null }
        assert.deepStrictEqual(yield* ofOrganization, { ...everything, objects: objectsOfOwner })

        yield* send(asOwner, "DELETE", `/v2/organizations/${organization.id}/users/${member}`)
        assert.deepStrictEqual(yield* ofOrganization, {
          ...everything,
          objects: { ...objectsOfOwner, USER: null },
          users: [`${name}-guest`, null],
          names: [`${name}-guest`, null]
        })
        yield* send(asAdmin, "PUT", `/v2/projects/${project.id}/transfer-to-organization/${other.organization.id}`)
        assert.deepStrictEqual(yield* ofOrganization, {
          objects: { ...objectsOfOwner, USER: null, PROJECT: null, API_KEY: null, WEBHOOK: null },
          users: [null],
          names: [null],
          projects: [null],
          administrators: everything.administrators
        })
        assert.deepStrictEqual(yield* ofServer, everything)
        const { text } = yield* stream(asOwner, `/v2/organizations/${organization.id}/audit-log/export`)
        assert.notInclude(text, `"currentUsername":"${name}-member"`)
      })
    )

    it.effect("is read page by page, by each filter, and all filters together", () =>
      Effect.gen(function* () {
        const { admin, name, project, organization, asAdmin } = yield* fixture()
        const entries = Array.from(
          { length: 25 },
          (_, index): Partial<NewAuditEntry> => ({
            // Several of one time.
            at: 1_000 + Math.floor(index / 3),
            action: index % 2 === 0 ? "API_KEY_CREATED" : "API_KEY_DELETED",
            failure: index % 5 === 0 ? "bad_credentials" : null,
            userId: admin,
            actingUserId: admin,
            username: `${name}-Müller%`,
            address: `203.0.113.${numbers}`,
            objectKind: "API_KEY",
            objectId: 900_000 + numbers,
            organizationId: organization.id,
            projectId: project.id
          })
        )
        yield* insertEntries(entries)
        const filters: Readonly<Record<string, number>> = {
          [`filterUserId=${admin}`]: 25,
          [`filterActingUserId=${admin}`]: 25,
          [`filterAddress=203.0.113.${numbers}`]: 25,
          [`filterOrganizationId=${organization.id}`]: 25,
          [`filterProjectId=${project.id}`]: 25,
          [`filterObjectKind=API_KEY&filterObjectId=${900_000 + numbers}`]: 25,
          [`filterProjectId=${project.id}&filterAction=API_KEY_CREATED`]: 13,
          [`filterProjectId=${project.id}&filterAction=API_KEY_CREATED&filterAction=API_KEY_DELETED`]: 25,
          [`filterProjectId=${project.id}&filterOutcome=FAILURE`]: 5,
          [`filterProjectId=${project.id}&filterOutcome=SUCCESS`]: 20,
          [`filterProjectId=${project.id}&createdAfter=1001&createdBefore=1003`]: 6,
          [`search=${name}-m%C3%BCLLER%25`]: 25,
          [`search=${name}-m_ller`]: 0,
          "search=%00": 0,
          "filterAddress=%00": 0,
          [`search=${name}&filterUserId=${admin}&filterOutcome=FAILURE&filterAction=API_KEY_CREATED`]: 3
        }
        for (const [filter, count] of Object.entries(filters)) {
          const ids: Array<number> = []
          let cursor: string | null = ""
          while (cursor !== null) {
            const page: Log = yield* read(asAdmin, `${path}?${filter}&size=10&cursor=${cursor}`)
            assert.isAtMost(page._embedded.auditEntries.length, 10)
            ids.push(...page._embedded.auditEntries.map(({ id }) => id))
            cursor = page.nextCursor
          }
          assert.lengthOf(ids, count, filter)
          assert.deepStrictEqual(
            ids,
            ids.toSorted((first, second) => second - first),
            filter
          )
          const { text } = yield* stream(asAdmin, `${path}/export?${filter}`)
          const lines = text.split("\n").slice(0, -1)
          assert.deepStrictEqual(
            lines.map((line) => (JSON.parse(line) as Entry).id),
            ids.toReversed(),
            filter
          )
        }
      })
    )

    it.effect("rejects a cursor and filters that are none", () =>
      Effect.gen(function* () {
        const { asAdmin } = yield* fixture()
        for (const query of [
          "cursor=abc",
          "cursor=1.2.3",
          "filterUserId=x",
          "filterAction=FLEW",
          "size=0",
          "filterOther=1"
        ]) {
          assert.strictEqual((yield* send(asAdmin, "GET", `${path}?${query}`)).status, 400, query)
        }
        assert.deepStrictEqual(
          yield* send(asAdmin, "GET", `${path}?cursor=abc`),
          error(400, "wrong_param_type", ["cursor"])
        )
      })
    )

    it.effect("is streamed in chunks as lines of JSON, as a file", () =>
      Effect.gen(function* () {
        const { asAdmin, name, admin } = yield* fixture()
        const count = 2_500
        yield* insertEntries(
          Array.from({ length: count }, (_, index) => ({ at: 2_000 + index, userId: admin, username: `${name} "\n` }))
        )
        const { status, headers, text } = yield* stream(asAdmin, `${path}/export?filterUserId=${admin}`)
        assert.strictEqual(status, 200)
        assert.strictEqual(headers.get("content-type"), "application/x-ndjson")
        assert.match(headers.get("content-disposition") ?? "", /filename="audit-log.ndjson"/)
        const lines = text.split("\n")
        assert.strictEqual(lines.pop(), "")
        assert.lengthOf(lines, count)
        const timestamps = lines.map((line) => (JSON.parse(line) as Entry).timestamp)
        assert.deepStrictEqual(
          timestamps,
          Array.from({ length: count }, (_, index) => 2_000 + index)
        )
      })
    )

    it.effect("is erased when it is older than the settings keep it, not before, and never with 0 days", () =>
      Effect.gen(function* () {
        const { name, admin } = yield* fixture()
        const sql = yield* SqlClient.SqlClient
        const dayMillis = 86_400_000
        const now = Date.now()
        const ages = [364, 366, 1_000]
        yield* insertEntries(
          ages.flatMap((days) =>
            Array.from({ length: 700 }, () => ({ at: now - days * dayMillis, userId: admin, username: name }))
          )
        )
        const countLeft = Effect.map(
          sql<{ count: number }>`
            SELECT CAST(count(*) AS INTEGER) AS count FROM audit_entry WHERE user_id = ${admin} AND username = ${name}`,
          ([row]) => row?.count
        )
        yield* eraseOldAuditEntries()
        assert.strictEqual(yield* countLeft, 2_100)
        const settings = yield* Settings
        yield* Effect.provideService(eraseOldAuditEntries(), Settings, { ...settings, auditRetentionDays: 365 })
        assert.strictEqual(yield* countLeft, 700)
        const retention = yield* sql<{ erasableBefore: number }>`SELECT erasable_before FROM audit_retention`
        assert.deepStrictEqual(
          retention.map(({ erasableBefore }) => erasableBefore),
          [0]
        )
      })
    )
  })
}
