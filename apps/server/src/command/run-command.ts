import { readFileSync } from "node:fs"
import { exitCode } from "@dragoman/cli/exit-code"
import { versionLine } from "@dragoman/monitoring/program-commit"
import { programVersion } from "../platform/program-version.ts"
import { readCommandSettings, readServerSettings } from "./command-settings.ts"

const isTerminal = process.stdout.isTTY === true

/**
 * Runs the command in the words after the program's name; returns the exit code. Each command loads only the modules that
 * it needs: those behind `serve` take most of the time of a start, the schemas of the settings a tenth of a
 * short one (ADR 20).
 */
export const runCommand = async (words: ReadonlyArray<string>): Promise<number> => {
  if (words.length === 1 && words[0] === "--version") return print(`${versionLine(programVersion)}\n`)
  if (words[0] === "lint") {
    const { lintFiles } = await import("@dragoman/cli/lint")
    const { status, output, problems } = lintFiles(words.slice(1))
    await print(output)
    if (problems.length > 0) failUsage(problems)
    return status
  }
  if (words[0] === "plan" || words[0] === "apply") {
    const { runApply, runPlan } = await import("@dragoman/cli/plan")
    return words[0] === "plan" ? runPlan(words.slice(1), print) : runApply(words.slice(1), print)
  }
  if (words[0] === "pull") {
    const { runPull } = await import("@dragoman/cli/pull")
    return runPull(words.slice(1), print)
  }
  if (words[0] === "context") {
    const { runContext } = await import("@dragoman/cli/context")
    return runContext(words.slice(1), print)
  }
  if (words[0] === "serve" && wantsEphemeral(words)) return runEphemeralServer(words.slice(1))
  if (words[0] === "user") return runUser(words.slice(1))
  if (words[0] === "migrate" || words[0] === "rollback") return runMigrate(words)
  if (words[0] === "partition") return runPartition(words)
  if (words[0] === "doctor") return runDoctorCommand(words)
  if (words[0] === "images") return runImages(words)
  if (words[0] === "copy") return runCopyCommand(words.slice(1))
  if (words[0] === "translate-eval") return runTranslateEval(words)
  if (words[0] === "migrate-from-tolgee") return runTolgeeCommand(words.slice(1))
  const { help, readArguments } = await import("./command-line.ts")
  const read = readArguments(words)
  if ("problem" in read) return failUsage([read.problem])
  const { command, file, flags } = read
  if (command === "help") return print(help(file))
  if (command === "version") return print(`${versionLine(programVersion)}\n`)
  if (command === "config schema") {
    const { configFileSchema } = await import("@dragoman/settings")
    return print(`${JSON.stringify(configFileSchema(), null, 2)}\n`)
  }

  const readSettings = command === "serve" || command === "config" ? readServerSettings : readCommandSettings
  const settingsRead = await readSettings(flags)
  if ("problems" in settingsRead) return failUsage(settingsRead.problems)
  switch (command) {
    case "config": {
      const { printSettings } = await import("./print-settings.ts")
      return print(printSettings(settingsRead, isTerminal))
    }
    case "openapi": {
      const { openApiDocument } = await import("@dragoman/api/open-api")
      return print(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
    }
    case "backup": {
      const { backup } = await import("./backup.ts")
      return report(() => backup(settingsRead.settings, file))
    }
    case "backup verify": {
      const { verifyBackup } = await import("./verify-backup.ts")
      return report(() => verifyBackup(settingsRead.settings, file))
    }
    case "backup list": {
      const { listBackups } = await import("./stored-backups.ts")
      return report(() => listBackups(settingsRead.settings))
    }
    case "backup fetch": {
      const { fetchBackup } = await import("./stored-backups.ts")
      return report(() => fetchBackup(settingsRead.settings, read.name ?? "", file))
    }
    case "restore": {
      const { restore } = await import("./restore.ts")
      const { printProgress } = await import("./copy/print-progress.ts")
      return report(() => restore(settingsRead.settings, file, printProgress()))
    }
    case "rotate-encryption-key": {
      const { rotateEncryptionKey } = await import("./rotate-encryption-key.ts")
      return report(() => rotateEncryptionKey(settingsRead.settings))
    }
    case "mail": {
      const { sendTestMail } = await import("./send-test-mail.ts")
      return report(() => sendTestMail(settingsRead.settings, file))
    }
    case "health": {
      const { checkHealth } = await import("./check-health.ts")
      return report(() => checkHealth(settingsRead.settings, file), isTerminal)
    }
    case "serve": {
      const { serve } = await import("./serve.ts")
      return serve(settingsRead, () => readServerSettings(flags))
    }
  }
}

/** Whether the words of `serve` want a server whose data ends with it. */
const wantsEphemeral = (words: ReadonlyArray<string>): boolean =>
  words.some((word) => /^--(?:ephemeral|seed)(?:=|$)/.test(word))

const runEphemeralServer = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readEphemeralArguments } = await import("./ephemeral/ephemeral-arguments.ts")
  const read = readEphemeralArguments(words)
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  const { runEphemeral } = await import("./ephemeral/run-ephemeral.ts")
  return runEphemeral(read)
}

const runUser = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readUserArguments } = await import("./user/user-arguments.ts")
  const read = readUserArguments(words)
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  const settingsRead = await readCommandSettings(read.flags)
  if ("problems" in settingsRead) return failUsage(settingsRead.problems)
  const { runUserCommand } = await import("./user/user-command.ts")
  const terminal = { input: process.stdin, output: process.stderr }
  return report(() => runUserCommand(settingsRead.settings, read.action, terminal), isTerminal && !read.json)
}

