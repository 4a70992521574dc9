import { printMention } from "@dragoman/domain/comment"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { linkIn, MailServer, serversWithMail } from "../../testing/mail-server.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { TestServer } from "../../testing/test-server.ts"
import { eraseOldNotifications } from "./change-notifications.ts"
import { sendDigests } from "./send-digests.ts"

interface Listed {
  readonly id: number
  readonly type: string
  readonly seen: boolean
  readonly params: Readonly<Record<string, unknown>>
  readonly project: { readonly name: string } | null
  readonly originatingUser: { readonly username: string; readonly name: string } | null
}

interface ListedPage {
  readonly _embedded: { readonly notificationModelList: ReadonlyArray<Listed> }
  readonly page: { readonly totalElements: number }
  readonly nextCursor: string | null
}

const list = (credential: TestCredential, query = "allTypes=true") =>
  Effect.map(send(credential, "GET", `/v2/notification?${query}`), ({ body }) => body as ListedPage)

const typesOf = (credential: TestCredential, query?: string) =>
  Effect.map(list(credential, query), ({ _embedded }) => _embedded.notificationModelList.map(({ type }) => type))

const change = Effect.fnUntraced(function* (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(sql.withTransaction(statement(sql)))
})

/** The next mail to the address; those of other tests are left aside. */
const nextMailTo = Effect.fnUntraced(function* (address: string) {
  const mails = yield* MailServer
  for (;;) {
    const received = yield* mails.next
    if (received.to.includes(address)) return received
  }
})

/** Notifications of the user that wait for their mail. */
const waitingOf = Effect.fnUntraced(function* (userId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.orDie(sql`SELECT id FROM notification WHERE user_id = ${userId} AND mail_due_at IS NOT NULL`)
})

let fixtures = 0

/** A project with a text in German, its owner Olga, and Max, who may translate. Both have mail addresses. */
const seedFixture = Effect.fnUntraced(function* (
  permissionIn: (languages: Readonly<Record<string, number>>) => SeedPermission = () => "TRANSLATE"
) {
  const number = ++fixtures
  const name = `Notified ${number}`
  const owner = yield* seed.user({ username: `olga${number}@example.org`, name: "Olga" })
  const member = yield* seed.user({ username: `max${number}@example.org`, name: "Max" })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.directPermission({ project: project.id, user: member, permission: permissionIn(project.languages) })
  const { de = 0 } = project.languages
  const key = yield* seed.key({ project: project.id, name: "title" })
  const translation = yield* seed.translation({ key, language: de, text: "Hallo" })
  const asOwner = yield* seed.accessToken(owner)
  const asMember = yield* seed.accessToken(member)
  const path = `/v2/projects/${project.id}/translations/${translation}/comments`
  const comment = (as: TestCredential, text: string) => send(as, "POST", path, { text })
  const mention = printMention({ id: member, name: "Max" })
  return { name, owner, member, organization, project, key, translation, asOwner, asMember, path, comment, mention }
})

