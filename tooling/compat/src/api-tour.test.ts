import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { repository } from "@dragoman/release/repository"
import { freePort } from "@dragoman/store/testing/free-port"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { cliEntry, cliVersion } from "./cli/cli-program.ts"
import { openTerminal, type Terminal } from "./terminal.ts"
import { serverBundle } from "./testing/server-bundle.ts"
import { promised, type TourStep, tourSteps } from "./tour-steps.ts"

const steps = tourSteps(readFileSync(join(repository, "docs/api-tour.md"), "utf8"))

/** Time until a response shows the latest event, in milliseconds. */
const settledWithin = 10_000

describe("the tour of the API, in bash, on an empty folder", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman tour "))
  const opened: Array<Terminal> = []
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
    symlinkSync(join(repository, "docs"), join(fixture, "docs"))
  }, 240_000)

  afterAll(async () => {
    for (const terminal of opened) await terminal.close()
    rmSync(fixture, { recursive: true, force: true })
  })

  const open = (env: Readonly<Record<string, string>> = {}): Terminal => {
    const path = `${dirname(process.execPath)}:${process.env["PATH"]}`
    const terminal = openTerminal({ folder: fixture, env: { PATH: path, HOME: fixture, NO_PROXY: "*", ...env } })
    opened.push(terminal)
    return terminal
  }

  // The installed command line stands in for the one that npx fetches: this version, and no other.
  it("names the command line that is tested here", () => {
    const versions = steps.flatMap(({ command }) => [...command.matchAll(/npx \S+ (\S+)/g)].map(([, name]) => name))
    assert.deepStrictEqual([...new Set(versions)], [`@tolgee/cli@${cliVersion}`])
  })

  it("prints what the document says", { timeout: 60_000 }, async () => {
    assert.deepStrictEqual(
      steps.filter(({ terminal }) => terminal !== "shell").map(({ terminal }) => terminal),
      ["server", "receiver"]
    )
    const ports = { server: 0, receiver: await freePort() }
    const here = (command: string) =>
      command
        .replaceAll(":8080", `:${ports.server}`)
        .replaceAll("9000", String(ports.receiver))
        .replaceAll(`npx --yes @tolgee/cli@${cliVersion}`, `node "${cliEntry}"`)
    const server = open({ DRAGOMAN_PORT: "0", DRAGOMAN_LOG_FORMAT: "pretty" })
    const receiver = open()
    const shell = open()

    for (const step of steps) {
      if (step.terminal === "server") {
        server.start(`env ${step.command.trim().replace("npm start", `node "${main}" serve`)}`)
        await server.shown(new RegExp(promised(step.output ?? "").replaceAll("8080", "\\d+")))
        ports.server = Number((await server.shown(/127\.0\.0\.1:(\d+)/))[1])
      } else if (step.terminal === "receiver") {
        receiver.start(here(step.command))
        await receiver.shown(new RegExp(promised(step.output ?? "")))
      } else {
        await isPrinted(shell, { ...step, command: here(step.command), output: here(step.output ?? "") })
      }
      if (step.received !== null) await receiver.shown(new RegExp(promised(step.received)))
    }
  })
})

/** Runs a step once; the last one, which only asks, until the answer is there. */
const isPrinted = async (shell: Terminal, { command, output }: TourStep): Promise<void> => {
  const expected = new RegExp(`^${promised(output ?? "")}$`)
  const isLast = command.includes("lastExecuted")
  const until = Date.now() + settledWithin
  let printed = ""
  do printed = (await shell.run(command)).trim()
  while (isLast && !expected.test(printed) && Date.now() < until)
  assert.match(printed, expected, `${command}\n${printed}`)
}
