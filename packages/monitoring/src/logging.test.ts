import { Cause, Effect } from "effect"
import { assert, describe, it } from "vitest"
import { LineBatch, LinesMayWait } from "./line-batch.ts"
import { formatLogLine, type LogEvent, layerLogging } from "./logging.ts"
import { listenForMonitors } from "./monitor-listener.ts"

const event = (change: Partial<LogEvent> = {}): LogEvent => ({
  message: ["It happened."],
  level: "Info",
  cause: Cause.empty,
  date: new Date("2026-01-02T03:04:05.678Z"),
  annotations: {},
  ...change
})

describe("a log line", () => {
  it("is one object in JSON, with annotations as fields", () => {
    assert.deepStrictEqual(JSON.parse(formatLogLine(event({ annotations: { requestId: "r1", millis: 3 } }), "json")), {
      time: "2026-01-02T03:04:05.678Z",
      level: "info",
      message: "It happened.",
      requestId: "r1",
      millis: 3
    })
  })

  it("has time, level, message and fields in the pretty form", () => {
    const line = formatLogLine(event({ annotations: { requestId: "r1", text: "a b" } }), "pretty")
    assert.strictEqual(line, '03:04:05 INFO  It happened. requestId=r1 text="a b"')
  })

  it.each(["json", "pretty"] as const)("stays one line in %s, whatever the message", (format) => {
    const line = formatLogLine(event({ message: ["first\nsecond", { deep: "x\ny" }] }), format)
    assert.notInclude(line, "\n")
  })

  it("shows the parts of a message: texts as they are, the message of an error, anything else as JSON", () => {
    const line = formatLogLine(event({ message: ["Import failed:", new Error("no space"), { fileId: 3 }] }), "pretty")
    assert.strictEqual(line, '03:04:05 INFO  Import failed: no space {"fileId":3}')
  })

  it.each(["json", "pretty"] as const)("shows the cause in %s", (format) => {
    assert.include(formatLogLine(event({ cause: Cause.die(new Error("broken pipe")) }), format), "broken pipe")
  })

  it.each(["password", "jwtSecret", "accessToken", "apiKey", "authorization"])("hides the annotation %s", (name) => {
    for (const format of ["json", "pretty"] as const) {
      const line = formatLogLine(event({ annotations: { [name]: "hunter2" } }), format)
      assert.notInclude(line, "hunter2")
      assert.include(line, "(hidden)")
    }
  })

  it("does not let an annotation stand in for the message", () => {
    const line = JSON.parse(formatLogLine(event({ annotations: { message: "forged", level: "debug" } }), "json"))
    assert.deepInclude(line, { message: "It happened.", level: "info" })
  })

  it.each([
    ["info", ["reason"]],
    ["debug", ["reason", "cause"]]
  ] as const)("at the level %s has the reason of a known cause as a field", async (logLevel, expected) => {
    const lines: Array<string> = []
    const layer = layerLogging(
      {
        logLevel,
        logFormat: "json",
        reasonOf: (cause) => (String(Cause.squash(cause)).includes("refused") ? "refused" : null)
      },
      (line) => lines.push(line)
    )
    const log = (message: string) => Effect.logError("Erasing failed", Cause.die(new Error(message)))
    await Effect.runPromise(Effect.andThen(log("refused"), log("a bug")).pipe(Effect.provide(layer)))
    const [known = {}, unknown = {}] = lines.map((line) => JSON.parse(line))
    assert.deepStrictEqual(Object.keys(known), ["time", "level", "message", ...expected])
    assert.strictEqual(known.reason, "refused")
    assert.include(unknown.cause, "a bug")
  })

  it("about a request of a monitor has the form of all others", async () => {
    const lines: Array<string> = []
    const answers = { health: Effect.as(Effect.logWarning("Database unavailable"), "DATABASE_DOWN" as const) }
    const asking = Effect.gen(function* () {
      const { port } = yield* listenForMonitors({ host: "127.0.0.1", port: 0 }, () => ({
        ...answers,
        metrics: Effect.succeed("")
      }))
      const { status } = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/health/ready`))
      assert.strictEqual(status, 503)
    })
    const layer = layerLogging({ logLevel: "info", logFormat: "json" }, (line) => lines.push(line))
    await Effect.runPromise(asking.pipe(Effect.scoped, Effect.provide(layer)))
    assert.deepStrictEqual(
      lines.map((line) => JSON.parse(line).message),
      ["Database unavailable"]
    )
  })

  it("that may wait is written with the next one that may not, in their order", async () => {
    const writes: Array<string> = []
    const layer = layerLogging({ logLevel: "info", logFormat: "json" }, (lines) => writes.push(lines))
    const soon = (message: string) => Effect.provideService(Effect.logInfo(message), LinesMayWait, true)
    const logging = Effect.gen(function* () {
      yield* soon("first")
      yield* soon("second")
      assert.isEmpty(writes)
      yield* Effect.logInfo("third")
      yield* soon("fourth")
    })
    await Effect.runPromise(Effect.provide(logging, layer))
    assert.deepStrictEqual(
      writes.map((lines) =>
        lines
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line).message)
      ),
      [["first", "second", "third"], ["fourth"]]
    )
  })

  it("that may wait is written within moments, and when the process ends in another way", async () => {
    const writes: Array<string> = []
    const batch = new LineBatch((lines) => writes.push(lines))
    const exitListeners = process.listeners("exit")
    batch.add("kept\n", true)
    exitListeners.at(-1)?.call(process, 0)
    assert.deepStrictEqual(writes, ["kept\n"])
    const written = new Promise<string>((resolve) => {
      const other = new LineBatch((lines) => {
        other.close()
        resolve(lines)
      })
      other.add("alone\n", true)
    })
    // The timer alone keeps no process running.
    const running = setInterval(() => {}, 1_000)
    assert.strictEqual(await written, "alone\n")
    clearInterval(running)
    batch.close()
    batch.add("late\n", true)
    assert.deepStrictEqual(writes, ["kept\n", "late\n"])
  })
})
