import { programVersionOf } from "@dragoman/monitoring/program-commit"
import manifest from "../../package.json" with { type: "json" }

/** The version of this program. Not that of the Tolgee API that it implements. */
export const programVersion: string = programVersionOf(manifest)
