export { notBlank, sizeBetween } from "./validation/constraint.ts"
export type { Validated } from "./validation/validated.ts"
