import { writeFileSync } from "node:fs"
import { conversionsFile, printConversions } from "./conversions-file.ts"

writeFileSync(conversionsFile, printConversions())
process.stdout.write("docs/conversions.md is up to date.\n")
