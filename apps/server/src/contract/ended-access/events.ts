import { operator } from "@dragoman/domain/audit"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Secret, TOTP } from "otpauth"
import { resetAccountPassword } from "../../identity/administration/change-accounts.ts"
import { seed } from "../../testing/seed.ts"
import type { TestCredential } from "../../testing/send.ts"
import { sendTo } from "../../testing/start-server.ts"
import { addPasskey, linkCodes, type Person, type Servers } from "./people-fixture.ts"

interface Event {
  /** Whether the person is an administrator of the server, who acts as another user. */
  readonly isAdministrator?: true
  /** Prepares the account before the event. */
  readonly setUp?: (person: Person) => Effect.Effect<unknown, unknown, Services>
  readonly happens: (servers: Servers, person: Person) => Effect.Effect<unknown, unknown, Services>
  /** Undoes it; absent: it is for good. */
  readonly undo?: (servers: Servers, person: Person) => Effect.Effect<unknown, unknown, Services>
}

type Services =
  | SqlClient.SqlClient
  | Effect.Services<ReturnType<typeof resetAccountPassword>>
  | Effect.Services<ReturnType<typeof seed.organizationRole>>

type Request = readonly [as: TestCredential, method: string, path: string, body?: unknown]

/** A request to the first server, which has to succeed. */
const request = (toRequest: (person: Person) => Request) => (servers: Servers, person: Person) =>
  Effect.gen(function* () {
    const [as, method, path, body] = toRequest(person)
    const response = yield* sendTo(servers.first, as, method, path, body)
    if (response.status >= 300) yield* Effect.die(new Error(`${method} ${path}: ${JSON.stringify(response)}`))
  })

const users = "/v2/administration/users"
const changeUser = (what: string) => request(({ asRoot, user }) => [asRoot, "PUT", `${users}/${user}/${what}`])
const changeAdministrator = (what: string) =>
  request(({ asRoot, administrator }) => [asRoot, "PUT", `${users}/${administrator}/${what}`])
const setPermission = (type: string) =>
  request(({ asOwner, projectId, user }) => [
    asOwner,
    "PUT",
    `/v2/projects/${projectId}/users/${user}/set-permissions/${type}`
  ])
const changePassword = { currentPassword: "correct horse", password: "battery staple" }

const totpKey = "meztcnzwgq3donby"
const run = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(sql.unsafe(statement)))
const insertTotp = ({ user }: Person) =>
  run(`INSERT INTO totp (user_id, totp_key, last_step, created_at) VALUES (${user}, '${totpKey}', 0, 0)`)

