import { type ChildProcess, spawn } from "node:child_process"

export interface TestServerOptions {
  /** File with the users, projects and texts to begin with; absent: an empty server. Source: docs/ephemeral.md. */
  readonly seed?: string
  /** The program and its first words; absent: the variable `DRAGOMAN_PROGRAM`, else `dragoman` of the PATH. */
  readonly program?: string | readonly [string, ...ReadonlyArray<string>]
  /** More flags, such as `--log-level debug`. */
  readonly flags?: ReadonlyArray<string>
}

export interface TestProject {
  readonly id: number
  readonly name: string
  /** Project API keys by their description. */
  readonly apiKeys: Readonly<Record<string, string>>
}

export interface TestServer {
  /** Address without a slash at its end. The port differs from that of every other server. */
  readonly address: string
  readonly username: string
  readonly password: string
  /** Personal access token of the administrator. */
  readonly apiKey: string
  /** Projects of the seed, in its order. */
  readonly projects: ReadonlyArray<TestProject>
  /** Stops the server, and returns when its data is removed. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server for tests, and returns when it takes requests. Each call starts one with a port of its own. A server that is not
 * stopped ends with the process, or the thread, that started it.
 */
export const startTestServer = async ({ seed, program, flags = [] }: TestServerOptions = {}): Promise<TestServer> => {
  const [file, ...words] = commandOf(program)
  const child = spawn(
    file,
    [...words, "serve", "--ephemeral", ...(seed === undefined ? [] : ["--seed", seed]), ...flags],
    {
      // The channel tells the server that this process has ended.
      stdio: ["ignore", "pipe", "pipe", "ipc"]
    }
  )
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.once("error", () => resolve())
  })
  const first = await firstLine(child, file)
  // A runner ends although a server runs.
  child.unref()
  child.channel?.unref()
  return {
    ...(JSON.parse(first) as Omit<TestServer, "stop">),
    stop: async () => {
      child.ref()
      child.kill("SIGTERM")
      await exited
    }
  }
}

const commandOf = (program: TestServerOptions["program"]): readonly [string, ...ReadonlyArray<string>] => {
  if (typeof program === "object") return program
  return [program ?? (process.env["DRAGOMAN_PROGRAM"] || "dragoman")]
}

/** The first line that the program prints; its errors, if it ends before. Later errors go to standard error. */
const firstLine = (child: ChildProcess, file: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let [output, errors, isStarted] = ["", "", false]
    child.stderr?.on("data", (chunk) => {
      if (isStarted) process.stderr.write(chunk)
      else errors += chunk
    })
    child.stdout?.on("data", (chunk) => {
      if (isStarted) return
      output += chunk
      const end = output.indexOf("\n")
      if (end < 0) return
      isStarted = true
      for (const stream of [child.stdout, child.stderr]) (stream as { unref?: () => void } | null)?.unref?.()
      resolve(output.slice(0, end))
    })
    child.once("error", (error) =>
      reject(new Error(`${file} cannot be started (${error.message}): install Dragoman, or set DRAGOMAN_PROGRAM.`))
    )
    child.once("close", (code) => reject(new Error(`${file} ended with the status ${code}: ${errors.trim()}`)))
  })
