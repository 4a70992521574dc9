import manifest from "../../package.json" with { type: "json" }

/** The version of this program, as released. Not the level of Tolgee's API that it speaks. */
export const programVersion: string = manifest.version
