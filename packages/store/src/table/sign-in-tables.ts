import { identityTypes, signInServices } from "@dragoman/domain/sign-in"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table } from "../database/table.ts"

/** Organization of a single sign-on; 0: none, so that a unique index compares it. */
const OrganizationOrNone = hasDefault(Schema.Number)

/** The identity of an account at a provider. An account has at most one. */
export const userIdentityTable = table("user_identity", {
  id: Id,
  userId: Schema.Number,
  type: Schema.Literals(identityTypes),
  organizationId: OrganizationOrNone,
  /** Issuer of the subject (`issuerOf`); null: written by an older server, until the next start. */
  issuer: Schema.NullOr(Schema.String),
  subject: Schema.String,
  /** Encrypted when the database is; null: the provider gave none. */
  refreshToken: Schema.NullOr(Schema.String),
  /** When the provider confirmed the person last. */
  checkedAt: Millis,
  /** A server asks the provider until then; no other one does. */
  refreshingUntil: hasDefault(Millis),
  createdAt: Millis
})

/** A provider that the user may connect, or give up. One for each user. */
export const identityChangeTable = table("identity_change", {
  id: Id,
  userId: Schema.Number,
  publicId: Schema.String,
  /** null: to none. */
  type: Schema.NullOr(Schema.Literals(identityTypes)),
  organizationId: OrganizationOrNone,
  domain: Schema.NullOr(Schema.String),
  issuer: Schema.NullOr(Schema.String),
  subject: Schema.NullOr(Schema.String),
  /** Encrypted when the database is. */
  refreshToken: Schema.NullOr(Schema.String),
  expiresAt: Millis
})

/** Single sign-on of an organization. */
export const organizationSsoTable = table("organization_sso", {
  organizationId: Schema.Number,
  enabled: Flag,
  force: Flag,
  /** Small letters. */
  domain: Schema.String,
  clientId: Schema.String,
  /** Encrypted when the database is. */
  clientSecret: Schema.String,
  authorizationUri: Schema.String,
  tokenUri: Schema.String,
  /** Empty: found by the two addresses. */
  issuer: Schema.String,
  groupsClaim: Schema.String,
  ownerGroups: Json<ReadonlyArray<string>>(),
  memberGroups: Json<ReadonlyArray<string>>()
})

/** A login that has begun in the console, until its browser comes back. Of the cookie only a digest is kept. */
export const signInAttemptTable = table("sign_in_attempt", {
  tokenHash: Schema.String,
  service: Schema.Literals(signInServices),
  organizationId: OrganizationOrNone,
  /** Issuer to whose page the browser was sent. */
  issuer: hasDefault(Schema.String),
  redirectUri: Schema.String,
  wantedPath: Schema.NullOr(Schema.String),
  /** Encrypted when the database is. */
  invitationCode: Schema.NullOr(Schema.String),
  /** The user who connects an identity; null: a login. */
  userId: Schema.NullOr(Schema.Number),
  expiresAt: Millis
})
