import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"

/** Argon2id with the least cost that OWASP's password storage cheat sheet recommends. `memory`: KiB. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** A new hash with its salt and its cost, as text in the PHC form. Runs off the main thread. */
export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.suspend(() => {
    const salt = randomBytes(saltBytes)
    return Effect.map(derive(password, salt, tagBytes, cost), (tag) => print(cost, salt, tag))
  })

/**
 * Whether the password is the one that was hashed. null: there is no account or no password; that takes the same time, so
 * that strangers do not learn which user names exist.
 */
export const verifyPassword = (password: string, hash: string | null): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    const parsed = parse(hash ?? hashOfNoAccount)
    if (parsed === null) return Effect.die(new Error("A stored password hash has an unknown form."))
    return Effect.map(
      derive(password, parsed.salt, parsed.tag.length, parsed.cost),
      (tag) => timingSafeEqual(tag, parsed.tag) && hash !== null
    )
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

const hashOfNoAccount = print(cost, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))
