import { spawn } from "node:child_process"
import { once } from "node:events"
import type { AddressInfo, Socket } from "node:net"
import { createServer } from "node:net"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { afterEach, describe, it } from "vitest"

const module = join(import.meta.dirname, "running-program.ts")

/** Starts a program that connects to the port and would run for ever; says when `startProgram` has returned. */
const starting = (port: number): string =>
  `import(${JSON.stringify(`file://${module}`)}).then(({ startProgram }) => {
    startProgram(process.execPath, ["--eval", "require('node:net').connect(${port}, '127.0.0.1')"], { folder: ".", env: {} })
    const { parentPort } = require("node:worker_threads")
    parentPort === null ? process.send("started") : parentPort.postMessage("started")
  })
  setInterval(() => {}, 1e6)`

describe("a program that was started ends", () => {
  const closing: Array<() => unknown> = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  /** The port, and the connection of the program, which closes when the program ends. */
  const listen = async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    closing.push(() => server.close())
    const connected = once(server, "connection").then(([socket]) => (socket as Socket).resume().on("error", () => {}))
    return { port: (server.address() as AddressInfo).port, connected }
  }

  it("when the process that started it is killed", async () => {
    const { port, connected } = await listen()
    const parent = spawn(process.execPath, ["--eval", starting(port)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    closing.push(() => parent.kill("SIGKILL"))
    const [socket] = await Promise.all([connected, once(parent, "message")])
    const closed = once(socket, "close")
    parent.kill("SIGKILL")
    await closed
  })

  it("when the thread that started it is terminated", async () => {
    const { port, connected } = await listen()
    const parent = new Worker(starting(port), { eval: true })
    closing.push(() => parent.terminate())
    const [socket] = await Promise.all([connected, once(parent, "message")])
    const closed = once(socket, "close")
    await parent.terminate()
    await closed
  })
})
