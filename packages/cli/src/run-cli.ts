import { versionLine } from "@dragoman/monitoring/program-commit"
import { type CommandName, commands, shells } from "./completion/command-options.ts"
import { printCompletion } from "./completion/print-completion.ts"
import { exitCode } from "./exit-code.ts"
import { programVersion } from "./program-version.ts"

/** Runs the command in the words after the program's name; returns the exit code. Each command loads what it needs. */
export const runCli = async (words: ReadonlyArray<string>): Promise<number> => {
  const [name = "--help", ...rest] = words
  if (name === "--version" || name === "-v") return print(`${versionLine(programVersion)}\n`)
  if (name === "--help" || name === "-h" || name === "help") return print(help)
  if (!Object.hasOwn(commands, name)) return fail(`${name} is not a command. \`dragoman --help\` lists them all.`)
  switch (name as CommandName) {
    case "lint": {
      const { lintFiles } = await import("./lint/lint-files.ts")
      const { status, output, problems } = lintFiles(rest)
      await print(output)
      return problems.length > 0 ? fail(problems.join("\n")) : status
    }
    case "plan": {
      const { runPlan } = await import("./plan/run-plan.ts")
      return runPlan(rest, print)
    }
    case "apply": {
      const { runApply } = await import("./plan/run-plan.ts")
      return runApply(rest, print)
    }
    case "pull": {
      const { runPull } = await import("./pull/run-pull.ts")
      return runPull(rest, print)
    }
    case "context": {
      const { runContext } = await import("./context/run-context.ts")
      return runContext(rest, print)
    }
    case "openapi": {
      if (rest.length > 0) return fail("`openapi` takes no other words.")
      const { openApiDocument } = await import("@dragoman/api/open-api")
      return print(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
    }
    case "completion": {
      const shell = shells.find((one) => one === rest[0])
      return shell === undefined || rest.length > 1
        ? fail(`For which shell? Write: dragoman completion ${shells.join("|")}`)
        : print(printCompletion(shell, commands))
    }
  }
}

const help = [
  "Dragoman's command for developers.",
  "",
  ...Object.entries(commands).map(([name, { meaning }]) => `  dragoman ${name.padEnd(12)}${meaning}`),
  "",
  "`dragoman COMMAND --help` lists the options of lint, plan, apply, pull and context.",
  ""
].join("\n")

/** Writes a text, and returns when it is written. */
const print = (text: string): Promise<number> =>
  new Promise((resolve) => process.stdout.write(text, () => resolve(exitCode.success)))

const fail = (problem: string): number => {
  process.stderr.write(`${problem}\n`)
  return exitCode.usage
}
