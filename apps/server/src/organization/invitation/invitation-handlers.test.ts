import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** An organization with a project that a translator may enter; `invited` is a user without any access. */
const fixture = Effect.fnUntraced(function* () {
  const number = ++fixtures
  const owner = yield* seed.user({ username: `owner${number}`, name: "Olga" })
  const member = yield* seed.user({ username: `member${number}` })
  const translator = yield* seed.user({ username: `translator${number}@example.com` })
  const invited = yield* seed.user({ username: `invited${number}@example.com` })
  const organization = yield* seed.organization({ name: `World ${number}`, owner, members: [member] })
  const project = yield* seed.project({
    organization: organization.id,
    name: `Atlas ${number}`,
    languages: ["en", "de"]
  })
  yield* seed.directPermission({ project: project.id, user: translator, permission: "TRANSLATE" })
  const token = (userId: number) => seed.accessToken(userId, { super: true })
  return {
    number,
    organization,
    project,
    owner,
    intoProject: `/v2/projects/${project.id}`,
    intoOrganization: `/v2/organizations/${organization.id}`,
    asOwner: yield* token(owner),
    asMember: yield* token(member),
    asTranslator: yield* token(translator),
    asInvited: yield* token(invited)
  }
})

interface Invitation {
  readonly id: number
  readonly code: string
  readonly createdAt: number
  readonly [field: string]: unknown
}

const invite = (credential: TestCredential, place: string, body: unknown) =>
  Effect.map(send(credential, "PUT", `${place}/invite`, body), (response) => {
    assert.strictEqual(response.status, 200, JSON.stringify(response.body))
    return response.body as Invitation
  })

const accept = (credential: TestCredential, { code }: { readonly code: string }, method = "PUT") =>
  send(credential, method, `/v2/invitations/${code}/accept`)

const expire = Effect.fnUntraced(function* (id: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* Effect.orDie(database.transaction(sql`UPDATE invitation SET expires_at = 0 WHERE id = ${id}`))
})

const countInvitations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(sql`SELECT id FROM invitation`)
  return rows.length
})

const done = { status: 200, body: "" }
const absent = error(400, "invitation_code_does_not_exist_or_expired")
const noLanguages = {
  permittedLanguageIds: null,
  translateLanguageIds: null,
  viewLanguageIds: null,
  stateChangeLanguageIds: null
}

