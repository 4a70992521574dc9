import { createPrivateKey, type KeyObject, sign } from "node:crypto"
import { Clock, Effect, Schema, Semaphore } from "effect"
import type { TranslationFailed } from "../translation-failed.ts"
import { type EngineHttp, formHeaders } from "./engine-http.ts"

const scope = "https://www.googleapis.com/auth/cloud-translation"
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
/** Life of the signed request for a token; Google takes an hour at most. */
const assertionSeconds = 3_600
/** A token is replaced before its end, so that it does not end on its way. */
const earlySeconds = 60

const KeyFile = Schema.fromJsonString(
  Schema.Struct({
    client_email: Schema.String,
    private_key: Schema.String,
    private_key_id: Schema.optional(Schema.String),
    token_uri: Schema.optional(Schema.String)
  })
)
const Token = Schema.Struct({ access_token: Schema.String, expires_in: Schema.optional(Schema.Number) })

/** Access tokens of a service account, each used until shortly before its end. RFC 7523. */
export const makeGoogleTokens = Effect.fnUntraced(function* (serviceAccount: string, http: EngineHttp) {
  const semaphore = yield* Semaphore.make(1)
  let kept: { readonly token: string; readonly until: number } | null = null

  const unreadable = () =>
    http.fail({ reason: "wrong_credentials", code: "the key file of the service account is unreadable" })

  const request = Effect.gen(function* () {
    const file = yield* Schema.decodeUnknownEffect(KeyFile)(serviceAccount).pipe(Effect.mapError(unreadable))
    const key = yield* Effect.try({ try: () => createPrivateKey(file.private_key), catch: unreadable })
    const tokenUrl = file.token_uri ?? "https://oauth2.googleapis.com/token"
    if (!URL.canParse(tokenUrl)) return yield* unreadable()
    const nowSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const claims = {
      iss: file.client_email,
      scope,
      aud: tokenUrl,
      iat: nowSeconds,
      exp: nowSeconds + assertionSeconds
    }
    const assertion = yield* Effect.try({
      try: () => signJwt(key, { ...(file.private_key_id !== undefined && { kid: file.private_key_id }) }, claims),
      catch: unreadable
    })
    const body = new URLSearchParams({ grant_type: grantType, assertion }).toString()
    return yield* http.send({ method: "POST", url: tokenUrl, headers: formHeaders, body }, Token, (status) =>
      status === 400 ? { reason: "wrong_credentials", code: null } : null
    )
  })

  const get: Effect.Effect<string, TranslationFailed> = Effect.gen(function* () {
    const now = Number((yield* Clock.monotonicTimeNanos) / 1_000_000_000n)
    if (kept !== null && now < kept.until) return kept.token
    const { access_token, expires_in = assertionSeconds } = yield* request
    kept = { token: access_token, until: now + expires_in - earlySeconds }
    return access_token
  }).pipe(semaphore.withPermit)

  return {
    get,
    /** Makes the next request get a new token. */
    forget: Effect.sync(() => {
      kept = null
    })
  }
})

const signJwt = (key: KeyObject, header: object, claims: object): string => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")
  const signed = `${encode({ ...header, alg: "RS256", typ: "JWT" })}.${encode(claims)}`
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), key).toString("base64url")}`
}
