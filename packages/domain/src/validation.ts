export type { Validated } from "./validation/validated.ts"
