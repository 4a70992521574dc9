export {
  type CodeError,
  customErrors,
  type DomainError,
  domainError,
  fieldErrors,
  type Json
} from "./error/domain-error.ts"
export { type ErrorCode, type ErrorStatus, errorCodes, type ServerErrorCode } from "./error/error-code.ts"
