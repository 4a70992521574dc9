import { runCommand } from "./command/run-command.ts"

// Without an `await` at top level, which CommonJS has not: the bundle of `npm start` is that.
void runCommand(process.argv.slice(2)).then((code) => process.exit(code))
