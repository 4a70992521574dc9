import { spawn, spawnSync } from "node:child_process"
import { chmodSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import process from "node:process"
import { Effect, Schedule } from "effect"
import { temporaryFolder } from "./engines.ts"
import { freePort } from "./free-port.ts"

/** Debian has it where only root looks. */
const searchPath = `${process.env["PATH"]}:/usr/sbin:/usr/local/sbin`

const env = { ...process.env, PATH: searchPath }

/** Says whether this machine has PgBouncer. */
export const hasPgbouncer = spawnSync("pgbouncer", ["--version"], { env }).status === 0

/** A PgBouncer in front of the database of the URL; its own URL. `settings`: beside those that all tests need. */
export const startPgbouncer = Effect.fnUntraced(function* (databaseUrl: string, settings: ReadonlyArray<string>) {
  const folder = yield* temporaryFolder
  const port = yield* Effect.promise(freePort)
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  const file = join(folder, "pgbouncer.ini")
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${databasePort} user=${username} password=${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    ...settings
  ]
  writeFileSync(file, `${lines.join("\n")}\n`)
  chmodSync(folder, 0o755)
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn("pgbouncer", [...user, file], { env, stdio: "ignore" })),
    (started) => Effect.sync(() => void started.kill("SIGKILL"))
  )
  yield* Effect.tryPromise(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect({ host: "127.0.0.1", port }, () => {
          socket.destroy()
          resolve()
        })
        socket.once("error", reject)
      })
  ).pipe(Effect.retry({ schedule: Schedule.spaced("20 millis"), while: () => child.exitCode === null }), Effect.orDie)
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
})
