import { programVersionOf } from "@dragoman/monitoring/program-commit"
import manifest from "../package.json" with { type: "json" }

/** The version of the program that runs a command: all packages have the same one. */
export const programVersion: string = programVersionOf(manifest)
