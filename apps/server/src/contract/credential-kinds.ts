import { createHmac } from "node:crypto"
import type { DomainError } from "@dragoman/domain/error"
import { domainError } from "@dragoman/domain/error"
import { Effect } from "effect"
import { ServerSecret } from "../service/access/access-token.ts"
import { seed } from "../testing/seed.ts"
import type { ContractFixture } from "./contract-fixture.ts"

/** Headers that authenticate no user, and the error of each. */
export interface BadCredential {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly error: DomainError
}

const bad = (
  name: string,
  headers: Record<string, string>,
  code: Parameters<typeof domainError>[0]
): BadCredential => ({
  name,
  headers,
  error: domainError(code)
})

/** Every way of authenticating that fails. */
export const seedBadCredentials = Effect.fnUntraced(function* ({ owner, project, name }: ContractFixture) {
  const past = -1
  const { accessToken } = yield* seed.accessToken(owner)
  const expiredPat = yield* seed.personalAccessToken({ user: owner, expiresAt: past })
  const expiredPak = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["admin"], expiresAt: past })
  const absentUser = yield* seed.accessToken(987_654_321)
  const claims = { sub: String(owner), aud: "tg.tok", iat: -100, exp: -10 }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  return [
    bad("a scheme other than Bearer", { authorization: "Basic YTpi" }, "invalid_jwt_token"),
    bad("an empty Authorization", { authorization: "" }, "invalid_jwt_token"),
    bad("a token that is none", bearer("nonsense"), "invalid_jwt_token"),
    bad("a token with another signature", bearer(`${accessToken.slice(0, -6)}AAAAAA`), "invalid_jwt_token"),
    bad("a token signed by nobody", bearer(unsigned(claims)), "invalid_jwt_token"),
    bad(
      "a token for another audience",
      bearer(yield* signed({ ...claims, exp: 100, aud: "tg.tic" })),
      "invalid_jwt_token"
    ),
    bad("a token of nobody", bearer(absentUser.accessToken), "invalid_jwt_token"),
    bad("an expired token", bearer(yield* signed(claims)), "expired_jwt_token"),
    bad("an unknown personal access token", { "x-api-key": `tgpat_${name.length}` }, "invalid_pat"),
    bad("an expired personal access token", { "x-api-key": expiredPat.apiKey }, "pat_expired"),
    bad("an empty key", { "x-api-key": "" }, "invalid_project_api_key"),
    bad("an unknown key", { "x-api-key": "unknown" }, "invalid_project_api_key"),
    bad("a key that cannot be decoded", { "x-api-key": "tgpak_GM2DCXZY" }, "invalid_project_api_key"),
    bad("an expired key", { "x-api-key": expiredPak.apiKey }, "project_api_key_expired")
  ]
})

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const unsigned = (claims: object): string => `${encoded({ alg: "none" })}.${encoded(claims)}.`

const signed = Effect.fnUntraced(function* (claims: object) {
  const secret = yield* ServerSecret
  const content = `${encoded({ alg: "HS512" })}.${encoded(claims)}`
  return `${content}.${createHmac("sha512", secret).update(content).digest("base64url")}`
})
