export {
  type CodeError,
  customErrors,
  type DomainError,
  domainError,
  fieldErrors,
  type Json
} from "./error/domain-error.ts"
export { type ErrorCode, errorCodes, type ServerErrorCode } from "./error/error-code.ts"
export type { ErrorStatus } from "./error/error-status.ts"
