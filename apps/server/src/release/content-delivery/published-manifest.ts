import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { type ManifestFacts, manifestPath, printManifest } from "@dragoman/domain/content-delivery"
import { Database, ServerValueRepository } from "@dragoman/store"
import { Effect, Option } from "effect"

/** The path of the signature below a slug. */
export const signaturePath = "manifest.sig"

/** A file that the server itself adds to a version. */
export interface AddedFile {
  readonly path: string
  readonly mediaType: string
  readonly content: Buffer
  readonly size: number
  readonly digest: string
}

/** Makes the manifest of a version and its signature; none where the export has a file of that name. */
export const makeManifestFiles = (facts: ManifestFacts, key: KeyObject): ReadonlyArray<AddedFile> => {
  if (facts.files.some(({ path }) => path === manifestPath || path === signaturePath)) return []
  const manifest = Buffer.from(printManifest(facts))
  const signature = Buffer.from(sign(null, manifest, key).toString("base64"))
  return [
    addedFile(manifestPath, "application/json", manifest),
    addedFile(signaturePath, "text/plain; charset=UTF-8", signature)
  ]
}

const addedFile = (path: string, mediaType: string, content: Buffer): AddedFile => ({
  ...{ path, mediaType, content, size: content.byteLength },
  digest: createHash("sha256").update(content).digest("hex")
})

/** Reads the key that signs manifests; the first server that needs it makes it for all. */
export const manifestKey = Effect.gen(function* () {
  const values = yield* ServerValueRepository
  const database = yield* Database
  const found = yield* values.find("manifest_key")
  if (Option.isSome(found)) return createPrivateKey(found.value)
  const { privateKey } = generateKeyPairSync("ed25519")
  const text = privateKey.export({ type: "pkcs8", format: "pem" })
  yield* database.transaction(values.insertIfAbsent("manifest_key", String(text)))
  return createPrivateKey(Option.getOrThrow(yield* values.find("manifest_key")))
})

/** Prints the public part of the key as PEM, for apps that check signatures. */
export const publicKeyText = (key: KeyObject): string =>
  String(createPublicKey(key).export({ type: "spki", format: "pem" }))
