import { Schema } from "effect"
import { field } from "../field.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

/** Bytes as WebAuthn writes them in JSON. */
const bytes = (description: string, example: string) => field(Schema.String, `${description} Base64url.`, example)

const credentialId = "pUMvvC7nRhWmUwDmWlyNkA"
const challenge = "q1Xk6YF3n0f1cS4mZ3u8Jw0z5l0Yq2cD8rT7uV6wX9E"
const clientDataJSON = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"
const type = field(Schema.Literal("public-key"), "Always public-key.")

/** A passkey of the caller. */
export const PasskeyModel = Schema.Struct({
  id: field(Schema.Int, "Id of the passkey.", 4),
  name: field(Schema.String, "Name of the passkey for the user.", "Phone"),
  host: field(Schema.String, "Name of the host that the passkey is for; browsers offer it there only.", "example.com"),
  synchronized: field(Schema.Boolean, "Whether it is synchronized to other devices of its owner."),
  createdAt: field(Schema.Int, "Time of the creation in epoch milliseconds.", 1_767_225_600_000),
  lastUsedAt: field(Schema.NullOr(Schema.Int), "Last use in epoch milliseconds; null: never used.", 1_767_229_200_000)
})
export type PasskeyModel = typeof PasskeyModel.Type

const KnownPasskeyModel = Schema.Struct({
  id: bytes("Id that the authenticator gave to the passkey.", credentialId),
  type,
  transports: field(Schema.Array(Schema.String), "Transports by which the browser reaches the authenticator.", [
    "internal"
  ])
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreationOptionsModel = Schema.Struct({
  challenge: bytes("Challenge for the authenticator to sign; valid for five minutes and one use.", challenge),
  rp: field(
    Schema.Struct({
      id: field(Schema.String, "Name of the host that the passkey is for.", "example.com"),
      name: field(Schema.String, "Name of the program.", "Dragoman")
    }),
    "The server."
  ),
  user: field(
    Schema.Struct({
      id: bytes("Handle of the account for the authenticator; not its id.", "7Xk6YF3n0f1cS4mZ3u8Jww"),
      name: field(Schema.String, "User name.", "nela@example.com"),
      displayName: field(Schema.String, "Name of the person.", "Nela Nová")
    }),
    "The caller."
  ),
  pubKeyCredParams: field(
    Schema.Array(
      Schema.Struct({ alg: field(Schema.Int, "Number of the algorithm in the registry of COSE.", -7), type })
    ),
    "Algorithms that the server accepts, the best one first.",
    [{ alg: -7, type: "public-key" }]
  ),
  timeout: field(Schema.Int, "Time for the user in milliseconds.", 300_000),
  attestation: field(Schema.Literal("none"), "Always none: the server requests no attestation."),
  excludeCredentials: field(
    Schema.Array(KnownPasskeyModel),
    "Passkeys of the caller: an authenticator with one of them makes no second one."
  ),
  authenticatorSelection: field(
    Schema.Struct({
      residentKey: field(Schema.Literal("required"), "Always required: the login asks for no user name."),
      requireResidentKey: field(Schema.Literal(true), "Always true, for older browsers."),
      userVerification: field(Schema.Literal("required"), "Always required: a PIN, a finger or a face.")
    }),
    "Requirements for the authenticator."
  )
})
export type PasskeyCreationOptionsModel = typeof PasskeyCreationOptionsModel.Type

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequestOptionsModel = Schema.Struct({
  challenge: bytes("Challenge for the authenticator to sign; valid for five minutes and one use.", challenge),
  rpId: field(Schema.String, "Name of the host that the passkey is for.", "example.com"),
  timeout: field(Schema.Int, "Time for the user in milliseconds.", 300_000),
  userVerification: field(Schema.Literal("required"), "Always required: a PIN, a finger or a face."),
  allowCredentials: field(
    Schema.Array(KnownPasskeyModel),
    "Passkeys of the caller; empty at a login: the browser offers its own."
  )
})
export type PasskeyRequestOptionsModel = typeof PasskeyRequestOptionsModel.Type

/** `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAssertionBody = Schema.Struct({
  id: bytes("Id that the authenticator gave to the passkey.", credentialId),
  rawId: bytes("Copy of `id`.", credentialId),
  type: field(Schema.String, "Always public-key.", "public-key"),
  response: field(
    Schema.Struct({
      clientDataJSON: bytes("Data of the browser: kind, challenge and origin.", clientDataJSON),
      authenticatorData: bytes("Data of the authenticator: host, flags and counter.", "SZYN5YgOjGh0NBcPZHZgW4"),
      signature: bytes("Signature of both.", "MEUCIQDx"),
      userHandle: field(text, "Handle of the account for the authenticator. Base64url.", "7Xk6YF3n0f1cS4mZ3u8Jww")
    }),
    "Response of the authenticator."
  )
})
export type PasskeyAssertionBody = typeof PasskeyAssertionBody.Type

/** `RegistrationResponseJSON` of WebAuthn, with a name. */
export const PasskeyBody = Schema.Struct({
  name: field(text, "Name of the passkey for the user, 1 to 100 characters; required.", "Phone"),
  credential: field(
    Schema.Struct({
      id: bytes("Id that the authenticator gave to the passkey.", credentialId),
      rawId: bytes("Copy of `id`.", credentialId),
      type: field(Schema.String, "Always public-key.", "public-key"),
      response: field(
        Schema.Struct({
          clientDataJSON: bytes("Data of the browser: kind, challenge and origin.", clientDataJSON),
          attestationObject: bytes("The new public key, with data of the authenticator.", "o2NmbXRkbm9uZQ"),
          transports: field(
            Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
            "Transports by which the browser reaches the authenticator.",
            ["internal"]
          )
        }),
        "Response of the authenticator."
      )
    }),
    "The new passkey, as the browser returned it for the options."
  )
})
export type PasskeyBody = typeof PasskeyBody.Type

export const PasskeyNameBody = Schema.Struct({
  name: field(text, "The new name, 1 to 100 characters; required.", "Old phone")
})
