import { join } from "node:path"
import { exitCode } from "@dragoman/cli/exit-code"
import { Effect } from "effect"
import { CommandFailure } from "../command-failure.ts"
import { readCommandSettings } from "../command-settings.ts"
import { serveAs } from "../serve.ts"
import { ephemeralUser, type readEphemeralArguments } from "./ephemeral-arguments.ts"
import { makeEphemeralFolder } from "./ephemeral-folder.ts"
import { plantApiKeys } from "./plant-api-keys.ts"
import { plantProjects } from "./plant-projects.ts"
import { plantUsers } from "./plant-users.ts"
import { emptySeed, readSeed, type Seed } from "./seed-file.ts"

type EphemeralStart = Extract<ReturnType<typeof readEphemeralArguments>, { readonly flags: unknown }>

/** Runs a server whose data ends with it; returns the exit code. */
export const runEphemeral = async ({ flags, seed: seedFile }: EphemeralStart): Promise<number> => {
  const seed = seedOrProblem(seedFile)
  if ("problem" in seed) return fail(exitCode.failure, [seed.problem])
  const folder = makeEphemeralFolder()
  const read = () =>
    // A variable of the surroundings must not change a test, and no configuration file may name a database.
    readCommandSettings(
      { ...flags, "data-dir": folder, "database-url": `sqlite:${join(folder, "dragoman.sqlite")}` },
      {}
    )
  const settings = await read()
  if ("problems" in settings) return fail(exitCode.usage, settings.problems)
  endWithParent()
  return serveAs(settings, read, {
    writeLog: (line) => void process.stderr.write(line),
    beforeListening: plantUsers(seed),
    announce: (address, { administratorId, accessToken, ids }) =>
      Effect.gen(function* () {
        const planted = yield* Effect.tryPromise({
          try: () => plantProjects({ address, accessToken }, seed, ids),
          catch: (error) => error
        })
        const projects = yield* plantApiKeys(administratorId, seed, planted)
        return JSON.stringify({ address, ...ephemeralUser, projects })
      })
  })
}

const seedOrProblem = (path: string | null): Seed | { readonly problem: string } => {
  try {
    return path === null ? emptySeed : readSeed(path)
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    return { problem: error.sentence }
  }
}

const fail = (code: number, problems: ReadonlyArray<string>): number => {
  process.stderr.write(`${problems.join("\n")}\n`)
  return code
}

/** Stops when the program that started this one has ended: Node opens a channel for that when the starter asks for it. */
const endWithParent = (): void => {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
}
