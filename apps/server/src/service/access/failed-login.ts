import type { DomainError } from "@dragoman/domain/error"
import { Effect } from "effect"
import { ClientAddress, plainAddress } from "../../platform/http/client-address.ts"
import { countLogin } from "./login-metrics.ts"

/**
 * The reason why a login, a password or a credential was rejected. `docs/operations/fail2ban/` counts all but those of
 * credentials that were valid once.
 */
export type LoginFailure =
  | "unknown_user"
  | "wrong_password"
  | "user_disabled"
  | "wrong_second_factor"
  | "passkey_not_accepted"
  /** The code of the error that the client got for a token or a key. */
  | (string & {})

/**
 * Writes the line that fail2ban reads, always at the level `warn`. Address and reason come before the user name,
 * because the client may send any name. `username`: null for a token or a key.
 */
export const logFailedLogin = Effect.fnUntraced(function* (reason: LoginFailure, username: string | null) {
  const address = (yield* ClientAddress) ?? "unknown"
  yield* countLogin(username === null ? "credential_rejected" : "failed")
  yield* Effect.logWarning("Login failed").pipe(
    Effect.annotateLogs({
      address: plainAddress(address),
      reason,
      ...(username === null ? {} : { username: printable(username) })
    })
  )
})

/** Writes the same line for an invalid token or key. */
export const logFailedCredential = (error: DomainError) =>
  logFailedLogin(error.kind === "code" ? error.code : "invalid_credential", null)

/** Length of a user name in the log. */
const charactersMax = 100

/**
 * Makes a text safe for one line of a log: without control characters, invisible or direction-changing characters, and
 * halves of surrogate pairs.
 */
export const printable = (text: string): string => {
  // Reads at most two units for each character, and one character more than are shown.
  const shown = [...text.slice(0, 2 * charactersMax + 2)].map((one) => one.replace(/[\p{C}\p{Zl}\p{Zp}]/u, "?"))
  return shown.length > charactersMax ? `${shown.slice(0, charactersMax - 1).join("")}…` : shown.join("")
}
