import { createHmac, timingSafeEqual } from "node:crypto"
import {
  isSwitchable,
  type NotificationGroup,
  type NotificationMailLinks,
  parseUnsubscribeToken,
  signedUnsubscribeText
} from "@dragoman/domain/notification"

/** Derives the key of these links: the secret itself signs access tokens. */
const keyOf = (secret: string): string =>
  createHmac("sha256", secret).update("links that turn mails off").digest("base64url")

const sign = (secret: string, userId: number, group: NotificationGroup): string =>
  createHmac("sha256", keyOf(secret)).update(signedUnsubscribeText(userId, group)).digest("base64url")

/** Signs a token that does not expire: a mail may be read years later, and the token can only turn mails off. */
const unsubscribeToken = (secret: string, userId: number, group: NotificationGroup): string =>
  `${signedUnsubscribeText(userId, group)}.${sign(secret, userId, group)}`

/** Path of the address to which mail programs post. */
export const unsubscribePath = "/v2/public/notification-unsubscribe"

/** Builds the links of a mail to a user. `secret`: of the server. `address`: the start of its links. */
export const mailLinks = (
  secret: string,
  address: string,
  userId: number,
  group: NotificationGroup
): NotificationMailLinks => {
  if (!isSwitchable(group)) return { userId, address, unsubscribe: null }
  const token = unsubscribeToken(secret, userId, group)
  return {
    userId,
    address,
    unsubscribe: { page: `${address}/unsubscribe#${token}`, oneClick: `${address}${unsubscribePath}/${token}` }
  }
}

/** Returns the user and the group of a token that this server has signed; null: it has not. */
export const readUnsubscribeToken = (secret: string, token: string) => {
  const parsed = parseUnsubscribeToken(token)
  if (parsed === null) return null
  const expected = Buffer.from(sign(secret, parsed.userId, parsed.group))
  const signature = Buffer.from(parsed.signature)
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? parsed : null
}