layer(layerTestServer())("invitations", (it) => {
  it.effect("are created and listed by users with the right to do so", () =>
    Effect.gen(function* () {
      const { owner, project, intoProject, intoOrganization, asMember, asTranslator, asInvited } = yield* fixture()
      const body = { type: "VIEW" }
      const before = yield* countInvitations
      for (const [credential, path, response] of [
        [null, intoProject, error(401, "unauthenticated")],
        [asInvited, intoProject, error(404, "project_not_found")],
        [asTranslator, intoProject, error(403, "operation_not_permitted", ["members.edit"])],
        [asMember, intoProject, error(403, "operation_not_permitted", ["members.edit"])],
        [asInvited, intoOrganization, error(404, "organization_not_found")],
        [asTranslator, intoOrganization, error(403, "operation_not_permitted")]
      ] as const) {
        assert.deepStrictEqual(yield* send(credential, "PUT", `${path}/invite`, body), response)
      }
      const list = `${intoProject}/invitations`
      assert.deepStrictEqual(
        yield* send(asTranslator, "GET", list),
        error(403, "operation_not_permitted", ["members.view"])
      )
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["admin"] })
      assert.deepStrictEqual(yield* send(key, "GET", list), error(403, "expired_super_jwt_token"))
      assert.deepStrictEqual(yield* send(key, "PUT", `${intoProject}/invite`, body), error(403, "api_access_forbidden"))
      assert.strictEqual(yield* countInvitations, before)
    })
  )

  it.effect("into a project carry a permission: a type or scopes, with languages of the project", () =>
    Effect.gen(function* () {
      const { number, owner, project, intoProject, asOwner } = yield* fixture()
      const foreign = yield* fixture()
      const { en = 0, de = 0 } = project.languages
      const rejected: ReadonlyArray<[unknown, unknown]> = [
        [{}, "set_exactly_one_of_scopes_or_type"],
        [{ type: "VIEW", scopes: ["keys.view"] }, "set_exactly_one_of_scopes_or_type"],
        [{ type: null, scopes: [] }, "set_exactly_one_of_scopes_or_type"],
        [{ type: "TRANSLATE", languages: [foreign.project.languages["en"]] }, "language_not_from_project"],
        [{ type: "EDIT", languages: [en] }, "only_translate_or_review_permission_accepts_translate_languages"],
        [
          { type: "REVIEW", translateLanguages: [en] },
          "cannot_set_different_translate_and_state_change_languages_for_level_based_permissions"
        ],
        [
          { scopes: ["keys.view", "king"], email: `translator${number}@EXAMPLE.com` },
          "email_already_invited_or_member"
        ],
        [{ scopes: ["keys.view", "king"] }, "scope_not_found"],
        [{ type: "KING" }, "request_parse_error"]
      ]
      for (const [body, code] of rejected) {
        const response = yield* send(asOwner, "PUT", `${intoProject}/invite`, body)
        assert.strictEqual(response.status, 400)
        assert.strictEqual((response.body as { readonly code: string }).code, code, JSON.stringify(body))
      }
      assert.deepStrictEqual(
        yield* send(asOwner, "PUT", `${intoProject}/invite`, { type: "VIEW", email: "no address" }),
        {
          status: 400,
          body: { STANDARD_VALIDATION: { email: "must be a well-formed email address" } }
        }
      )
      const person = { name: "Jana", email: "jana@example.com" }
      const translate = yield* invite(asOwner, intoProject, { type: "TRANSLATE", languages: [de], ...person })
      assert.match(translate.code, /^[A-Za-z]{50}$/)
      const createdBy = { id: owner, username: `owner${number}`, name: "Olga", avatar: null, deleted: false }
      assert.deepStrictEqual(translate, {
        id: translate.id,
        code: translate.code,
        createdAt: translate.createdAt,
        expiresAt: translate.createdAt + 30 * 24 * 60 * 60 * 1000,
        invitedUserName: "Jana",
        invitedUserEmail: "jana@example.com",
        createdBy,
        endedBecause: null,
        mailQueued: false,
        type: "TRANSLATE",
        permittedLanguageIds: [de],
        permission: {
          scopes: [
            "keys.view",
            "translations.view",
            "translations.edit",
            "screenshots.view",
            "activity.view",
            "translation-comments.add",
            "translation-comments.set-state",
            "tasks.view"
          ],
          type: "TRANSLATE",
          ...noLanguages,
          permittedLanguageIds: [de],
          translateLanguageIds: [de],
          agency: null
        }
      })
      assert.deepStrictEqual(
        yield* send(asOwner, "PUT", `${intoProject}/invite`, { type: "VIEW", email: "JANA@example.com" }),
        error(400, "email_already_invited_or_member")
      )
      const granular = yield* invite(asOwner, intoProject, { scopes: ["translations.view"] })
      assert.deepInclude(granular, { type: null, permittedLanguageIds: null, invitedUserEmail: null })
      assert.deepInclude(granular, {
        permission: { type: null, scopes: ["keys.view", "translations.view"], ...noLanguages, agency: null }
      })
      assert.notStrictEqual(granular.code, translate.code)
      const newer = yield* invite(asOwner, intoProject, { scopes: ["translations.suggest", "branch.protected-modify"] })
      assert.deepInclude(newer.permission, { type: null, scopes: ["keys.view", "translations.view", "project.edit"] })
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${intoProject}/invitations`), {
        status: 200,
        body: { _embedded: { invitations: [translate, granular, newer] } }
      })
      assert.deepStrictEqual(yield* send(foreign.asOwner, "GET", `${foreign.intoProject}/invitations`), {
        status: 200,
        body: { _embedded: { invitations: [] } }
      })
    })
  )

  it.effect("into an organization carry a role", () =>
    Effect.gen(function* () {
      const { number, intoOrganization, asOwner } = yield* fixture()
      const email = `member${number}@example.com`
      const member = yield* invite(asOwner, intoOrganization, { email })
      assert.deepInclude(member, { type: "MEMBER", invitedUserEmail: email, invitedUserName: null })
      assert.deepStrictEqual(
        yield* send(asOwner, "PUT", `${intoOrganization}/invite`, { email: email.toUpperCase() }),
        error(400, "email_already_invited_or_member")
      )
      const owner = yield* invite(asOwner, intoOrganization, { roleType: "OWNER" })
      const maintainer = yield* invite(asOwner, intoOrganization, { roleType: "MAINTAINER" })
      assert.strictEqual(maintainer.type, "MEMBER")
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${intoOrganization}/invitations`), {
        status: 200,
        body: { _embedded: { organizationInvitations: [member, owner, maintainer] } }
      })
    })
  )

  it.effect("show to everyone who has the code what they are for, and nothing else about the target", () =>
    Effect.gen(function* () {
      const { number, owner, intoProject, intoOrganization, asOwner, project: target } = yield* fixture()
      const info = (code: string) => send(null, "GET", `/api/public/invitation_info/${code}`)
      assert.deepStrictEqual(yield* info("unknown"), absent)
      const project = yield* invite(asOwner, intoProject, { type: "VIEW", email: "jan@example.com", name: "Jan" })
      const languages = [target.languages["de"]]
      const translator = yield* invite(asOwner, intoProject, { type: "TRANSLATE", languages })
      const organization = yield* invite(asOwner, intoOrganization, {})
      const createdBy = { id: owner, username: `owner${number}`, name: "Olga", avatar: null, deleted: false }
      assert.deepStrictEqual(yield* info(project.code), {
        status: 200,
        body: {
          id: project.id,
          code: project.code,
          createdBy,
          projectName: `Atlas ${number}`,
          organizationName: null,
          inviteeEmail: "jan@example.com",
          inviteeName: "Jan",
          projectId: target.id,
          organizationSlug: null,
          permissionType: "VIEW",
          organizationRole: null,
          translateLanguages: null
        }
      })
      assert.deepInclude((yield* info(translator.code)).body, {
        inviteeName: null,
        permissionType: "TRANSLATE",
        translateLanguages: [{ tag: "de", name: "Language de" }]
      })
      assert.deepInclude((yield* info(organization.code)).body, {
        projectName: null,
        organizationName: `World ${number}`,
        inviteeEmail: null,
        projectId: null,
        organizationSlug: `world-${number}`,
        permissionType: null,
        organizationRole: "MEMBER",
        translateLanguages: null
      })
    })
  )

  it.effect("give their permission once, to the invited person", () =>
    Effect.gen(function* () {
      const { number, intoProject, intoOrganization, asOwner, asTranslator, asInvited, asMember } = yield* fixture()
      assert.deepStrictEqual(yield* accept(null, { code: "unknown" }), error(401, "unauthenticated"))
      assert.deepStrictEqual(yield* accept(asInvited, { code: "unknown" }), absent)
      const invitation = yield* invite(asOwner, intoProject, {
        scopes: ["members.view"],
        email: `INVITED${number}@example.com`
      })
      assert.deepStrictEqual(yield* accept(asMember, invitation), error(400, "invitation_email_mismatch"))
      const list = `${intoProject}/invitations`
      assert.strictEqual((yield* send(asInvited, "GET", list)).status, 404)
      assert.deepStrictEqual(yield* accept(asInvited, invitation), done)
      assert.strictEqual((yield* send(asInvited, "GET", list)).status, 200)
      assert.deepStrictEqual(yield* accept(asInvited, invitation), absent)

      const second = yield* invite(asOwner, intoProject, { type: "MANAGE" })
      assert.deepStrictEqual(yield* accept(asTranslator, second), error(400, "user_already_has_permissions"))
      assert.strictEqual((yield* send(asTranslator, "GET", list)).status, 403)
      const open = yield* send(asOwner, "GET", list)
      assert.deepStrictEqual(open.body, { _embedded: { invitations: [second] } })

      const role = yield* invite(asOwner, intoOrganization, { roleType: "OWNER" })
      assert.deepStrictEqual(yield* accept(asMember, role), error(400, "user_already_has_role"))
      assert.strictEqual((yield* send(asMember, "GET", `${intoOrganization}/invitations`)).status, 403)
      assert.deepStrictEqual(yield* accept(asInvited, role, "GET"), done)
      assert.strictEqual((yield* send(asInvited, "GET", `${intoOrganization}/invitations`)).status, 200)
    })
  )

  it.effect("are accepted by one of several users who try at the same time", () =>
    Effect.gen(function* () {
      const { intoOrganization, asOwner, asTranslator, asInvited } = yield* fixture()
      const invitation = yield* invite(asOwner, intoOrganization, {})
      const responses = yield* Effect.all([accept(asTranslator, invitation), accept(asInvited, invitation)], {
        concurrency: "unbounded"
      })
      assert.sameDeepMembers(responses, [done, absent])
    })
  )

  it.effect("that have expired are absent, and purged when the list is read", () =>
    Effect.gen(function* () {
      const { intoProject, intoOrganization, asOwner, asInvited } = yield* fixture()
      const email = "late@example.com"
      const project = yield* invite(asOwner, intoProject, { type: "VIEW", email })
      const organization = yield* invite(asOwner, intoOrganization, { email })
      yield* Effect.forEach([project.id, organization.id], expire)
      assert.deepStrictEqual(yield* accept(asInvited, project), absent)
      assert.deepStrictEqual(yield* send(null, "GET", `/api/public/invitation_info/${project.code}`), absent)
      assert.deepStrictEqual(
        yield* send(asOwner, "DELETE", `/v2/invitations/${project.id}`),
        error(404, "resource_not_found")
      )
      const before = yield* countInvitations
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${intoProject}/invitations`), {
        status: 200,
        body: { _embedded: { invitations: [] } }
      })
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${intoOrganization}/invitations`), {
        status: 200,
        body: { _embedded: { organizationInvitations: [] } }
      })
      assert.strictEqual(yield* countInvitations, before - 2)
      yield* invite(asOwner, intoProject, { type: "VIEW", email })
    })
  )

  it.effect("are withdrawn by users with admin in the project and by owners of the organization", () =>
    Effect.gen(function* () {
      const { project, intoProject, intoOrganization, asOwner, asMember, asTranslator, asInvited } = yield* fixture()
      const intoP = yield* invite(asOwner, intoProject, { type: "VIEW" })
      const intoO = yield* invite(asOwner, intoOrganization, {})
      const remove = (credential: TestCredential, id: number | string) =>
        send(credential, "DELETE", `/v2/invitations/${id}`)
      const unknown = error(404, "resource_not_found")
      assert.deepStrictEqual(yield* remove(null, intoP.id), error(401, "unauthenticated"))
      assert.deepStrictEqual(yield* remove(asOwner, 999_999), unknown)
      assert.deepStrictEqual(yield* remove(asOwner, "x"), error(400, "wrong_param_type", ["invitationId"]))
      assert.deepStrictEqual(yield* remove(asInvited, intoP.id), unknown)
      assert.deepStrictEqual(yield* remove(asInvited, intoO.id), unknown)
      const missingAdmin = error(403, "operation_not_permitted", ["admin"])
      assert.deepStrictEqual(yield* remove(asTranslator, intoP.id), missingAdmin)
      assert.deepStrictEqual(yield* remove(asMember, intoO.id), error(403, "user_is_not_owner_of_organization"))
      const editor = yield* seed.user({ username: `editor${fixtures}` })
      yield* seed.directPermission({ project: project.id, user: editor, permission: ["members.edit"] })
      assert.deepStrictEqual(yield* remove(yield* seed.accessToken(editor), intoP.id), missingAdmin)
      const open = yield* send(asOwner, "GET", `${intoProject}/invitations`)
      assert.deepStrictEqual(open.body, { _embedded: { invitations: [intoP] } })
      assert.deepStrictEqual(yield* remove(asOwner, intoP.id), done)
      assert.deepStrictEqual(yield* remove(asOwner, intoP.id), unknown)
      const admin = yield* seed.user({ username: `admin${fixtures}`, serverRole: "ADMIN" })
      assert.deepStrictEqual(yield* remove(yield* seed.accessToken(admin), intoO.id), done)
      assert.deepStrictEqual(yield* accept(asInvited, intoO), absent)
    })
  )

  it.effect("give at most what their inviter has", () =>
    Effect.gen(function* () {
      const { project, intoProject } = yield* fixture()
      const { de = 0 } = project.languages
      const lead = yield* seed.user({ username: `lead${fixtures}` })
      yield* seed.directPermission({
        project: project.id,
        user: lead,
        permission: { scopes: ["members.edit", "translations.edit"], translateLanguageIds: [de] }
      })
      const asLead = yield* seed.accessToken(lead, { super: true })
      const before = yield* countInvitations
      const tryToInvite = (body: unknown) => send(asLead, "PUT", `${intoProject}/invite`, body)
      assert.deepStrictEqual(yield* tryToInvite({ type: "MANAGE" }), error(403, "operation_not_permitted", ["admin"]))
      assert.deepStrictEqual(
        yield* tryToInvite({ scopes: ["keys.delete"] }),
        error(403, "operation_not_permitted", ["keys.delete"])
      )
      assert.deepStrictEqual(
        yield* tryToInvite({ scopes: ["translations.edit"] }),
        error(403, "language_not_permitted", [[], null])
      )
      assert.strictEqual(yield* countInvitations, before)
      yield* invite(asLead, intoProject, { scopes: ["translations.edit"], translateLanguages: [de] })
    })
  )

  it.effect("do not let a removed owner return with a second account", () =>
    Effect.gen(function* () {
      const { organization, intoOrganization, asOwner, asInvited } = yield* fixture()
      const evil = yield* seed.user({ username: `evil${fixtures}` })
      yield* seed.organizationRole({ organization: organization.id, user: evil, role: "OWNER" })
      const asEvil = yield* seed.accessToken(evil, { super: true })
      const prepared = yield* invite(asEvil, intoOrganization, { roleType: "OWNER" })
      assert.strictEqual((yield* send(null, "GET", `/api/public/invitation_info/${prepared.code}`)).status, 200)
      assert.deepStrictEqual(yield* send(asOwner, "DELETE", `${intoOrganization}/users/${evil}`), done)
      for (const credential of [asEvil, asInvited]) {
        assert.deepStrictEqual(yield* accept(credential, prepared), absent)
        assert.deepStrictEqual(yield* accept(credential, prepared, "GET"), absent)
      }
      assert.deepStrictEqual(yield* send(null, "GET", `/api/public/invitation_info/${prepared.code}`), absent)
      assert.deepStrictEqual(
        yield* send(null, "POST", "/api/public/sign_up", {
          name: "Evil",
          email: `evil${fixtures}@example.com`,
          password: "second account",
          invitationCode: prepared.code
        }),
        absent
      )
      assert.deepStrictEqual(yield* send(asInvited, "GET", intoOrganization), error(404, "organization_not_found"))
      const { body } = yield* send(asOwner, "GET", `${intoOrganization}/invitations`)
      assert.deepInclude(
        (body as { _embedded: { organizationInvitations: ReadonlyArray<Invitation> } })._embedded
          .organizationInvitations[0],
        { id: prepared.id, endedBecause: "INVITER_MAY_NOT_INVITE" }
      )
    })
  )

  it.effect.each([
    ["is demoted in the organization", "INVITER_MAY_NOT_INVITE", true, "set-role"],
    ["is removed from the organization", "INVITER_MAY_NOT_INVITE", true, "remove"],
    ["is disabled", "INVITER_DISABLED", true, "disable"],
    ["loses the right to edit members", "INVITER_MAY_NOT_INVITE", false, "view only"],
    ["keeps less than the invitation gives", "INVITER_HAS_LESS", false, "members only"],
    ["is removed from the project", "INVITER_MAY_NOT_INVITE", false, "revoke"]
  ] as const)("into a project end when their inviter %s", ([, end, isOwner, what]) =>
    Effect.gen(function* () {
      const { organization, project, intoProject, intoOrganization, asOwner, asInvited } = yield* fixture()
      const evil = yield* seed.user({ username: `evil${fixtures}` })
      if (isOwner) yield* seed.organizationRole({ organization: organization.id, user: evil, role: "OWNER" })
      else yield* seed.directPermission({ project: project.id, user: evil, permission: "MANAGE" })
      const email = `invited${fixtures}@example.com`
      const asEvil = yield* seed.accessToken(evil, { super: true })
      const prepared = yield* invite(asEvil, intoProject, { type: "MANAGE", email })
      const admin = yield* seed.user({ username: `admin${fixtures}`, serverRole: "ADMIN" })
      const asAdmin = yield* seed.accessToken(admin, { super: true })
      const ofEvil = `${intoProject}/users/${evil}`
      const changes = {
        "set-role": send(asOwner, "PUT", `${intoOrganization}/users/${evil}/set-role`, { roleType: "MEMBER" }),
        remove: send(asOwner, "DELETE", `${intoOrganization}/users/${evil}`),
        disable: send(asAdmin, "PUT", `/v2/administration/users/${evil}/disable`),
        "view only": send(asOwner, "PUT", `${ofEvil}/set-permissions/VIEW`),
        "members only": send(asOwner, "PUT", `${ofEvil}/set-permissions?scopes=members.edit`),
        revoke: send(asOwner, "PUT", `${ofEvil}/revoke-access`)
      }
      assert.deepStrictEqual(yield* changes[what], done)
      assert.deepStrictEqual(yield* accept(asInvited, prepared), absent)
      assert.deepStrictEqual(yield* send(asInvited, "GET", intoProject), error(404, "project_not_found"))
      const { body } = yield* send(asOwner, "GET", `${intoProject}/invitations`)
      const [listed] = (body as { _embedded: { invitations: ReadonlyArray<Invitation> } })._embedded.invitations
      assert.deepInclude(listed, { id: prepared.id, endedBecause: end })
      // The address is free for an invitation that counts.
      const counting = yield* invite(asOwner, intoProject, { type: "VIEW", email })
      assert.deepStrictEqual(yield* accept(asInvited, counting), done)
      assert.deepInclude((yield* send(asInvited, "GET", intoProject)).body as object, { id: project.id })
    })
  )
})
