import type { PasskeyAssertionBody, PasskeyBody } from "@dragoman/api"
import type { RelyingParty } from "@dragoman/domain/second-factor"
import { Database, PasskeyRepository, type PasskeyRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { loadWebAuthn, passkeyAlgorithms } from "./passkey-options.ts"

/** Length of the longest id of an authenticator: 1023 bytes, in base64url. WebAuthn level 3, section 4. */
const credentialIdMax = 1_364
/** Limits for the transports of an authenticator that a browser names; more of them, or longer ones, are ignored. */
const transportsMax = 10
const transportMax = 20

type Purpose = "ADD" | "LOG_IN" | "PROVE"

/** Reads the challenge that the browser answered; null: the signed data cannot be read. */
const challengeIn = (clientDataJSON: string): string | null => {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"))
    const challenge = typeof data === "object" && data !== null && "challenge" in data ? data.challenge : null
    return typeof challenge === "string" ? challenge : null
  } catch {
    return null
  }
}

/** Takes the stored challenge of an answer, which uses it up, right or wrong. null: there is none for this purpose. */
const takeChallenge = Effect.fnUntraced(function* (clientDataJSON: string, purpose: Purpose) {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) return null
  const passkeys = yield* PasskeyRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const found = yield* database.transaction(passkeys.takeChallenge(digestOfKey(challenge), purpose, now))
  return Option.isNone(found) ? null : { ...found.value, challenge }
})

/**
 * Checks the answer of a passkey: challenge, origin, host, user verification, signature and counter. null: the answer
 * is invalid. `userId`: the required user of the passkey; null: any account.
 */
export const verifyPasskey = Effect.fn("verifyPasskey")(function* (answer: {
  readonly purpose: "LOG_IN" | "PROVE"
  readonly userId: number | null
  readonly relyingParty: RelyingParty | null
  readonly assertion: PasskeyAssertionBody
}) {
  const { purpose, userId, relyingParty, assertion } = answer
  const passkeys = yield* PasskeyRepository
  const database = yield* Database
  const taken = yield* takeChallenge(assertion.response.clientDataJSON, purpose)
  if (taken === null || taken.userId !== userId || relyingParty === null) return null
  const passkey = Option.getOrNull(yield* passkeys.findByCredential(assertion.id))
  if (passkey === null || !isFor(passkey, { userId, relyingParty, assertion })) return null
  const verified = yield* checkAnswer(passkey, taken.challenge, relyingParty, assertion)
  if (verified === null) return null
  const at = yield* Clock.currentTimeMillis
  const isMarked = yield* database.transaction(
    passkeys.markUsed({
      passkeyId: passkey.passkeyId,
      before: passkey.counter,
      counter: verified.newCounter,
      backedUp: verified.credentialBackedUp,
      at
    })
  )
  return isMarked ? passkey : null
})

const isFor = (
  passkey: PasskeyRow,
  of: {
    readonly userId: number | null
    readonly relyingParty: RelyingParty
    readonly assertion: PasskeyAssertionBody
  }
): boolean => {
  const handle = of.assertion.response.userHandle ?? passkey.userHandle
  return (
    (of.userId === null || passkey.userId === of.userId) &&
    passkey.relyingParty === of.relyingParty.id &&
    handle === passkey.userHandle
  )
}

const checkAnswer = (
  { credentialId, publicKey, counter }: PasskeyRow,
  expectedChallenge: string,
  { id, origins }: RelyingParty,
  { response, ...assertion }: PasskeyAssertionBody
) =>
  Effect.tryPromise(async () =>
    (await loadWebAuthn()).verifyAuthenticationResponse({
      response: {
        ...assertion,
        type: assertion.type as "public-key",
        response: {
          clientDataJSON: response.clientDataJSON,
          authenticatorData: response.authenticatorData,
          signature: response.signature
        },
        clientExtensionResults: {}
      },
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter }
    })
  ).pipe(
    Effect.map(({ verified, authenticationInfo }) => (verified ? authenticationInfo : null)),
    // The library throws for any error.
    Effect.orElseSucceed(() => null)
  )

/**
 * Checks a new passkey and returns it as it is stored, but for its name; null: it is invalid. `userId`: the user who
 * adds it.
 */
export const verifyNewPasskey = Effect.fn("verifyNewPasskey")(function* (
  userId: number,
  relyingParty: RelyingParty,
  { response, ...credential }: PasskeyBody["credential"]
) {
  const taken = yield* takeChallenge(response.clientDataJSON, "ADD")
  if (taken === null || taken.userId !== userId || taken.userHandle === null) return null
  const info = yield* Effect.tryPromise(async () =>
    (await loadWebAuthn()).verifyRegistrationResponse({
      response: {
        ...credential,
        type: credential.type as "public-key",
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
        clientExtensionResults: {}
      },
      expectedChallenge: taken.challenge,
      expectedOrigin: [...relyingParty.origins],
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...passkeyAlgorithms]
    })
  ).pipe(
    Effect.map(({ registrationInfo }) => registrationInfo ?? null),
    Effect.orElseSucceed(() => null)
  )
  if (info === null || info.credential.id.length > credentialIdMax) return null
  return {
    userId,
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey).toString("base64url"),
    counter: info.credential.counter,
    transports: (response.transports ?? []).filter(({ length }) => length <= transportMax).slice(0, transportsMax),
    relyingParty: relyingParty.id,
    userHandle: taken.userHandle,
    backedUp: info.credentialBackedUp
  }
})
