import { argon2, createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { CurrentAccess } from "@dragoman/api"
import { shortenedAddress } from "@dragoman/domain/credential"
import { Context, Effect, Option } from "effect"
import {
  type Counted,
  loginLimit,
  RateLimiter,
  sessionPasswordLimit,
  wrongPasswordLimit
} from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { Caller } from "../../service/access/access.ts"
import { logFailedLogin } from "../../service/access/failed-login.ts"
import { findClient } from "./known-clients.ts"

interface Cost {
  /** Memory in KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/**
 * Cost of Argon2id: of those that OWASP's password storage cheat sheet recommends as equal the one with the least
 * memory, which each login takes while it runs. Only test servers have another one: a hash takes 25 ms of a core.
 */
export const PasswordCost = Context.Reference<Cost>("@dragoman/server/identity/authentication/PasswordCost", {
  defaultValue: () => ({ memory: 7_168, passes: 5, parallelism: 1 })
})

const saltBytes = 16
const tagBytes = 32

/** Hashes a password with salt and cost, as text in the PHC form. Runs off the main thread. */
export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.flatMap(PasswordCost, (cost) => {
    const salt = randomBytes(saltBytes)
    return Effect.map(derive(password, salt, tagBytes, cost), (tag) => print(cost, salt, tag))
  })

/** Pattern of bcrypt, which servers of Tolgee use: the hash of a moved account until its first login here. */
export const isForeignHash = (hash: string | null): boolean => hash !== null && /^\$2[aby]\$/.test(hash)

/**
 * Whether the password matches the hash. null: there is no account or no password; that takes the same time, so that
 * strangers do not learn which user names exist.
 */
export const verifyPassword = (password: string, hash: string | null): Effect.Effect<boolean> =>
  Effect.flatMap(PasswordCost, (cost) => {
    if (hash !== null && isForeignHash(hash)) return verifyForeign(password, hash)
    const parsed = parse(hash ?? hashOfNoAccount(cost))
    if (parsed === null) return Effect.die(new Error("A stored password hash has an unknown form."))
    return Effect.map(
      derive(password, parsed.salt, parsed.tag.length, parsed.cost),
      (tag) => timingSafeEqual(tag, parsed.tag) && hash !== null
    )
  })

/** Verifies a hash of bcrypt. Only moved accounts need the library. */
const verifyForeign = (password: string, hash: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    const { default: bcrypt } = await import("bcryptjs")
    return bcrypt.compare(password, hash)
  })

const derive = (password: string, nonce: Buffer, tagLength: number, options: Cost): Effect.Effect<Buffer> =>
  Effect.callback<Buffer>((resume) => {
    // The same letters typed on another keyboard are the same password.
    const message = Buffer.from(password.normalize("NFC"), "utf8")
    argon2("argon2id", { message, nonce, tagLength, ...options }, (error, tag) =>
      resume(error === null ? Effect.succeed(tag) : Effect.die(error))
    )
  })

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "")

const print = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const parse = (hash: string) => {
  const [, memory, passes, parallelism, salt, tag] = form.exec(hash) ?? []
  if (salt === undefined || tag === undefined) return null
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64")
  }
}

const hashOfNoAccount = (cost: Cost): string => print(cost, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))

/** Name of the file with the generated password of the initial administrator, until the password is changed. */
export const initialPasswordFile = (dataDir: string): string => join(dataDir, "initial.pwd")

/** Writes the file; only the operating system user of the server can read it. */
export const writeInitialPasswordFile = Effect.fn("writeInitialPasswordFile")(function* (password: string) {
  const { dataDir } = yield* Settings
  const file = initialPasswordFile(dataDir)
  // Writing would keep the mode of an older file, which may be wider.
  yield* Effect.promise(() => rm(file, { force: true }).then(() => writeFile(file, `${password}\n`, { mode: 0o600 })))
})

/**
 * Removes the file once its password is no longer valid. A failure is logged and does not fail the change of the
 * password.
 */
export const removeInitialPasswordFile = Effect.fn("removeInitialPasswordFile")(function* () {
  const { dataDir } = yield* Settings
  const file = initialPasswordFile(dataDir)
  yield* Effect.tryPromise(() => rm(file, { force: true })).pipe(
    Effect.catch(() =>
      Effect.annotateLogs(Effect.logWarning("Removing the file with the initial password failed"), { file })
    )
  )
})

/**
 * Whether the password is right; a wrong one is logged. Every check of a password passes here, so that guessing is
 * limited by client, by user name, and by the credential of the request. `network`: of the client. `hash` null: there
 * is no account or no password.
 */
export const tryPassword = Effect.fn("tryPassword")(function* (attempt: {
  readonly network: string
  readonly username: string
  readonly password: string
  readonly hash: string | null
}) {
  const { network, username } = attempt
  const rateLimiter = yield* RateLimiter
  const { hasAccount, isKnown } = yield* findClient(username, network)
  const caller = Option.flatMap(yield* Effect.serviceOption(CurrentAccess), callerOf)
  const ofWrong: ReadonlyArray<Counted> = [
    [wrongPasswordLimit, isKnown ? `${nameOfBucket(username)} ${shortenedAddress(network)}` : nameOfBucket(username)],
    ...Option.match(caller, {
      onNone: () => [],
      onSome: (one): ReadonlyArray<Counted> => [[sessionPasswordLimit, credentialBucketOf(one)]]
    })
  ]
  // Consumed before the result is known: concurrent attempts must not all pass the limit.
  yield* rateLimiter.consumeAll([[loginLimit, network], ...ofWrong])
  const isRight = yield* verifyPassword(attempt.password, attempt.hash)
  if (isRight) yield* rateLimiter.giveBackAll(ofWrong)
  else yield* logFailedLogin(hasAccount ? "wrong_password" : "unknown_user", username)
  return isRight
})

/** Reads the caller from any access; null: anonymous. */
const callerOf = (access: unknown) => Option.fromNullishOr((access as { readonly caller: Caller | null }).caller)

/** Names the bucket of the limit in one length, however long the user name in the request is. */
export const nameOfBucket = (username: string): string => createHash("sha256").update(username, "utf8").digest("base64")

/** Names the bucket of one access token or session. */
const credentialBucketOf = ({ userId, credential }: Caller): string =>
  credential.kind === "JWT"
    ? `${userId} ${credential.kind} ${credential.issuedAtSeconds}`
    : `${userId} ${credential.kind} ${credential.id}`
