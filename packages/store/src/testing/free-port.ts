import { randomInt } from "node:crypto"
import { createServer } from "node:net"

/**
 * Ports below those that systems hand out to connections and to servers that ask for any port: nobody else gets one of
 * them between the look and the start of the server that is told to listen on it.
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
