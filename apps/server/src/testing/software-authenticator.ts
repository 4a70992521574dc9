import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"

/** An authenticator as WebAuthn level 3 describes it, with one ES256 passkey; for tests of the server. */

interface Page {
  readonly origin: string
  /** Host whose pages ask. */
  readonly relyingParty: string
}

interface AnswerOptions {
  readonly counter?: number
  /** Whether the PIN, the finger or the face was checked. */
  readonly isVerified?: boolean
  readonly userHandle?: string
}

const flag = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attestedData: 0x40 }

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest()

// CBOR as RFC 8949 has it, as far as it is needed here.
const cborHead = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const cborNumber = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Uint8Array) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (entries: ReadonlyArray<readonly [Buffer, Buffer]>) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])

/** A new passkey that belongs to these pages. */
export const makeAuthenticator = ({ origin, relyingParty }: Page) => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const credentialId = randomBytes(16)
  const id = base64Url(credentialId)
  // COSE: key type 2 (EC2), algorithm -7 (ES256), curve 1 (P-256). RFC 9053.
  const coseKey = cborMap([
    [cborNumber(1), cborNumber(2)],
    [cborNumber(3), cborNumber(-7)],
    [cborNumber(-1), cborNumber(1)],
    [cborNumber(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborNumber(-3), cborBytes(Buffer.from(y, "base64url"))]
  ])

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  const authenticatorData = (flags: number, counter: number, more: Uint8Array = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([sha256(relyingParty), Buffer.from([flags]), counted, more])
  }

  const verifiedFlags = (isVerified: boolean) => flag.userPresent | (isVerified ? flag.userVerified : 0)

  return {
    id,
    /** The answer to the options for a new passkey. */
    create: (challenge: string, { isVerified = true, from = origin } = {}) => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, coseKey])
      const authData = authenticatorData(
        verifiedFlags(isVerified) | flag.attestedData | flag.backupEligible | flag.backedUp,
        0,
        attested
      )
      const attestationObject = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)]
      ])
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64Url(clientData("webauthn.create", challenge, from)),
          attestationObject: base64Url(attestationObject),
          transports: ["internal"]
        }
      }
    },
    /** The answer to the options of a login or of a proof. */
    answer: (
      challenge: string,
      { counter = 0, isVerified = true, userHandle, from = origin }: AnswerOptions & { readonly from?: string } = {}
    ) => {
      const data = authenticatorData(verifiedFlags(isVerified) | flag.backupEligible | flag.backedUp, counter)
      const client = clientData("webauthn.get", challenge, from)
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64Url(client),
          authenticatorData: base64Url(data),
          signature: base64Url(signature),
          ...(userHandle === undefined ? {} : { userHandle })
        }
      }
    }
  }
}