const runMigrate = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readMigrateArguments } = await import("./migrate/migrate-arguments.ts")
  const read = readMigrateArguments(words)
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  const settingsRead = await readCommandSettings(read.flags)
  if ("problems" in settingsRead) return failUsage(settingsRead.problems)
  // Only the user of the server can read the copies.
  process.umask(0o077)
  const { runMigrateCommand } = await import("./migrate/migrate-command.ts")
  return report(() => runMigrateCommand(settingsRead.settings, read.action), isTerminal && !read.json)
}

const runImages = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readImagesArguments } = await import("./images/images-arguments.ts")
  const read = readImagesArguments(words)
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  const settingsRead = await readCommandSettings(read.flags)
  if ("problems" in settingsRead) return failUsage(settingsRead.problems)
  const { moveImages } = await import("./images/move-images.ts")
  return report(() => moveImages(settingsRead.settings, read.action), isTerminal && !read.json)
}

const runPartition = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readPartitionArguments } = await import("./partition/partition-arguments.ts")
  const read = readPartitionArguments(words)
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  const settingsRead = await readCommandSettings(read.flags)
  if ("problems" in settingsRead) return failUsage(settingsRead.problems)
  const { runPartitionCommand } = await import("./partition/partition-command.ts")
  return report(() => runPartitionCommand(settingsRead.settings, read.action), isTerminal && !read.json)
}

const runDoctorCommand = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readDoctorArguments } = await import("./doctor/doctor-arguments.ts")
  const read = readDoctorArguments(words)
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  // Invalid settings are findings.
  const settingsRead = await readCommandSettings(read.flags)
  const { runDoctor } = await import("./doctor/run-doctor.ts")
  const { printReport } = await import("@dragoman/domain/doctor")
  const found = await runDoctor(settingsRead)
  await print(`${isTerminal && !read.json ? printReport(found) : JSON.stringify(found)}\n`)
  return found.counts.error > 0 ? exitCode.failure : exitCode.success
}

const runCopyCommand = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readCopyArguments } = await import("./copy/copy-arguments.ts")
  const read = readCopyArguments(words)
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  const config = read.config === null ? {} : { config: read.config }
  const from = await readCommandSettings({ ...config, ...read.from })
  const to = await readCommandSettings({ ...config, ...read.to })
  for (const [end, settings] of [
    ["from", from],
    ["to", to]
  ] as const) {
    if (!("problems" in settings)) continue
    return failUsage(settings.problems.map((problem) => problem.replaceAll("--database-url", `--${end}`)))
  }
  if ("problems" in from || "problems" in to) return exitCode.usage
  const { runCopy } = await import("./copy/run-copy.ts")
  const { printProgress } = await import("./copy/print-progress.ts")
  return report(() => runCopy({ from: from.settings, to: to.settings }, printProgress()), isTerminal && !read.json)
}

const runTranslateEval = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readEvalArguments } = await import("./translate-eval/eval-arguments.ts")
  const read = readEvalArguments(words)
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  const settingsRead = await readCommandSettings(read.flags)
  if ("problems" in settingsRead) return failUsage(settingsRead.problems)
  const { runEval } = await import("./translate-eval/run-eval.ts")
  return report(() => runEval(settingsRead.settings, read.action), isTerminal && !read.json)
}

const runTolgeeCommand = async (words: ReadonlyArray<string>): Promise<number> => {
  const { readTolgeeArguments } = await import("./tolgee/tolgee-arguments.ts")
  const read = readTolgeeArguments(words, { environment: process.env, readFile })
  if ("help" in read) return print(read.help)
  if ("problem" in read) return failUsage([read.problem])
  // These variables of the command are no settings.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("DRAGOMAN_TOLGEE_"))
  )
  const settingsRead = await readCommandSettings(read.flags, environment)
  if ("problems" in settingsRead) return failUsage(settingsRead.problems)
  // Only the user of the server can read the database.
  process.umask(0o077)
  const { runTolgee } = await import("./tolgee/run-tolgee.ts")
  const printLine = (line: string) => void (process.stderr.isTTY === true && process.stderr.write(`${line}\n`))
  return report(() => runTolgee(settingsRead.settings, read.options, { printLine }), isTerminal && !read.json)
}

const readFile = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}

/**
 * Writes a text, and returns when it is written: a pipe may accept only part of it at once, and the process ends
 * afterwards.
 */
const print = (text: string): Promise<number> =>
  new Promise((resolve) => process.stdout.write(text, () => resolve(exitCode.success)))

const failUsage = (problems: ReadonlyArray<string>): number => {
  process.stderr.write(`${problems.join("\n")}\n`)
  return exitCode.usage
}

interface CommandReport {
  readonly sentence: string
  readonly facts: object
}

/** Runs a command that returns facts, and prints a sentence on a terminal, else one line of JSON. */
const report = async (run: () => CommandReport | Promise<CommandReport>, isSentence = isTerminal): Promise<number> => {
  const { CommandFailure } = await import("./command-failure.ts")
  try {
    const { sentence, facts } = await run()
    return await print(isSentence ? `${sentence}\n` : `${JSON.stringify(facts)}\n`)
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    process.stderr.write(`${error.sentence}\n`)
    return exitCode.failure
  }
}
