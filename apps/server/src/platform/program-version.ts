import manifest from "../../package.json" with { type: "json" }

/** The version of this program, as released. Not that of the Tolgee API that it implements. */
export const programVersion: string = manifest.version