for (const [engine, layerServer] of serversWithMail) {
  layerOn(engine, layerServer(), { excludeTestServices: true })(`notifications on ${engine}`, (it) => {
    it.effect("need a login or a token of the user, never a key of a project", () =>
      Effect.gen(function* () {
        const { owner, project } = yield* seedFixture()
        const key = yield* seed.apiKey({ user: owner, project: project.id, scopes: ["admin"] })
        for (const [method, path] of [
          ["GET", "/v2/notification"],
          ["PUT", "/v2/notifications-mark-seen"],
          ["GET", "/v2/notification-settings"],
          ["GET", "/v2/notification-events"]
        ] as const) {
          assert.strictEqual((yield* send(null, method, path)).status, 401)
          assert.deepStrictEqual(yield* send(key, method, path), error(403, "pak_access_not_allowed"))
        }
      })
    )

    it.effect("tell the mentioned user where, without the text and without the user name of the author", () =>
      Effect.gen(function* () {
        const { name, asOwner, asMember, comment, mention, key, translation } = yield* seedFixture()
        assert.strictEqual((yield* comment(asOwner, `See ${mention}, this is secret`)).status, 201)
        const [found, ...others] = (yield* list(asMember))._embedded.notificationModelList
        assert.lengthOf(others, 0)
        assert.deepInclude({ ...found, params: { ...found?.params, commentId: 0 } }, {
          type: "COMMENT_MENTIONED",
          seen: false,
          linkedTask: null,
          params: { keyId: key, keyName: "title", languageTag: "de", translationId: translation, commentId: 0 }
        } as object)
        assert.strictEqual(found?.project?.name, name)
        assert.deepInclude(found?.originatingUser, { name: "Olga", username: "" })
        assert.notInclude(JSON.stringify(found), "secret")
        assert.deepStrictEqual(yield* typesOf(asOwner), [])
        const received = yield* nextMailTo(`max${fixtures}@example.org`)
        assert.strictEqual(received.mail.subject, "You were mentioned in a comment")
        assert.notInclude(received.mail.text, "secret")
        assert.include(received.mail.text, "https://translate.example.org/projects/")
      })
    )

    it.effect("are not for users who may not view the text, nor for strangers, nor for the author", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, comment, mention, owner } = yield* seedFixture(({ en = 0 }) => ({
          type: null,
          scopes: ["translations.view"],
          viewLanguageIds: [en]
        }))
        const stranger = yield* seed.user({ username: `stranger${fixtures}@example.org`, name: "S" })
        const self = printMention({ id: owner, name: "Olga" })
        const text = `${mention} ${self} ${printMention({ id: stranger, name: "S" })} @stranger${fixtures}@example.org`
        assert.strictEqual((yield* comment(asOwner, text)).status, 201)
        assert.deepStrictEqual(yield* typesOf(asMember), [])
        assert.deepStrictEqual(yield* typesOf(asOwner), [])
        assert.deepStrictEqual(yield* typesOf(yield* seed.accessToken(stranger)), [])
      })
    )

    it.effect("take a user name that was written by hand, and tell of an edit only those who are new in it", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, comment, mention, path } = yield* seedFixture()
        const { body } = yield* comment(asOwner, `Hello @MAX${fixtures}@example.org.`)
        assert.deepStrictEqual(yield* typesOf(asMember), ["COMMENT_MENTIONED"])
        const { id } = body as { readonly id: number }
        yield* send(asOwner, "PUT", `${path}/${id}`, { text: `Hello again ${mention}` })
        assert.deepStrictEqual(yield* typesOf(asMember), ["COMMENT_MENTIONED"])
        yield* send(asOwner, "PUT", `${path}/${id}`, { text: "Nobody" })
        yield* send(asOwner, "PUT", `${path}/${id}`, { text: `And ${mention}` })
        assert.deepStrictEqual(yield* typesOf(asMember), ["COMMENT_MENTIONED", "COMMENT_MENTIONED"])
      })
    )

    it.effect("tell those who have commented before of another comment, once", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, comment, mention } = yield* seedFixture()
        yield* comment(asMember, "First")
        yield* comment(asMember, "Second")
        assert.deepStrictEqual(yield* typesOf(asMember), [])
        yield* comment(asOwner, "Third")
        assert.deepStrictEqual(yield* typesOf(asMember), ["COMMENT_ADDED"])
        yield* comment(asOwner, `Fourth ${mention}`)
        assert.deepStrictEqual(yield* typesOf(asMember), ["COMMENT_MENTIONED", "COMMENT_ADDED"])
      })
    )

    it.effect("of types that Tolgee does not have are only for clients that ask for them", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, comment, mention } = yield* seedFixture()
        yield* comment(asOwner, mention)
        assert.deepStrictEqual(yield* typesOf(asMember, ""), [])
        assert.deepStrictEqual(yield* typesOf(asMember, "allTypes=true"), ["COMMENT_MENTIONED"])
      })
    )

    it.effect("are listed by pages and by cursor, and marked as seen one by one or all", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, comment, mention } = yield* seedFixture()
        for (let number = 0; number < 5; number++) yield* comment(asOwner, `${number} ${mention}`)
        const first = yield* list(asMember, "allTypes=true&size=2")
        const second = yield* list(asMember, `allTypes=true&size=2&cursor=${first.nextCursor}`)
        const third = yield* list(asMember, `allTypes=true&size=2&cursor=${second.nextCursor}`)
        assert.isNull(third.nextCursor)
        const ids = [first, second, third].flatMap(({ _embedded }) =>
          _embedded.notificationModelList.map(({ id }) => id)
        )
        assert.deepStrictEqual(
          ids,
          [...new Set(ids)].toSorted((one, other) => other - one)
        )
        assert.lengthOf(ids, 5)
        assert.strictEqual(first.page.totalElements, 5)
        const [newest = 0] = ids
        const foreign = yield* seedFixture()
        yield* foreign.comment(foreign.asOwner, foreign.mention)
        const [other] = (yield* list(foreign.asMember))._embedded.notificationModelList
        const marked = yield* send(asMember, "PUT", "/v2/notifications-mark-seen", {
          notificationIds: [newest, other?.id, 999_999]
        })
        assert.deepStrictEqual(marked, { status: 200, body: "" })
        assert.strictEqual((yield* list(asMember, "allTypes=true&filterSeen=false")).page.totalElements, 4)
        assert.strictEqual((yield* list(foreign.asMember, "allTypes=true&filterSeen=true")).page.totalElements, 0)
        assert.strictEqual((yield* send(asMember, "PUT", "/v2/notifications-mark-seen")).status, 200)
        assert.strictEqual((yield* list(asMember, "allTypes=true&filterSeen=false")).page.totalElements, 0)
        assert.strictEqual((yield* list(asMember, "allTypes=true&filterSeen=true")).page.totalElements, 5)
      })
    )

    it.effect("refuse a cursor with a page or another order, and one that is none", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, comment, mention } = yield* seedFixture()
        yield* comment(asOwner, mention)
        const { nextCursor } = yield* list(asMember, "allTypes=true&size=1")
        const refused = error(400, "sorting_and_paging_is_not_supported_when_using_cursor")
        const path = `/v2/notification?cursor=${nextCursor}`
        assert.deepStrictEqual(yield* send(asMember, "GET", `${path}&page=1`), refused)
        assert.deepStrictEqual(yield* send(asMember, "GET", `${path}&sort=id,asc`), refused)
        assert.strictEqual((yield* send(asMember, "GET", `${path}&sort=createdAt,desc&sort=id,desc`)).status, 200)
        assert.deepStrictEqual(
          yield* send(asMember, "GET", "/v2/notification?cursor=nonsense"),
          error(400, "wrong_param_type", ["cursor"])
        )
        assert.strictEqual((yield* send(asMember, "GET", "/v2/notification?filterSeen=perhaps")).status, 400)
        const reversed = yield* list(asMember, "allTypes=true&size=1&sort=id,asc")
        assert.isNull(reversed.nextCursor)
      })
    )

    it.effect("arrive where the user wants them; those about security cannot be switched off", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, comment, mention } = yield* seedFixture()
        const on = { inApp: true, email: true }
        const settings = {
          accountSecurity: on,
          tasks: on,
          comments: on,
          jobs: { inApp: true, email: false },
          projects: on
        }
        const get = send(asMember, "GET", "/v2/notification-settings")
        const set = (body: object) => send(asMember, "PUT", "/v2/notification-settings", body)
        assert.deepStrictEqual((yield* get).body, settings)
        assert.deepStrictEqual(
          yield* set({ group: "ACCOUNT_SECURITY", channel: "EMAIL", enabled: false }),
          error(400, "Account security settings cannot be changed.")
        )
        assert.strictEqual((yield* set({ group: "NOTHING", channel: "EMAIL", enabled: false })).status, 400)
        assert.deepStrictEqual(yield* set({ group: "COMMENTS", channel: "IN_APP", enabled: false }), {
          status: 200,
          body: ""
        })
        assert.deepStrictEqual((yield* get).body, { ...settings, comments: { inApp: false, email: true } })
        yield* comment(asOwner, mention)
        assert.deepStrictEqual(yield* typesOf(asMember), [])
        yield* nextMailTo(`max${fixtures}@example.org`)
      })
    )

    it.effect("are mailed at once; others of the type wait for an hour and become one mail", () =>
      Effect.gen(function* () {
        const { member, asOwner, asMember, comment, mention } = yield* seedFixture()
        const to = `max${fixtures}@example.org`
        yield* comment(asOwner, `1 ${mention}`)
        yield* nextMailTo(to)
        for (const number of [2, 3, 4]) yield* comment(asOwner, `${number} ${mention}`)
        yield* sendDigests()
        const [seen] = (yield* list(asMember))._embedded.notificationModelList
        yield* send(asMember, "PUT", "/v2/notifications-mark-seen", { notificationIds: [seen?.id] })
        yield* change(
          (sql) => sql`UPDATE notification SET mail_due_at = 1 WHERE user_id = ${member} AND mail_due_at IS NOT NULL`
        )
        yield* sendDigests()
        const digest = yield* nextMailTo(to)
        // The one that was seen is left out.
        assert.strictEqual(digest.mail.subject, "You were mentioned in a comment (2)")
        assert.strictEqual(linkIn(digest), "https://translate.example.org/account/notifications")
        assert.deepStrictEqual(yield* waitingOf(member), [])
        assert.lengthOf(yield* typesOf(asMember), 4)
      })
    )

    it.effect("stop by mail with one click, without a login", () =>
      Effect.gen(function* () {
        const { member, asOwner, asMember, comment, mention } = yield* seedFixture()
        const { baseUrl } = yield* TestServer
        const to = `max${fixtures}@example.org`
        yield* comment(asOwner, mention)
        const { mail } = yield* nextMailTo(to)
        const headers = new Map(mail.headerLines.map(({ key, line }) => [key, line.replace(/^[^:]*:\s*/, "")]))
        assert.strictEqual(headers.get("list-unsubscribe-post"), "List-Unsubscribe=One-Click")
        const [, token = ""] =
          /\/v2\/public\/notification-unsubscribe\/([^>]+)>/.exec(
            (headers.get("list-unsubscribe") ?? "").replace(/\s+/g, "")
          ) ?? []
        assert.include(mail.text, `https://translate.example.org/unsubscribe#${token}`)
        // One more waits for its mail, which must not come any more.
        yield* comment(asOwner, `${mention}!`)
        assert.lengthOf(yield* waitingOf(member), 1)
        const path = `${baseUrl}/v2/public/notification-unsubscribe/${token}`
        const opened = yield* Effect.promise(() => fetch(path, { redirect: "manual" }))
        assert.deepStrictEqual([opened.status, opened.headers.get("location")], [303, `/unsubscribe#${token}`])
        const settings = send(asMember, "GET", "/v2/notification-settings")
        assert.deepInclude((yield* settings).body as object, { comments: { inApp: true, email: true } })
        const posted = yield* Effect.promise(() =>
          fetch(path, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) })
        )
        assert.strictEqual(posted.status, 200)
        assert.deepInclude((yield* settings).body as object, { comments: { inApp: true, email: false } })
        assert.deepStrictEqual(yield* waitingOf(member), [])
        const [id, group, signature = ""] = token.split(".")
        for (const wrong of [
          "x",
          `${id}.PROJECTS.${signature}`,
          `1.${group}.${signature}`,
          `${id}.ACCOUNT_SECURITY.${signature}`
        ]) {
          assert.deepStrictEqual(
            yield* send(null, "POST", `/v2/public/notification-unsubscribe/${wrong}`),
            error(400, "unsubscribe_link_not_valid")
          )
        }
      })
    )

    it.effect("about the password come in any case, to the user who changed it", () =>
      Effect.gen(function* () {
        const username = `cook${++fixtures}@example.org`
        const userId = yield* seed.user({ username, password: "correct horse" })
        const asCook = yield* seed.accessToken(userId)
        yield* send(asCook, "PUT", "/v2/notification-settings", {
          group: "PROJECTS",
          channel: "EMAIL",
          enabled: false
        })
        const body = { currentPassword: "correct horse", password: "battery staple" }
        const { body: token } = yield* send(asCook, "PUT", "/v2/user/password", body)
        const accessToken = (token as { readonly accessToken: string }).accessToken
        assert.deepStrictEqual(yield* typesOf({ accessToken }, ""), ["PASSWORD_CHANGED"])
        const { mail } = yield* nextMailTo(username)
        assert.strictEqual(mail.subject, "Your password was changed")
        assert.isFalse(mail.headers.has("list-unsubscribe"))
        // A wrong password changes nothing.
        yield* send({ accessToken }, "PUT", "/v2/user/password", body)
        assert.lengthOf(yield* typesOf({ accessToken }, ""), 1)
      })
    )

    it.effect("tell of every token and key that is issued, also by the user, in the console and by mail", () =>
      Effect.gen(function* () {
        const username = `smith${++fixtures}@example.org`
        const userId = yield* seed.user({ username })
        const organization = yield* seed.organization({ name: `Forge ${fixtures}`, owner: userId })
        const project = yield* seed.project({ organization: organization.id, name: `Forge ${fixtures}` })
        const asSmith = yield* seed.accessToken(userId, { super: true })
        const key = { projectId: project.id, scopes: ["keys.view"], description: "CI" }
        for (const [path, body, type, mailed] of [
          [
            "/v2/pats",
            { description: "CI" },
            "ACCESS_TOKEN_ISSUED",
            "personal access token of your account was issued: CI"
          ],
          ["/v2/api-keys", key, "API_KEY_ISSUED", `issued for the project Forge ${fixtures}: CI`]
        ] as const) {
          const created = yield* send(asSmith, "POST", path, body)
          const { id } = created.body as { readonly id: number }
          const { mail } = yield* nextMailTo(username)
          assert.include(mail.text, mailed)
          assert.isFalse(mail.headers.has("list-unsubscribe"))
          const [, secret = "none"] = /"(?:token|key)":"(tgp[^"]+)"/.exec(JSON.stringify(created.body)) ?? []
          assert.notInclude(mail.text, secret)
          yield* send(asSmith, "PUT", `${path}/${id}/regenerate`, { expiresAt: null })
          yield* nextMailTo(username)
          const types = yield* typesOf(asSmith)
          assert.deepStrictEqual(
            types.filter((one) => one === type),
            [type, type]
          )
        }
      })
    )

    it.effect("tell of a login with an unknown browser, and not of the first one", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestServer
        const username = `baker${++fixtures}`
        const asBaker = yield* seed.accessToken(yield* seed.user({ username, password: "correct horse" }))
        const logIn = (cookie: string) =>
          Effect.promise(async () => {
            const response = await fetch(`${baseUrl}/v2/console/session`, {
              method: "POST",
              headers: {
                "content-type": "application/json",
                "x-dragoman-console": "1",
                "user-agent": "Browser 1",
                cookie
              },
              body: JSON.stringify({ username, password: "correct horse" })
            })
            return response.headers.getSetCookie().find((each) => each.startsWith("dragoman_browser="))
          })
        const first = yield* logIn("")
        assert.match(first ?? "", /^dragoman_browser=[\w-]{43}; .*HttpOnly/)
        assert.deepStrictEqual(yield* typesOf(asBaker), [])
        assert.isUndefined(yield* logIn(first?.split(";")[0] ?? ""))
        assert.deepStrictEqual(yield* typesOf(asBaker), [])
        yield* logIn("")
        const [found] = (yield* list(asBaker))._embedded.notificationModelList
        assert.strictEqual(found?.type, "NEW_LOGIN")
        assert.strictEqual(found?.params["userAgent"], "Browser 1")
        // A program is known by its name and network.
        const generateToken = () =>
          send(null, "POST", "/api/public/generatetoken", { username, password: "correct horse" })
        yield* generateToken()
        yield* generateToken()
        assert.deepStrictEqual(yield* typesOf(asBaker), ["NEW_LOGIN", "NEW_LOGIN"])
      })
    )

    it.effect("tell the inviter who has come, and a member of new access", () =>
      Effect.gen(function* () {
        const { name, organization, project, asOwner, owner } = yield* seedFixture()
        const guest = yield* seed.user({ username: `guest${fixtures}`, name: "Gina" })
        const asGuest = yield* seed.accessToken(guest)
        const invite = `/v2/organizations/${organization.id}/invite`
        const asOwnerNow = yield* seed.accessToken(owner, { super: true })
        const { body } = yield* send(asOwnerNow, "PUT", invite, { roleType: "MEMBER", name: "Gina" })
        const { code } = body as { readonly code: string }
        assert.deepStrictEqual(yield* send(asGuest, "PUT", `/v2/invitations/${code}/accept`), {
          status: 200,
          body: ""
        })
        const [accepted] = (yield* list(asOwner))._embedded.notificationModelList
        assert.deepInclude(accepted, { type: "INVITATION_ACCEPTED", project: null })
        assert.deepStrictEqual(accepted?.params, { organizationId: organization.id, organizationName: name })
        assert.strictEqual(accepted?.originatingUser?.name, "Gina")
        assert.deepStrictEqual(yield* typesOf(asGuest), [])
        const set = (type: string) =>
          send(asOwnerNow, "PUT", `/v2/projects/${project.id}/users/${guest}/set-permissions/${type}`)
        assert.strictEqual((yield* set("VIEW")).status, 200)
        yield* set("TRANSLATE")
        assert.deepStrictEqual(yield* typesOf(asGuest), ["ADDED_TO_PROJECT"])
      })
    )

    it.effect("never reach disabled users, and are erased with their account and their project", () =>
      Effect.gen(function* () {
        const { member, asOwner, asMember, comment, mention, project } = yield* seedFixture()
        yield* comment(asOwner, mention)
        yield* change((sql) => sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${member}`)
        yield* comment(asOwner, `${mention}!`)
        yield* change((sql) => sql`UPDATE user_account SET disabled_at = NULL WHERE id = ${member}`)
        assert.lengthOf(yield* typesOf(asMember), 1)
        yield* change((sql) => sql`UPDATE project SET deleted_at = 1 WHERE id = ${project.id}`)
        const [found] = (yield* list(asMember))._embedded.notificationModelList
        assert.isNull(found?.project)
      })
    )

    it.effect("are kept for 90 days, and 1,000 of each user", () =>
      Effect.gen(function* () {
        const { member, asMember, asOwner, comment, mention } = yield* seedFixture()
        yield* comment(asOwner, `old ${mention}`)
        yield* change((sql) => sql`UPDATE notification SET created_at = 5 WHERE user_id = ${member}`)
        yield* comment(asOwner, mention)
        yield* eraseOldNotifications()
        assert.lengthOf(yield* typesOf(asMember), 1)
        const now = Date.now()
        yield* change(
          (sql) => sql`
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
            INSERT INTO notification (user_id, type, params, in_app, created_at)
            SELECT ${member}, 'COMMENT_ADDED', '{}', 1, ${now - 5000} FROM n`
        )
        yield* eraseOldNotifications()
        const { page, _embedded } = yield* list(asMember, "allTypes=true&size=1")
        assert.strictEqual(page.totalElements, 1_000)
        assert.strictEqual(_embedded.notificationModelList[0]?.type, "COMMENT_MENTIONED")
      })
    )
  })
}
