import { Schema } from "effect"
import { computed, Flag, Id, Json, Millis, table, textOf } from "../database/table.ts"

/** Keys of authenticator apps. A row: the second factor of the account is on. */
export const totpTable = table("totp", {
  userId: Schema.Number,
  /** Base32 in lower case, encrypted when the database is. */
  totpKey: Schema.String,
  /** The step of the last used code: it and those before count no more. */
  lastStep: Schema.Number,
  createdAt: Millis
})

/** Says whether the second factor of a user `u` is on. */
export const mfaEnabledColumn = computed(
  Flag,
  "CASE WHEN EXISTS (SELECT 1 FROM totp WHERE totp.user_id = u.id) THEN 1 ELSE 0 END"
)

/** Digests of recovery codes; a used code is gone. */
export const recoveryCodeTable = table("recovery_code", {
  id: Id,
  userId: Schema.Number,
  codeHash: Schema.String,
  createdAt: Millis
})

export const passkeyTable = table("passkey", {
  id: Id,
  userId: Schema.Number,
  name: Schema.String,
  /** Given by the authenticator; base64url, as are key and handle. */
  credentialId: Schema.String,
  /** The public key in the form COSE. */
  publicKey: Schema.String,
  /** Number of uses, as the authenticator counts them; 0 from those that do not count. */
  counter: Schema.Number,
  /** Ways in which a browser reaches the authenticator. */
  transports: Json<ReadonlyArray<string>>(),
  /** The name of the host that it was made for. */
  relyingParty: Schema.String,
  /** The account as the authenticator knows it. */
  userHandle: Schema.String,
  /** Says whether the authenticator keeps copies, as synchronized ones do. */
  backedUp: Flag,
  createdAt: Millis,
  /** null: never. */
  lastUsedAt: Schema.NullOr(Millis)
})

/** The purpose of a challenge. */
export type PasskeyPurpose = "ADD" | "LOG_IN" | "PROVE"

/** Challenges that wait for their answer; only digests. */
export const passkeyChallengeTable = table("passkey_challenge", {
  challengeHash: Schema.String,
  purpose: textOf<PasskeyPurpose>(),
  /** null: a login, which does not know the user yet. */
  userId: Schema.NullOr(Schema.Number),
  /** null: no passkey is added with it. */
  userHandle: Schema.NullOr(Schema.String),
  expiresAt: Millis
})