/** By their first column in docs/sessions.md. */
export const events: Readonly<Record<string, Event>> = {
  "The user logs out of the console": {
    happens: request(({ sessions }) => [sessions[0], "DELETE", "/v2/console/session"])
  },
  "The user ends a session": {
    happens: request(({ sessions }) => [sessions[0], "DELETE", `/v2/user/sessions/${sessions[1].id}`])
  },
  "The user ends all other sessions": {
    happens: request(({ sessions }) => [sessions[0], "DELETE", "/v2/user/sessions"])
  },
  "The user ends all other sessions, with access tokens": {
    happens: request(({ sessions }) => [sessions[0], "DELETE", "/v2/user/sessions?accessTokens=true"])
  },
  "An administrator ends a session of the user": {
    happens: request(({ asRoot, user, sessions }) => [asRoot, "DELETE", `${users}/${user}/sessions/${sessions[1].id}`])
  },
  "An administrator ends all sessions of the user": {
    happens: request(({ asRoot, user }) => [asRoot, "DELETE", `${users}/${user}/sessions`])
  },
  "The user changes the password": {
    happens: request(({ sessions }) => [sessions[0], "PUT", "/v2/user/password", changePassword])
  },
  "The operator resets the password": {
    happens: (_, { user }) => resetAccountPassword(operator, user, "battery staple")
  },
  "The user sets a new password with a link": {
    happens: request(({ name }) => [
      null,
      "POST",
      "/api/public/reset_password_set",
      { email: `user ${name}`, code: linkCodes.password, password: "battery staple" }
    ])
  },
  "The user changes the address": {
    happens: request(({ sessions, name }) => [
      sessions[0],
      "PUT",
      "/v2/user",
      { name: "U", email: `other-${name}@example.com`, currentPassword: "correct horse" }
    ])
  },
  "The user verifies another address": {
    happens: request(({ user }) => [null, "GET", `/api/public/verify_email/${user}/${linkCodes.address}`])
  },
  "An administrator changes the user name": {
    happens: request(({ asRoot, user, name }) => [
      asRoot,
      "PUT",
      `${users}/${user}`,
      { name: "U", username: `other-${name}@example.com` }
    ])
  },
  "The user switches the authenticator app on": {
    happens: (servers, person) =>
      Effect.flatMap(Clock.currentTimeMillis, (timestamp) => {
        const otp = new TOTP({ secret: Secret.fromBase32(totpKey.toUpperCase()) }).generate({ timestamp })
        const body = { totpKey, otp, password: "correct horse" }
        return request(({ sessions }) => [sessions[0], "PUT", "/v2/user/mfa/totp", body])(servers, person)
      })
  },
  "The user switches the authenticator app off": {
    setUp: insertTotp,
    happens: request(({ sessions }) => [sessions[0], "DELETE", "/v2/user/mfa/totp", { password: "correct horse" }])
  },
  "The user connects a provider of logins, or gives it up": {
    setUp: ({ user }) =>
      run(
        `INSERT INTO user_identity (user_id, type, subject, checked_at, created_at) VALUES (${user}, 'GITHUB', 'subject ${user}', 0, 0)`
      ),
    happens: (servers, person) =>
      Effect.gen(function* () {
        const [asUser, path] = [person.sessions[0], "/v2/auth-provider/change"]
        yield* request(() => [asUser, "DELETE", "/v2/auth-provider"])(servers, person)
        const { body } = yield* sendTo(servers.first, asUser, "GET", path)
        yield* request(() => [asUser, "POST", path, { id: (body as { readonly id: string }).id }])(servers, person)
      })
  },
  "The user makes new recovery codes": {
    setUp: insertTotp,
    happens: request(({ sessions }) => [sessions[0], "PUT", "/v2/user/mfa/recovery", { password: "correct horse" }])
  },
  "The user adds a passkey": {
    happens: ({ first }, { token }) => addPasskey(first, token, "Security key")
  },
  "The user removes a passkey": {
    happens: (servers, person) =>
      Effect.gen(function* () {
        const { body } = yield* sendTo(servers.first, person.token, "GET", "/v2/user/passkeys")
        const { passkeys } = (body as { readonly _embedded: { readonly passkeys: ReadonlyArray<{ id: number }> } })
          ._embedded
        yield* request(({ token }) => [token, "DELETE", `/v2/user/passkeys/${passkeys[0]?.id}`])(servers, person)
      })
  },
  "An administrator or the operator resets the second factors": {
    setUp: insertTotp,
    happens: request(({ asRoot, user }) => [asRoot, "DELETE", `${users}/${user}/mfa`])
  },
  "The user is disabled": { happens: changeUser("disable"), undo: changeUser("enable") },
  "The user is deleted": { happens: request(({ asRoot, user }) => [asRoot, "DELETE", `${users}/${user}`]) },
  "The user, an administrator, is demoted": {
    isAdministrator: true,
    happens: changeUser("set-role/USER"),
    undo: changeUser("set-role/ADMIN")
  },
  "The user, an administrator, is disabled": {
    isAdministrator: true,
    happens: changeUser("disable"),
    undo: changeUser("enable")
  },
  "The administrator who acts as the user is demoted": {
    happens: changeAdministrator("set-role/USER"),
    undo: changeAdministrator("set-role/ADMIN")
  },
  "The administrator who acts as the user is disabled": {
    happens: changeAdministrator("disable"),
    undo: changeAdministrator("enable")
  },
  "The administrator who acts as the user changes the password": {
    happens: request(({ asAdministrator }) => [asAdministrator, "PUT", "/v2/user/password", changePassword])
  },
  "The user is removed from the organization": {
    happens: request(({ asOwner, organizationId, user }) => [
      asOwner,
      "DELETE",
      `/v2/organizations/${organizationId}/users/${user}`
    ]),
    undo: (_, { organizationId, projectId, user }) =>
      Effect.andThen(
        seed.organizationRole({ organization: organizationId, user, role: "MEMBER" }),
        seed.directPermission({ project: projectId, user, permission: "MANAGE" })
      )
  },
  "The user loses the access to the project": { happens: setPermission("NONE"), undo: setPermission("MANAGE") },
  "The user may only view the project": { happens: setPermission("VIEW"), undo: setPermission("MANAGE") },
  "A personal access token is deleted": {
    happens: request(({ token, pats }) => [token, "DELETE", `/v2/pats/${pats[0].id}`])
  },
  "A personal access token is regenerated": {
    happens: request(({ token, pats }) => [token, "PUT", `/v2/pats/${pats[0].id}/regenerate`, { expiresAt: null }])
  },
  "A project API key is deleted": {
    happens: request(({ token, paks }) => [token, "DELETE", `/v2/api-keys/${paks[0].id}`])
  },
  "A project API key is regenerated": {
    happens: request(({ token, paks }) => [token, "PUT", `/v2/api-keys/${paks[0].id}/regenerate`, { expiresAt: null }])
  },
  "A project API key loses its scopes": {
    happens: request(({ token, paks }) => [
      token,
      "PUT",
      `/v2/api-keys/${paks[0].id}`,
      { description: "k", scopes: ["activity.view"] }
    ]),
    undo: request(({ token, paks }) => [
      token,
      "PUT",
      `/v2/api-keys/${paks[0].id}`,
      { description: "k", scopes: ["keys.view"] }
    ])
  },
  "An invitation is withdrawn": {
    happens: request(({ token, invitation }) => [token, "DELETE", `/v2/invitations/${invitation}`])
  },
  "The project is deleted": {
    happens: request(({ asOwner, projectId }) => [asOwner, "DELETE", `/v2/projects/${projectId}`])
  },
  "The organization is deleted": {
    happens: request(({ asOwner, organizationId }) => [asOwner, "DELETE", `/v2/organizations/${organizationId}`])
  }
}
