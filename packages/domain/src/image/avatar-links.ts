import { imageFileName } from "./image-file-name.ts"

/** A type, not an interface: it is JSON. */
export type AvatarLinks = {
  readonly large: string
  readonly thumbnail: string
}

/**
 * Where the picture of a user, an organization or a project is found; `hash` null: there is none. The links begin at the
 * root of the server. Source: docs/reference/accounts.md#avatars.
 */
export const avatarLinks = (hash: string | null): AvatarLinks | null =>
  hash === null
    ? null
    : { large: `/avatars/${imageFileName(hash, "large")}`, thumbnail: `/avatars/${imageFileName(hash, "small")}` }
