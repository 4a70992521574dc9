export { type ErrorCode, errorCodes } from "./error/error-code.ts"
export { type Json, type Refusal, type RefusalStatus, refuse, refuseCustom, refuseFields } from "./error/refusal.ts"
