import { writeFileSync } from "node:fs"
import { authorizationFile } from "./authorization-file.ts"
import { printAuthorizationTable } from "./authorization-table.ts"

writeFileSync(authorizationFile, printAuthorizationTable())
process.stdout.write("docs/authorization.md is up to date.\n")
