import type { ErrorCode } from "../error/error-code.ts"
import { passwordMaxUtf16Units } from "../user/user-rules.ts"
import {
  firstMessage,
  matches,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** Digits of a code of an authenticator app. Source: docs/people.md#two-factors. */
export const totpDigits = 6
/** Seconds of a step: each has a code of its own. RFC 6238 section 5.2. */
export const totpStepSeconds = 30
/** Steps before and after the present one whose codes count too: clocks differ, and typing takes time. */
export const totpStepWindow = 1

/** How many recovery codes are made at once; they replace all before. */
export const recoveryCodeCount = 10
/** 16 digits of 5 bits. */
export const recoveryCodeRandomBytes = 10

/** Clients make the key: 16 characters as Tolgee's, or those of 128 and of 160 bits. */
const totpKeyPattern = /^(?:[a-z2-7]{16}|[a-z2-7]{26}|[a-z2-7]{32})$/i

export interface TotpInput {
  readonly totpKey?: Optional<string>
  readonly otp?: Optional<string>
  readonly password?: Optional<string>
}

export interface TotpEnabling {
  /** Base32 in lower case. */
  readonly totpKey: string
  readonly otp: string
  readonly password: string
}

/** Checks the body that enables the second factor: the new key, a code that proves that it was stored, and the password. */
export const validateTotp = ({ totpKey, otp, password }: TotpInput): Validated<TotpEnabling> =>
  validateFields(
    {
      totpKey: firstMessage(
        notBlank(totpKey),
        matches(totpKeyPattern, "must be 16, 26 or 32 characters of a to z and 2 to 7", totpKey)
      ),
      otp: sizeBetween(totpDigits, totpDigits, otp ?? ""),
      password: passwordMessage(password)
    },
    { totpKey: (totpKey ?? "").toLowerCase(), otp: otp ?? "", password: password ?? "" }
  )

/** The password alone, which disabling the second factor and new recovery codes need. */
export const validateMfaPassword = (password: Optional<string>): Validated<string> =>
  validateFields({ password: passwordMessage(password) }, password ?? "")

const passwordMessage = (password: Optional<string>): string | null =>
  firstMessage(notBlank(password), sizeBetween(0, passwordMaxUtf16Units, password))

/** A code as its user typed it: of an authenticator app, or a recovery code, which has any other length. */
export type TypedCode =
  | { readonly kind: "none" }
  | { readonly kind: "totp"; readonly code: string }
  | { readonly kind: "recovery"; readonly code: string }

/** White space around a code and the spelling of a recovery code do not count. */
export const readTypedCode = (otp: Optional<string>): TypedCode => {
  const code = (otp ?? "").trim().toLowerCase()
  if (code === "") return { kind: "none" }
  return { kind: code.length === totpDigits ? "totp" : "recovery", code }
}

/**
 * The step of a code, when it may be used; null: it was used, or an older one than the last used. `offset`: of the code's
 * step from the present one; null: the code belongs to none of them.
 */
export const usableStep = (
  offset: number | null,
  { nowMillis, lastStep }: { readonly nowMillis: number; readonly lastStep: number }
): number | null => {
  if (offset === null) return null
  const step = stepAt(nowMillis) + offset
  return step > lastStep ? step : null
}

/** The step of a time. */
export const stepAt = (nowMillis: number): number => Math.floor(nowMillis / 1000 / totpStepSeconds)

/** The last used step after a recovery code: the codes of the present and of the next step count as used. */
export const stepAfterRecovery = (nowMillis: number, lastStep: number): number =>
  Math.max(lastStep, stepAt(nowMillis) + 1)

/** A recovery code, `xxxx-xxxx-xxxx-xxxx` in digits `0-9a-v`. `randomBytes`: 10 bytes from a cryptographic source. */
export const recoveryCodeOf = (randomBytes: Uint8Array): string => {
  const number = randomBytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const digits = BigInt.asUintN(80, number).toString(32).padStart(16, "0")
  return digits.match(/.{4}/g)?.join("-") ?? ""
}

/** Facts that decide how an account proves that its user is present. */
export interface ProofFacts {
  readonly hasPassword: boolean
  readonly mfaEnabled: boolean
}

/**
 * Whether operations that need a super token ask this user for one: who has neither a password nor a second factor has
 * nothing to enter. Source: docs/people.md#two-factors.
 */
export const needsSuperToken = ({ hasPassword, mfaEnabled }: ProofFacts): boolean => hasPassword || mfaEnabled

/** Why a passkey cannot be removed; null: it can. The last one stays when nothing else opens the account. */
export const checkRemovePasskey = ({
  hasPassword,
  hasProvider,
  passkeys
}: {
  readonly hasPassword: boolean
  /** An account at a provider of logins opens it. */
  readonly hasProvider: boolean
  /** With the one to be removed. */
  readonly passkeys: number
}): Extract<ErrorCode, "last_passkey_of_account"> | null =>
  !hasPassword && !hasProvider && passkeys <= 1 ? "last_passkey_of_account" : null

/** Passkeys of one account. */
export const passkeysMax = 50
const passkeyNameMaxUtf16Units = 100

/** The name under which a user finds a passkey again. */
export const validatePasskeyName = (name: Optional<string>): Validated<string> =>
  validateFields(
    { name: firstMessage(notBlank(name), sizeBetween(1, passkeyNameMaxUtf16Units, name)) },
    (name ?? "").trim()
  )

/** The account of a passkey, and the origin of its pages. */
export interface RelyingParty {
  /** The name of the host, without a port: passkeys belong to it. */
  readonly id: string
  readonly origins: ReadonlyArray<string>
}

/**
 * The public address if it is set, else the host that the request names, by http and https: a proxy that ends https may not
 * tell the server. null: the request names none. Source: docs/people.md#two-factors.
 */
export const relyingPartyOf = (publicUrl: string | null, host: string | undefined): RelyingParty | null => {
  if (publicUrl !== null) {
    const { hostname, origin } = new URL(publicUrl)
    return { id: hostname, origins: [origin] }
  }
  if (host === undefined || !URL.canParse(`https://${host}`)) return null
  const secure = new URL(`https://${host}`)
  return { id: secure.hostname, origins: [secure.origin, new URL(`http://${host}`).origin] }
}
