import { once } from "node:events"
import { createServer } from "node:net"
import type { SettingValues } from "../platform/settings/settings.ts"

/** Fails as listening would, before anything is created: the port is in use, or the address is not of this machine. */
export const checkPort = async ({ host, port }: Pick<SettingValues, "host" | "port">): Promise<void> => {
  const server = createServer()
  const listening = once(server, "listening")
  server.listen({ host, port })
  await listening
  server.close()
  await once(server, "close")
}
