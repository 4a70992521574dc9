import { createHmac, timingSafeEqual } from "node:crypto"
import {
  type ImageToken,
  imageTokenExpiry,
  parseImageToken,
  printImageToken,
  signedImageText
} from "@dragoman/domain/image"
import { Clock, Effect, Schema } from "effect"
import { ServerSecret } from "../../platform/access/server-secret.ts"
import { publicAddress } from "../../platform/http/request-facts.ts"
import { Settings } from "../../platform/settings/settings.ts"

/** The parts of links to images. */
export const ImageLinks = Schema.Struct({
  /** The start of absolute links. */
  address: Schema.String,
  /** null: files need no token. */
  secured: Schema.NullOr(Schema.Struct({ key: Schema.String, expiresAt: Schema.Finite }))
})
export type ImageLinks = typeof ImageLinks.Type

/** Folders whose files need a token, when images are secured. Avatars are public. */
export type SecuredFolder = "screenshots" | "uploaded-images"

/** Links for the response to the current request. */
export const imageLinks = Effect.gen(function* () {
  const { securedImages, imageLinkMillis } = yield* Settings
  const address = yield* publicAddress
  const plain: ImageLinks = { address, secured: null }
  if (!securedImages) return plain
  const key = keyOf(yield* ServerSecret)
  const expiresAt = imageTokenExpiry(yield* Clock.currentTimeMillis, imageLinkMillis)
  return { address, secured: { key, expiresAt } } satisfies ImageLinks
})

/** The name of the file and its link, both with a token when images are secured. */
export const imageLink = (
  { address, secured }: ImageLinks,
  folder: SecuredFolder,
  file: string
): { readonly name: string; readonly url: string } => {
  const path = `${folder}/${file}`
  const query = secured === null ? "" : `?token=${printImageToken(signToken(secured.key, path, secured.expiresAt))}`
  return { name: `${file}${query}`, url: `${address}/${path}${query}` }
}

/** True: the token gives access to the file. `secret`: of the server. `now`: epoch milliseconds. */
export const isImageTokenValid = (
  secret: string,
  { path, token, now }: { readonly path: string; readonly token: string; readonly now: number }
): boolean => {
  const given = parseImageToken(token)
  if (given === null || given.expiresAt <= now) return false
  const expected = Buffer.from(signToken(keyOf(secret), path, given.expiresAt).signature)
  const signature = Buffer.from(given.signature)
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

/** The secret itself signs access tokens; links get a key of their own. */
const keyOf = (secret: string): string => createHmac("sha256", secret).update("links to images").digest("base64url")

const signToken = (key: string, path: string, expiresAt: number): ImageToken => ({
  expiresAt,
  signature: createHmac("sha256", key).update(signedImageText(path, expiresAt)).digest("base64url")
})
