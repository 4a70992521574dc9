import { organization, requires } from "../access/requirement.ts"

const credentials = { credentials: ["JWT", "PAT"] } as const

export const requiresReading = requires(organization("VIEWER", credentials))
export const requiresWriting = requires(organization("EDITOR", credentials))
