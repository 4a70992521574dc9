import { serverRoles } from "@dragoman/domain/permission"
import { accountTypes } from "@dragoman/domain/sign-in"
import { Schema } from "effect"
import { computed, Flag, hasDefault, Id, Millis, table } from "../database/table.ts"

/** User names are stored in small letters. A deleted account stays without a name: what the user did keeps its author. */
export const userAccountTable = table("user_account", {
  id: Id,
  username: Schema.String,
  name: Schema.String,
  /** null: no password opens the account. */
  passwordHash: Schema.NullOr(Schema.String),
  serverRole: hasDefault(Schema.Literals(serverRoles)),
  /** Made by the first start of the server. */
  isInitial: hasDefault(Flag),
  /** By the user, after the account was made. */
  passwordChanged: hasDefault(Flag),
  /** The generation of the access tokens that are valid. */
  tokensValidNotBefore: hasDefault(Millis),
  preferredOrganizationId: Schema.NullOr(Schema.Number),
  languageTag: Schema.NullOr(Schema.String),
  /** null: no picture. */
  avatarHash: Schema.NullOr(Schema.String),
  /** The user has opened a link that was sent to the address which is the user name; also where none was asked for. */
  emailVerified: hasDefault(Flag),
  createdAt: Millis,
  disabledAt: Schema.NullOr(Millis),
  deletedAt: Schema.NullOr(Millis),
  accountType: hasDefault(Schema.Literals(accountTypes)),
  /** When the provider of single sign-on is to be asked again; null: never. */
  ssoValidUntil: Schema.NullOr(Millis)
})

/** Values that the console keeps for a user. */
export const userStoredValueTable = table("user_stored_value", {
  userId: Schema.Number,
  field: Schema.String,
  /** JSON text that only its writer understands. */
  data: Schema.String
})

/** Sessions of the console; only a digest of the cookie is kept. */
export const consoleSessionTable = table("console_session", {
  id: Id,
  userId: Schema.Number,
  tokenHash: Schema.String,
  /** `tokensValidNotBefore` of the user when the cookie was set: a session of another generation has ended. */
  generation: Millis,
  elevatedUntil: Millis,
  /** null: the client did not say. */
  userAgent: Schema.NullOr(Schema.String),
  /** Shortened: the network of the client. */
  address: Schema.String,
  createdAt: Millis,
  lastUsedAt: Millis
})

/** Personal access tokens; only a digest of the token is kept. */
export const personalAccessTokenTable = table("personal_access_token", {
  id: Id,
  userId: Schema.Number,
  description: Schema.String,
  tokenHash: Schema.String,
  /** null: never. */
  expiresAt: Schema.NullOr(Millis),
  /** The end that its user was told of; null: none. */
  announcedExpiry: Schema.NullOr(Millis),
  lastUsedAt: Schema.NullOr(Millis),
  createdAt: Millis,
  updatedAt: Millis
})

/** The one code with which a user may set a new password. Of the code only a digest is kept. */
export const passwordResetTable = table("password_reset", {
  userId: Schema.Number,
  codeHash: Schema.String,
  createdAt: Millis,
  expiresAt: Millis
})

/** The one code that was sent to an address of a user. Of the code only a digest is kept. */
export const emailVerificationTable = table("email_verification", {
  userId: Schema.Number,
  codeHash: Schema.String,
  /** Becomes the user name; null: the user name itself is verified. */
  newEmail: Schema.NullOr(Schema.String),
  createdAt: Millis,
  expiresAt: Millis
})

/** The address that becomes the name of a user `u` when it is verified; null: none. */
export const pendingEmailColumn = computed(
  Schema.NullOr(Schema.String),
  "(SELECT v.new_email FROM email_verification v WHERE v.user_id = u.id)"
)
