import { Client, type IFrame } from "@stomp/stompjs"
import SockJS from "sockjs-client"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type CliFixture, makeCliFixture } from "../cli/cli-fixture.ts"
import { setText, untilPulled } from "../cli/watch.ts"
import {
  engines,
  exhaustiveOnSecond,
  makeServers,
  type RunningServer,
  type RunningServers
} from "../testing/running-servers.ts"

// The published libraries, as the web interface and the CLI use them, and the CLI itself over a restart of the server.

/** Shorter than by default, so that the test does not wait long for a restart. */
const reconnectMillis = 50

const open: Array<Client> = []
let servers: RunningServers

beforeAll(async () => {
  servers = await makeServers("realtime")
})

afterAll(async () => {
  await Promise.all(open.map((client) => client.deactivate()))
  await servers.stop()
})

/** Everything that a client of the libraries is told, in its order. */
const connect = (address: string, connectHeaders: Readonly<Record<string, string>>, destination: string) => {
  const heard: Array<string> = []
  const waiting: Array<() => void> = []
  const hear = (what: string): void => {
    heard.push(what)
    for (const look of waiting.splice(0)) look()
  }
  const client = new Client({
    webSocketFactory: () => new SockJS(`${address}/websocket`),
    connectHeaders: { ...connectHeaders },
    reconnectDelay: reconnectMillis,
    onConnect: ({ headers }: IFrame) => {
      client.subscribe(destination, ({ body }) => hear(body))
      client.watchForReceipt("subscribed", () => hear(`connected ${headers["version"]}`))
      client.publish({ destination: "/nowhere", headers: { receipt: "subscribed" } })
    },
    onStompError: ({ headers }: IFrame) => hear(`error ${headers["message"]}`),
    onWebSocketClose: () => hear("closed")
  })
  open.push(client)
  client.activate()
  return {
    client,
    next: async (): Promise<string> => {
      while (heard.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      return heard.shift() ?? ""
    }
  }
}

describe.each(engines)("subscribers of a server on %s", (engine) => {
  let server: RunningServer
  let fixture: CliFixture

  beforeAll(async () => {
    server = await servers.start(engine)
    fixture = await makeCliFixture(server, servers.folder)
  })

  const destination = () => `/projects/${fixture.projectId}/translation-data-modified`

  it("SockJS and STOMP: hear of a change, and leave politely", exhaustiveOnSecond(engine), async () => {
    const { client, next } = connect(fixture.address, { "x-api-key": fixture.key }, destination())
    assert.strictEqual(await next(), "connected 1.2")
    await setText(fixture, "created", "Harbour")
    const message = JSON.parse(await next())
    assert.deepInclude(message, { sourceActivity: "CREATE_KEY", dataCollapsed: false })
    assert.strictEqual(message.data.translations[0].modifications.text.new, "Harbour")
    await client.deactivate()
    assert.strictEqual(await next(), "closed")
  })

  it("SockJS and STOMP: an unknown key is told so", exhaustiveOnSecond(engine), async () => {
    const { client, next } = connect(fixture.address, { "x-api-key": "tgpat_unknown" }, destination())
    assert.strictEqual(await next(), "error Unauthenticated")
    await client.deactivate()
  })

  it(
    "a restart of the server: clients come back, and pull --watch has what was changed meanwhile and after",
    exhaustiveOnSecond(engine),
    async () => {
      const { client, next } = connect(fixture.address, { "x-api-key": fixture.key }, destination())
      assert.strictEqual(await next(), "connected 1.2")
      await setText(fixture, "title", "Before")
      await next()
      await fixture.during(["pull", "--path", "out", "--watch"], async () => {
        await untilPulled(fixture, "title", "Before")
        assert.strictEqual(await server.restart(), 0)
        assert.strictEqual(await next(), "closed")
        for (let told = await next(); told !== "connected 1.2"; ) told = await next()
        await setText(fixture, "title", "After")
        assert.include(await next(), '"After"')
        await untilPulled(fixture, "title", "After")
        await setText(fixture, "title", "Long after")
        await untilPulled(fixture, "title", "Long after")
      })
      await client.deactivate()
    }
  )
})
