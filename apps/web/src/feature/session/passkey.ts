import { startAuthentication, startRegistration } from "@simplewebauthn/browser"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { PasskeyAssertionBody, PasskeyModel } from "../../base/api/contract.ts"
import { loadSentences } from "../../base/api/error-sentences.ts"

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"]
type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"]

/** The browser's own message after a cancelled prompt does not help the user. */
const orNotAccepted = async <A>(ask: () => Promise<A>): Promise<A> => {
  try {
    return await ask()
  } catch (cause) {
    await loadSentences()
    const isKnown = cause instanceof Error && cause.name === "InvalidStateError"
    throw new ApiError({ status: 400, code: isKnown ? "passkey_exists" : "passkey_not_accepted" })
  }
}

const answer = (options: unknown): Promise<PasskeyAssertionBody> =>
  orNotAccepted(async () => {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options as RequestOptions })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
  })

/** Logs in with a passkey that the browser offers. */
export const logInWithPasskey = async (): Promise<void> => {
  const alone = { withoutDialogs: true }
  const options = await call("authentication", "passkeyOptions", {}, alone)
  await call("consoleSession", "logInWithPasskey", { payload: await answer(options) }, alone)
}

/** The answer of a passkey of mine, as the proof that I am here. */
export const askPasskey = async (): Promise<PasskeyAssertionBody> =>
  answer(await call("passkey", "proofOptions", {}, { withoutDialogs: true }))

/** Makes a passkey for my account. */
export const addPasskey = async (name: string): Promise<PasskeyModel> => {
  const options = await call("passkey", "creationOptions", {})
  const credential = await orNotAccepted(async () => {
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: options as unknown as CreationOptions
    })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  })
  return call("passkey", "add", { payload: { name, credential } })
}
