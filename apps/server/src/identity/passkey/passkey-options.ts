import { randomBytes } from "node:crypto"
import type { PasskeyCreationOptionsModel, PasskeyRequestOptionsModel } from "@dragoman/api"
import type { RelyingParty } from "@dragoman/domain/second-factor"
import { Database, PasskeyRepository, type PasskeyRow, type UserRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { requireRelyingParty } from "./relying-party.ts"

/** The first passkey loads the library, which takes a while to load and keeps some memory. */
export const loadWebAuthn = () => import("@simplewebauthn/server")

/** Time in which a challenge can be answered. */
const challengeMillis = 5 * 60_000
const challengeBytes = 32
const userHandleBytes = 32

/** Algorithms of authenticators: EdDSA, ES256 and RS256. RFC 9053 and RFC 8812. */
export const passkeyAlgorithms = [-8, -7, -257]

/** Stores a new challenge, so that any server can check its answer. */
const newChallenge = Effect.fnUntraced(function* (of: {
  readonly purpose: "ADD" | "LOG_IN" | "PROVE"
  readonly userId: number | null
  readonly userHandle: string | null
}) {
  const passkeys = yield* PasskeyRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const bytes = randomBytes(challengeBytes)
  const row = { ...of, challengeHash: digestOfKey(bytes.toString("base64url")), expiresAt: now + challengeMillis }
  yield* database.transaction(Effect.andThen(passkeys.deleteExpiredChallenges(now), passkeys.createChallenge(row)))
  return new Uint8Array(bytes)
})

const known = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: "public-key" as const,
  transports
})

/** Makes the options for a new passkey of the user; all passkeys of one user know the account by the same handle. */
export const makeCreationOptions = Effect.fnUntraced(function* (
  { userId, username, name }: UserRow,
  party: RelyingParty | null,
  all: ReadonlyArray<PasskeyRow>
) {
  const { id: rpID } = yield* requireRelyingParty(party)
  const userHandle = all[0]?.userHandle ?? randomBytes(userHandleBytes).toString("base64url")
  const challenge = yield* newChallenge({ purpose: "ADD", userId, userHandle })
  const { generateRegistrationOptions } = yield* Effect.promise(loadWebAuthn)
  const options = yield* Effect.promise(() =>
    generateRegistrationOptions({
      rpName: "Dragoman",
      rpID,
      userName: username,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(userHandle, "base64url")),
      challenge,
      timeout: challengeMillis,
      attestationType: "none",
      supportedAlgorithmIDs: [...passkeyAlgorithms]
    })
  )
  return {
    challenge: options.challenge,
    rp: { id: rpID, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: challengeMillis,
    attestation: "none",
    excludeCredentials: all.map(known),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" }
  } satisfies PasskeyCreationOptionsModel
})

/** Makes the options for an answer of a passkey. `passkeys`: those that may answer; empty: any. */
export const makeRequestOptions = Effect.fnUntraced(function* (of: {
  readonly purpose: "LOG_IN" | "PROVE"
  readonly userId: number | null
  readonly relyingParty: RelyingParty | null
  readonly passkeys: ReadonlyArray<PasskeyRow>
}) {
  const { id: rpID } = yield* requireRelyingParty(of.relyingParty)
  const challenge = yield* newChallenge({ purpose: of.purpose, userId: of.userId, userHandle: null })
  const { generateAuthenticationOptions } = yield* Effect.promise(loadWebAuthn)
  const options = yield* Effect.promise(() =>
    generateAuthenticationOptions({ rpID, challenge, timeout: challengeMillis, userVerification: "required" })
  )
  return {
    challenge: options.challenge,
    rpId: rpID,
    timeout: challengeMillis,
    userVerification: "required",
    allowCredentials: of.passkeys.map(known)
  } satisfies PasskeyRequestOptionsModel
})
