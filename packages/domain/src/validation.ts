export { isEmailAddress, notBlank, sizeBetween, type Validated } from "./validation/validation.ts"
