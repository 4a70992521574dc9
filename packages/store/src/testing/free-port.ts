import { randomInt } from "node:crypto"
import { createServer } from "node:net"

/**
 * Lies below the range from which systems take ports for connections and for servers that ask for any port. So no other program
 * takes a port between this check and the start of the server.
 */
const [first, last] = [20_000, 32_000]

/** Finds a port of 127.0.0.1 on which no program listens now. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(first, last)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
