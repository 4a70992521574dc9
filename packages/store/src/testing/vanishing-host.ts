import { execFileSync } from "node:child_process"
import { connect, createServer } from "node:net"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerPostgres } from "../database/postgres.ts"

// For a network namespace of its own, with the Unix socket, user and database of a PostgreSQL server: a host that forwards to
// it vanishes without a word. Prints what becomes of a statement that is sent then.

const [socketPath = "", credentials = "", database = ""] = process.argv.slice(2)
const silenceMillis = 300

const setLoopback = (state: "up" | "down") => execFileSync("ip", ["link", "set", "lo", state])

setLoopback("up")
const host = createServer((client) => {
  const server = connect(socketPath)
  client.pipe(server).pipe(client)
  for (const socket of [client, server]) socket.on("error", () => {})
})
await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
const address = host.address()
const port = typeof address === "object" && address !== null ? address.port : 0

const asked = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const response = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* response
      setLoopback("down")
      yield* Effect.exit(response)
    })
  )
}).pipe(
  Effect.exit,
  Effect.provide(layerPostgres(`postgres://${credentials}@127.0.0.1:${port}/${database}`, { silenceMillis }))
)
const exit = await Effect.runPromise(asked)
process.stdout.write(`${exit._tag}\n`)
process.exit(0)
